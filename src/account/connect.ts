import type { Logger } from '../log.js';
import type { Account, SentToken } from '../model/account.js';
import type { ConnectProblem } from '../render/texts/account.js';
import type { AccountStore } from '../store/accounts.js';
import type { PendingToken, PendingTokenStore } from '../store/pending-tokens.js';
import type { WaitingQuestionStore } from '../store/waiting-questions.js';
import type { CheckToken } from './check-token.js';
import type { Revoke } from './revoke.js';

export interface ConnectOptions {
  readonly checkToken: CheckToken;
  readonly accounts: Pick<AccountStore, 'load' | 'save'>;
  /** Also keeps the token that is replaced, until it is revoked. */
  readonly pendingTokens: PendingTokenStore;
  readonly revoke: Revoke;
  readonly waiting: Pick<WaitingQuestionStore, 'of'>;
  /** Runs a question's job now. */
  readonly wake: (questionId: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

export type Connected =
  /** `waiting`: how many questions have waited for it. */
  | { readonly kind: 'connected'; readonly account: Account; readonly waiting: number }
  | { readonly kind: 'problem'; readonly problem: ConnectProblem };

export type Connect = ReturnType<typeof createConnect>;

/**
 * Checks a token, stores it as a person's account in place of one before, and asks what has waited for it. A token of
 * OAuth that is not stored, or no longer, is revoked. May be repeated.
 */
export function createConnect(options: ConnectOptions) {
  const { checkToken, accounts, pendingTokens, revoke, waiting, wake, now, logger } = options;

  async function store(pending: PendingToken, sent: SentToken): Promise<Account> {
    const before = await accounts.load(pending);
    const account = { v: 1, ...sent, connectedAt: now() } as const;
    // A job that is cut off after this finds only the new token in the account.
    if (before?.token.scheme === 'Bearer') await pendingTokens.keep(replacedBy(pending), before);
    await accounts.save(pending, account);
    return account;
  }

  async function revokeReplaced(pending: PendingToken): Promise<void> {
    const before = await pendingTokens.load(replacedBy(pending));
    if (before === undefined) return;
    await revoke(before);
    await pendingTokens.remove(replacedBy(pending));
  }

  return async (
    pending: PendingToken,
    sent: SentToken,
    signal: AbortSignal,
  ): Promise<Connected> => {
    let account = await storedBefore(accounts, pending, sent);
    if (account === undefined) {
      const problem = await checkToken(sent.token, signal);
      if (problem !== undefined) {
        await revoke(sent);
        return { kind: 'problem', problem };
      }
      account = await store(pending, sent);
    }
    await revokeReplaced(pending);
    const { workspace, user } = pending;
    logger.info({ workspace, user }, 'account connected');
    const ids = await waiting.of(pending);
    for (const id of ids) await wake(id);
    return { kind: 'connected', account, waiting: ids.length };
  };
}

/** By this job, before it was cut off. An access token may have been sent again: it is checked again. */
async function storedBefore(
  accounts: Pick<AccountStore, 'load'>,
  pending: PendingToken,
  { token }: SentToken,
): Promise<Account | undefined> {
  if (token.scheme !== 'Bearer') return undefined;
  const account = await accounts.load(pending);
  return account?.token.value === token.value ? account : undefined;
}

function replacedBy(pending: PendingToken): PendingToken {
  return { ...pending, id: `${pending.id}.replaced` };
}
