import type { Logger } from '../log.js';
import { SlackBusy, throwUnlessRefused } from '../slack/errors.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { MessageDeletion } from './delete-messages.js';

export interface DeleteRepliesOptions {
  readonly deletion: Pick<MessageDeletion, 'deleteMessages'>;
  readonly questions: Pick<QuestionStore, 'isStatusLocked'>;
  readonly logger: Logger;
}

export type DeleteReplies = (held: QuestionHandle) => Promise<void>;

/**
 * Deletes our messages about a question whose own message was deleted. No outcome is posted: where that
 * message began the thread, it would appear at the channel's root. Throws as delivery does.
 */
export function createDeleteReplies(options: DeleteRepliesOptions): DeleteReplies {
  const { deletion, questions, logger } = options;
  return async (held) => {
    const { id } = held.question;
    if (await questions.isStatusLocked(id)) throw new SlackBusy('chat.delete', 100);
    try {
      await deletion.deleteMessages(held);
    } catch (error) {
      throwUnlessRefused(error);
      logger.warn({ err: error, question: id }, 'replies not deleted: refused by Slack');
    }
  };
}
