import { NotConnected } from '../deepsearch/errors.js';
import { accountOf, type SchemedToken, type Token } from '../http/credential.js';
import type { AccessMode } from '../model/access.js';
import type { ConversationRecord, WorkspaceUser } from '../model/conversation-record.js';
import { askerOf, isAccountOpen, type Question } from '../model/question.js';
import type { AccountStore } from '../store/accounts.js';
import type { CurrentAccount } from './renew.js';

export interface CredentialsOptions {
  readonly mode: AccessMode;
  /** The token that everyone shares; undefined where nobody may. */
  readonly shared: string | undefined;
  readonly accounts: Pick<AccountStore, 'load'>;
  /** With a token that works now. */
  readonly currentAccount: CurrentAccount;
}

/**
 * Which token each call of the instance runs with. All of them throw `NotConnected` where somebody's own
 * account is needed and is not there. Where everyone shares one account, nothing is looked up.
 */
export function createCredentials({ mode, shared, accounts, currentAccount }: CredentialsOptions) {
  async function connected(person: WorkspaceUser): Promise<SchemedToken | undefined> {
    const account = await currentAccount(person);
    return account && { ...account.token, account: 'own' };
  }

  async function own(person: WorkspaceUser): Promise<Token> {
    const token = await connected(person);
    if (token === undefined) throw new NotConnected('absent');
    return token;
  }

  /** Of what was asked before people had accounts of their own. */
  async function sharedOr(person: WorkspaceUser): Promise<Token> {
    return shared ?? own(person);
  }

  /** For what a person asks or looks up now. */
  async function ofPerson(person: WorkspaceUser): Promise<Token> {
    if (mode === 'shared') return shared ?? '';
    const token = await connected(person);
    if (token !== undefined) return token;
    if (mode === 'linked' || shared === undefined) throw new NotConnected('absent');
    return { scheme: 'token', value: shared, account: 'shared' };
  }

  return {
    ofPerson,

    /** Of each account whose conversations the person may find: their own, and the shared one. */
    async allOfPerson(person: WorkspaceUser): Promise<readonly Token[]> {
      const first = await ofPerson(person);
      if (mode !== 'both' || shared === undefined || accountOf(first) !== 'own') return [first];
      return [first, { scheme: 'token', value: shared, account: 'shared' }];
    },

    /** The same for the question's whole life: the token's `account` is to be recorded in it. */
    async ofQuestion(question: Question): Promise<Token> {
      const asker = askerOf(question);
      if (question.account === 'own') return own(asker);
      return isAccountOpen(question) ? ofPerson(asker) : sharedOr(asker);
    },

    /** Of the account that a conversation belongs to; `reader` is its owner, unless it is the shared one's. */
    async ofConversation(
      { account }: Pick<ConversationRecord, 'account'>,
      reader: WorkspaceUser,
    ): Promise<Token> {
      return account === undefined ? sharedOr(reader) : own(account);
    },

    /** False: it has to run with its asker's own account, and they have connected none. */
    async hasAccount(question: Question): Promise<boolean> {
      const needsOwn = question.account === 'own' || (mode === 'linked' && isAccountOpen(question));
      return !needsOwn || (await accounts.load(askerOf(question))) !== undefined;
    },
  };
}
