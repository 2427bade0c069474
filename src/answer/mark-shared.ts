import type { UpdateAnswer } from '../deliver/update-answer.js';
import { outcomeMessages } from '../lifecycle/outcome-messages.js';
import type { Logger } from '../log.js';
import type { Answer } from '../model/answer.js';
import type { Question } from '../model/question.js';
import { isSlackError } from '../slack/errors.js';
import { StaleQuestion } from '../store/question-writes.js';
import type { QuestionStore } from '../store/questions.js';

export interface MarkSharedOptions {
  readonly questions: Pick<QuestionStore, 'close'>;
  readonly updateAnswer: UpdateAnswer;
  /** Of the instance. */
  readonly baseUrl: string;
  readonly now: () => number;
  readonly logger: Logger;
}

/** `channel`: where it was shared. */
export type MarkShared = (question: Question, answer: Answer, channel: string) => Promise<void>;

/**
 * Under a private answer, the channel that it was shared with takes the place of the button. Optional: where that
 * fails, as while another process writes the record, a further click on the button within a day tries again.
 */
export function createMarkShared(options: MarkSharedOptions): MarkShared {
  const { questions, updateAnswer, baseUrl, now, logger } = options;

  async function show(question: Question, answer: Answer): Promise<void> {
    const { sharedIn, outcome, ...unshared } = question;
    if (sharedIn === undefined || outcome === undefined) return;
    const about = { baseUrl, keptBy: undefined, now: now() };
    const partsOf = (of: Question) => outcomeMessages(of, { outcome, answer }, about).parts;
    await updateAnswer(question, {
      posted: partsOf({ ...unshared, outcome }),
      wanted: partsOf(question),
    });
  }

  return async (question, answer, channel) => {
    // An open one is written by its job only.
    if (question.phase !== 'delivered') return;
    try {
      const marked =
        question.sharedIn === channel
          ? question
          : await questions.close({ ...question, sharedIn: channel });
      await show(marked, answer);
    } catch (error) {
      if (!isSlackError(error) && !(error instanceof StaleQuestion)) throw error;
      logger.debug({ err: error, question: question.id }, 'shared answer not marked');
    }
  };
}
