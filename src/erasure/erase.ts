import type { EraseMessages } from '../deliver/erase-messages.js';
import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { PostOnce } from '../deliver/post-once.js';
import type { Logger } from '../log.js';
import { type AuditEntry, auditPlace, type RecordAudit } from '../model/audit.js';
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
  readonly personData: Pick<PersonDataStore, 'votes' | 'forgetVotes' | 'forgetKeys'>;
  readonly eraseQuestions: ReturnType<typeof createEraseQuestions>;
  readonly eraseConversations: ReturnType<typeof createEraseConversations>;
  readonly eraseMessages: Pick<EraseMessages, 'inDirectMessage'>;
  /** Deletes the person's own account; calls `beforeDeletion` if there is one. */
  readonly disconnect: (
    person: WorkspaceUser,
    request: {
      readonly id: string;
      readonly beforeDeletion: (fate: 'revoked' | 'deleted') => Promise<void>;
    },
  ) => Promise<unknown>;
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
 * Deletes a person's data, and gives whoever asked for it a receipt. May be run again at any time: what was deleted
 * is not there any more, and was noted before. False: another request is at it.
 */
export function createErase(options: EraseOptions) {
  const { erasures, personData, messages, postOnce, postEphemeral, now, logger } = options;

  const record = (...entry: Parameters<typeof deletedEntry>) =>
    options.audit(deletedEntry(...entry));

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
    const noteFound = (ids: readonly string[]) => erasures.note(person, { what: 'found', ids });
    const codes = await options.eraseMessages.inDirectMessage(target, { until, noteFound, signal });
    await erasures.note(person, { what: 'kept', of: 'direct', codes });
  }

  async function eraseVotes(person: WorkspaceUser): Promise<void> {
    const ids = await personData.votes(person);
    await erasures.note(person, { what: 'votes', ids });
    await personData.forgetVotes(person, ids);
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
    await eraseVotes(person);
    await options.disconnect(person, {
      id,
      beforeDeletion: (fate) => erasures.note(person, { what: 'account', fate }),
    });
    await personData.forgetKeys(person);
    await record(request, person, 'done');
    await sendReceipt(request, person);
    await erasures.end(person);
    logger.info({ by, ...person }, 'data of a person deleted');
    return true;
  };
}

function deletedEntry(
  { id, place, user }: ForgetRequest,
  person: WorkspaceUser,
  outcome: 'begun' | 'done',
): AuditEntry {
  const subject = person.user === user ? {} : { subject: person.user };
  const about = { ...auditPlace(place), user, ...subject, outcome };
  return { action: 'data.deleted', id: `${id} ${outcome}`, ...about };
}
