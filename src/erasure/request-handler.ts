import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ForgetRequest } from '../model/forget.js';
import type { Policy } from '../policy/policy.js';
import { note } from '../render/blocks/message.js';
import { renderForgetQuestion } from '../render/forget.js';
import * as forgetTexts from '../render/texts/forget.js';
import type { AccountStore } from '../store/accounts.js';
import type { ConversationStore } from '../store/conversations.js';
import type { PersonDataStore } from '../store/person-data.js';
import type { QuestionStore } from '../store/questions.js';
import type { Erase } from './erase.js';

export interface ForgetHandlerOptions {
  readonly policy: Pick<Policy, 'isAdminOf' | 'isKnown'>;
  readonly conversations: Pick<ConversationStore, 'ofUser'>;
  readonly questions: Pick<QuestionStore, 'openOf'>;
  readonly accounts: Pick<AccountStore, 'load'>;
  readonly personData: Pick<PersonDataStore, 'has'>;
  readonly erase: Erase;
  readonly auditDays: number;
  readonly postEphemeral: PostEphemeral;
}

/** More are not counted. */
const MOST_OPEN = 100;

/** `/deepsearch forget`: says what goes and what stays, and deletes it once that is confirmed. */
export function createForgetHandler(options: ForgetHandlerOptions) {
  const { policy, conversations, questions, accounts, erase, postEphemeral } = options;

  async function ask(request: ForgetRequest, person: WorkspaceUser): Promise<void> {
    const [ids, open, account] = await Promise.all([
      conversations.ofUser(person),
      questions.openOf(person, MOST_OPEN),
      accounts.load(person),
    ]);
    const message = renderForgetQuestion({
      person: person.user,
      isOwn: person.user === request.user,
      conversations: ids.length,
      open: open.length,
      hasAccount: account !== undefined,
      auditDays: options.auditDays,
    });
    await postEphemeral(request, message);
  }

  /** Slack may no longer know somebody whose data is stored. */
  async function isSomebody(person: WorkspaceUser): Promise<boolean> {
    const isKnown = await policy.isKnown(person.workspace, person.user);
    return isKnown || options.personData.has(person);
  }

  return async (request: ForgetRequest, signal: AbortSignal): Promise<void> => {
    const { place, user, subject = user, confirmed } = request;
    const { workspace } = place;
    const target = { ...request, replaces: confirmed };
    if (subject === 'unknown') return postEphemeral(target, note(forgetTexts.needsId));
    // At the command and at the click: a button may be forged, and admins change.
    if (subject !== user && !(await policy.isAdminOf(workspace, user, subject))) {
      return postEphemeral(target, note(forgetTexts.adminsOnly));
    }
    const person = { workspace, user: subject };
    if (!confirmed) {
      return (await isSomebody(person))
        ? ask(request, person)
        : postEphemeral(target, note(forgetTexts.noSuchPerson(subject)));
    }
    await postEphemeral(target, note(forgetTexts.begun(person.user, subject === user)));
    if (!(await erase(request, person, signal))) {
      await postEphemeral(request, note(forgetTexts.alreadyBegun));
    }
  };
}
