import type { Message } from '../render/blocks/message.js';
import { isSlackError, SlackBusy } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf } from './find-messages.js';

export interface FinishStatusOptions {
  readonly messages: Pick<SlackMessages, 'hasReactions' | 'remove' | 'update'>;
}

/** Replaces the status message of a question whose outcome is another message by `message`, or deletes it. */
export type FinishStatus = (held: QuestionHandle, message: Message) => Promise<void>;

/**
 * Its Cancel button should go soon, also if many questions end at once. Updates and deletions have
 * rate limits of their own, so where there is no room for an update, the message is deleted: the outcome
 * says the same. Throws `SlackBusy` if neither is possible now, and as `chat.update` does.
 */
export function createFinishStatus({ messages }: FinishStatusOptions): FinishStatus {
  /** Not if somebody has reacted to it. As a reply, it has no replies of its own. */
  async function isDeleted(held: QuestionHandle, ts: string): Promise<boolean> {
    const target = channelOf(held.question.place);
    const { status, ...others } = held.question.posts;
    // The clean-up of duplicates finds them by the record of the message.
    if (status?.mayBeDuplicated === true) return false;
    try {
      if (await messages.hasReactions(target, ts)) return false;
      await messages.remove(target, ts, 'immediate');
    } catch (error) {
      if (!isSlackError(error)) throw error;
      return false;
    }
    await held.save({ posts: others });
    return true;
  }

  return async (held, message) => {
    const ts = held.question.posts.status?.ts;
    if (ts === undefined) return;
    const update = (priority: 'immediate' | 'final') =>
      messages.update(channelOf(held.question.place), ts, { ...message, priority });
    try {
      await update('immediate');
    } catch (error) {
      if (!(error instanceof SlackBusy)) throw error;
      if (!(await isDeleted(held, ts))) await update('final');
    }
  };
}
