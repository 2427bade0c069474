import { setTimeout as sleep } from 'node:timers/promises';
import type { DeepSearch } from '../deepsearch/deep-search.js';
import { NotConnected, Refused, ServiceError } from '../deepsearch/errors.js';
import type { Token } from '../http/credential.js';
import {
  type ConversationRecord,
  isSameUser,
  type WorkspaceUser,
} from '../model/conversation-record.js';
import type { ErasureResult } from '../model/forget.js';
import type { ConversationStore } from '../store/conversations.js';
import type { ErasureStore } from '../store/erasures.js';

export interface EraseConversationsOptions {
  readonly conversations: Pick<
    ConversationStore,
    'ofUser' | 'load' | 'leave' | 'forget' | 'unlist'
  >;
  readonly erasures: Pick<ErasureStore, 'note'>;
  readonly instance: Pick<DeepSearch, 'delete'>;
  /** The token of the account that a conversation belongs to. */
  readonly credentialOf: (
    record: Pick<ConversationRecord, 'account'>,
    user: WorkspaceUser,
  ) => Promise<Token>;
}

/** Between two deletions, ms: others use the instance too. */
const PAUSE_MS = 100;

/**
 * Deletes the conversations in which only this person asked, and hides their questions in the others. Each is
 * taken from their list once it is noted what became of it, so that one that was cut off goes on. `isLate`: what
 * fails now is given up. Throws transient errors until then.
 */
export function createEraseConversations(options: EraseConversationsOptions) {
  const { conversations, erasures, instance } = options;

  async function deleteOnInstance(
    record: ConversationRecord,
    person: WorkspaceUser,
    { isLate, signal }: EraseContext,
  ): Promise<ErasureResult> {
    try {
      const token = await options.credentialOf(record, person);
      await instance.delete({ token, id: record.id, signal });
      return 'deleted';
    } catch (error) {
      if (error instanceof NotConnected) return 'account';
      if (error instanceof Refused) {
        return error.refusal.reason === 'not-found' ? 'gone' : 'refused';
      }
      if (!(error instanceof ServiceError) || !isLate) throw error;
      return 'unreachable';
    }
  }

  async function erase(
    id: number,
    person: WorkspaceUser,
    context: EraseContext,
  ): Promise<ErasureResult> {
    const record = await conversations.load(id);
    if (record === undefined) return 'gone';
    if (record.users.some((asker) => !isSameUser(asker, person))) {
      await conversations.leave(record, person);
      return 'others';
    }
    return deleteOnInstance(record, person, context);
  }

  return async (person: WorkspaceUser, context: EraseContext): Promise<void> => {
    for (;;) {
      const ids = await conversations.ofUser(person);
      if (ids.length === 0) return;
      for (const id of ids) {
        context.signal.throwIfAborted();
        const fate = await erase(id, person, context);
        await erasures.note(person, { what: 'conversation', id, fate });
        if (fate !== 'others') await conversations.forget(id);
        await conversations.unlist(person, id);
        await sleep(PAUSE_MS, undefined, { signal: context.signal });
      }
    }
  };
}

export interface EraseContext {
  readonly isLate: boolean;
  readonly signal: AbortSignal;
}
