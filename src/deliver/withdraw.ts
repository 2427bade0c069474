import type { Logger } from '../log.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { Held, QuestionStore } from '../store/questions.js';
import type { Outbox } from './outbox.js';
import { threadOf } from './threads.js';

export interface WithdrawalOptions {
  readonly outbox: Pick<Outbox, 'retract'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isDrawing'>;
  readonly logger: Logger;
}

export type Withdraw = (held: Held) => Promise<void>;

/**
 * Ends a question whose message is gone with it: what we said for it is taken back, and no ending
 * is said, since it would stand at the channel's root. Throws as delivery does.
 */
export function createWithdraw({ outbox, questions, logger }: WithdrawalOptions): Withdraw {
  return async (held) => {
    const { question } = held;
    if (await questions.isDrawing(question.id)) throw new SlackBusy('chat.delete', 100);
    try {
      await outbox.retract(held);
    } catch (error) {
      if (!(error instanceof SlackRefused) || error.about === 'standing') throw error;
      logger.warn({ err: error, question: question.id }, 'what was said for it stays');
    }
    held.question = await questions.close({ ...question, phase: 'delivered' }, threadOf(question));
  };
}
