import { hasAnswerPosts, type OutcomeMessages } from '../deliver/plan.js';
import { threadOf } from '../deliver/threads.js';
import type { UpdateAnswer } from '../deliver/update-answer.js';
import type { Logger } from '../log.js';
import type { CitationIssues, Question } from '../model/question.js';
import { isSlackError } from '../slack/errors.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import { type CheckCitations, withDoubts } from './citations.js';
import type { Ended } from './say.js';

export interface MarksOptions {
  readonly checkCitations: CheckCitations;
  readonly credentialFor: (question: Question) => Promise<string>;
  readonly questions: Pick<QuestionStore, 'close'>;
  readonly amend: UpdateAnswer;
  readonly logger: Logger;
}

/** An ending with the marks that its sources have so far. */
export interface Marked {
  readonly ended: Ended;
  /** Once the question is closed: puts marks that come later into what stands. Returns at once. */
  readonly later: (say: (ended: Ended) => OutcomeMessages) => void;
}

export type Marks = ReturnType<typeof createMarks>;

/** So many looks go on beside their jobs, which are over by then; more are given up. */
const MOST_BESIDE = 100;

/**
 * Marks the sources of an answer that are not as it says. What is known in time is written down
 * before anything is shown, so that whatever is sent again after a crash is the same.
 */
export function createMarks(options: MarksOptions) {
  const { checkCitations, credentialFor, questions, amend, logger } = options;
  let beside = 0;

  /** Tools that hang keep no worker from the next question. */
  function later(held: QuestionHandle, ended: Ended, late: Late): void {
    if (beside >= MOST_BESIDE) return;
    beside += 1;
    const { id } = held.question;
    markLater(held, ended, late)
      .catch((error: unknown) => {
        if (!late.signal.aborted)
          logger.warn({ err: error, question: id }, 'marks were not put in');
      })
      .finally(() => {
        beside -= 1;
      });
  }

  async function markLater(held: QuestionHandle, ended: Ended, late: Late): Promise<void> {
    const doubts = await late.found;
    if (doubts === undefined || !tellsMore(doubts, held.question.citationIssues)) return;
    const before = late.say(marked(ended, held.question));
    held.question = await questions.close(
      { ...held.question, citationIssues: doubts },
      threadOf(held.question),
    );
    const after = late.say(marked(ended, held.question));
    try {
      await amend(held.question, { posted: before.parts, wanted: after.parts });
    } catch (error) {
      // The answer stands; the record has its marks for whoever looks into its sources.
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error, question: held.question.id }, 'marks were not put in');
    }
  }

  return async (held: QuestionHandle, ended: Ended, signal: AbortSignal): Promise<Marked> => {
    const { answer } = ended;
    const { question } = held;
    if (answer === undefined || question.citationIssues !== undefined || hasAnswerPosts(question)) {
      return { ended: marked(ended, question), later: () => undefined };
    }
    const token = await credentialFor(question);
    const { soon, atLast: found } = checkCitations(answer, { token, signal });
    const doubts = await soon;
    if (doubts !== undefined) await held.save({ citationIssues: doubts });
    return {
      ended: marked(ended, held.question),
      later: (say) => later(held, ended, { found, say, signal }),
    };
  };
}

interface Late {
  readonly found: Promise<CitationIssues | undefined>;
  readonly say: (ended: Ended) => OutcomeMessages;
  /** Fires where the process stops. */
  readonly signal: AbortSignal;
}

function marked(ended: Ended, { citationIssues: doubts }: Question): Ended {
  return { ...ended, answer: ended.answer && withDoubts(ended.answer, doubts) };
}

function tellsMore(found: CitationIssues, before: CitationIssues = {}): boolean {
  return Object.keys(found).length > Object.keys(before).length;
}
