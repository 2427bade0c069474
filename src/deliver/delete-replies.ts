import type { Logger } from '../log.js';
import { threadOf } from '../model/place.js';
import { SlackBusy, throwUnlessRefused } from '../slack/errors.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { MessageDeletion } from './delete-messages.js';

export interface DeleteRepliesOptions {
  readonly deletion: Pick<MessageDeletion, 'deleteMessages'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
  readonly logger: Logger;
}

export type DeleteReplies = (held: QuestionHandle) => Promise<void>;

/**
 * Closes a question whose thread was deleted: deletes our messages and posts no outcome, which
 * would appear at the channel's root. Throws as delivery does.
 */
export function createDeleteReplies(options: DeleteRepliesOptions): DeleteReplies {
  const { deletion, questions, logger } = options;
  return async (held) => {
    const { question } = held;
    if (await questions.isStatusLocked(question.id)) throw new SlackBusy('chat.delete', 100);
    try {
      await deletion.deleteMessages(held);
    } catch (error) {
      throwUnlessRefused(error);
      logger.warn({ err: error, question: question.id }, 'replies not deleted: refused by Slack');
    }
    held.question = await questions.close({ ...question, phase: 'delivered' }, threadOf(question));
  };
}
