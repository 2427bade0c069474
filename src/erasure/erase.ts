import type { EraseMessages } from '../deliver/erase-messages.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { PostOnce } from '../deliver/post-once.js';
import type { Logger } from '../log.js';
import { auditPlace, type RecordAudit } from '../model/audit.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { ForgetRequest } from '../model/forget.js';
import { renderReceipt } from '../render/forget.js';
import { isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ErasureStore } from '../store/erasures.js';
import type { PersonDataStore } from '../store/person-data.js';
import type { createEraseConversations } from './erase-conversations.js';
import type { createEraseQuestions } from './erase-questions.js';

export interface EraseOptions {
  readonly erasures: ErasureStore;
  readonly personData: Pick<PersonDataStore, 'forgetVotes' | 'forgetKeys'>;
  readonly eraseQuestions: ReturnType<typeof createEraseQuestions>;
  readonly eraseConversations: ReturnType<typeof createEraseConversations>;
  readonly eraseMessages: Pick<EraseMessages, 'inDirectMessage'>;
  /** Gives what became of the person's own account. */
  readonly disconnect: (
    person: WorkspaceUser,
    requestId: string,
  ) => Promise<'none' | 'revoked' | 'deleted'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly postOnce: PostOnce;
  readonly postEphemeral: PostEphemeral;
  readonly audit: RecordAudit;
  /** How long the audit trail keeps IDs, days. */
  readonly auditDays: number;
  readonly now: () => number;
  readonly logger: Logger;
}

/** After this time, what still fails is given up: the job itself lives for a day, ms. */
const LATE_MS = 12 * 3600_000;

export type Erase = ReturnType<typeof createErase>;

/**
 * Deletes a person's data, and gives whoever asked for it a receipt. May be run again at any time: what was done
 * is not there any more, and what came of it is noted before it goes. False: another request is at it.
 */
export function createErase(options: EraseOptions) {
  const { erasures, personData, messages, postOnce, postEphemeral, now, logger } = options;

  async function record(
    request: ForgetRequest,
    person: WorkspaceUser,
    outcome: 'begun' | 'done',
  ): Promise<void> {
    const { id, place, user } = request;
    await options.audit({
      action: 'data.deleted',
      id: `${id} ${outcome}`,
      ...auditPlace(place),
      user,
      ...(person.user === user ? {} : { subject: person.user }),
      outcome,
    });
  }

  /** Undefined where Slack opens none, such as for somebody who has left. */
  async function directMessageOf({ workspace, user }: WorkspaceUser): Promise<string | undefined> {
    return messages.openDirect(workspace, user).catch((error: unknown) => {
      if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
      return undefined;
    });
  }

  async function eraseDirectMessage(
    person: WorkspaceUser,
    until: number,
    signal: AbortSignal,
  ): Promise<void> {
    const channel = await directMessageOf(person);
    if (channel === undefined) return;
    const target = { workspace: person.workspace, channel };
    const erased = await options.eraseMessages.inDirectMessage(target, { until, signal });
    // What was deleted in a run before is not there any more.
    if (erased.deleted + erased.kept.length === 0) return;
    await erasures.note(person, { what: 'messages', of: 'direct', messages: erased });
  }

  async function sendReceipt(request: ForgetRequest, person: WorkspaceUser): Promise<void> {
    const { id, at, user, place } = request;
    const { workspace } = place;
    const message = renderReceipt(await erasures.read(person), { auditDays: options.auditDays });
    const channel = await directMessageOf({ workspace, user });
    if (channel === undefined) return postEphemeral({ ...request, mustArrive: true }, message);
    await postOnce({ workspace, channel, direct: true }, { id, slot: 'receipt', at, message });
  }

  return async (
    request: ForgetRequest,
    person: WorkspaceUser,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { id, user: by, at } = request;
    if (!(await erasures.begin(person, { id, by }))) return false;
    await record(request, person, 'begun');
    await options.eraseQuestions(person, { by, at, signal });
    const isLate = now() - at > LATE_MS;
    await options.eraseConversations(person, { isLate, signal });
    await eraseDirectMessage(person, at, signal);
    const votes = await personData.forgetVotes(person);
    if (votes.length > 0) await erasures.note(person, { what: 'votes', ids: votes });
    const account = await options.disconnect(person, id);
    if (account !== 'none') await erasures.note(person, { what: 'account', fate: account });
    await personData.forgetKeys(person);
    await record(request, person, 'done');
    await sendReceipt(request, person);
    await erasures.end(person);
    logger.info({ by, ...person }, 'data of a person deleted');
    return true;
  };
}
