import type { Logger } from '../log.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { Outbox } from './outbox.js';
import { threadOf } from './threads.js';

export interface DeleteRepliesOptions {
  readonly outbox: Pick<Outbox, 'deleteMessages'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
  readonly logger: Logger;
}

export type DeleteReplies = (held: QuestionHandle) => Promise<void>;

/**
 * Ends a question whose message is gone with it: what we said for it is taken back, and no ending
 * is said, since it would stand at the channel's root. Throws as delivery does.
 */
export function createDeleteReplies({
  outbox,
  questions,
  logger,
}: DeleteRepliesOptions): DeleteReplies {
  return async (held) => {
    const { question } = held;
    if (await questions.isStatusLocked(question.id)) throw new SlackBusy('chat.delete', 100);
    try {
      await outbox.deleteMessages(held);
    } catch (error) {
      if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
      logger.warn({ err: error, question: question.id }, 'what was said for it stays');
    }
    held.question = await questions.close({ ...question, phase: 'delivered' }, threadOf(question));
  };
}
