import { hasAnswerPosts, type OutcomeMessages } from '../deliver/plan.js';
import type { UpdateAnswer } from '../deliver/update-answer.js';
import type { Logger } from '../log.js';
import { threadOf } from '../model/place.js';
import type { CitationIssues, Question } from '../model/question.js';
import { isSlackError } from '../slack/errors.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import { type CheckCitations, withCitationIssues } from './citations/check-citations.js';
import type { QuestionResult } from './outcome-messages.js';

export interface ShowCitationIssuesOptions {
  readonly checkCitations: CheckCitations;
  readonly credentialFor: (question: Question) => Promise<string>;
  readonly questions: Pick<QuestionStore, 'close'>;
  readonly updateAnswer: UpdateAnswer;
  readonly logger: Logger;
}

/** An ending with the marks that its sources have so far. */
export interface CheckedResult {
  readonly ended: QuestionResult;
  /** Once the question is closed: puts marks that come later into what stands. Returns at once. */
  readonly later: (say: (ended: QuestionResult) => OutcomeMessages) => void;
}

export type ShowCitationIssues = ReturnType<typeof createShowCitationIssues>;

/** So many looks go on beside their jobs, which are over by then; more are given up. */
const MAX_LATE_CHECKS = 100;

/**
 * Marks the sources of an answer that are not as it says. What is known in time is written down
 * before anything is shown, so that whatever is sent again after a crash is the same.
 */
export function createShowCitationIssues(options: ShowCitationIssuesOptions) {
  const { checkCitations, credentialFor, questions, updateAnswer, logger } = options;
  let beside = 0;

  /** Tools that hang keep no worker from the next question. */
  function later(held: QuestionHandle, ended: QuestionResult, late: LateCheck): void {
    if (beside >= MAX_LATE_CHECKS) return;
    beside += 1;
    const { id } = held.question;
    showLate(held, ended, late)
      .catch((error: unknown) => {
        if (!late.signal.aborted)
          logger.warn({ err: error, question: id }, 'marks were not put in');
      })
      .finally(() => {
        beside -= 1;
      });
  }

  async function showLate(
    held: QuestionHandle,
    ended: QuestionResult,
    late: LateCheck,
  ): Promise<void> {
    const doubts = await late.found;
    if (doubts === undefined || !tellsMore(doubts, held.question.citationIssues)) return;
    const before = late.say(withKnownIssues(ended, held.question));
    held.question = await questions.close(
      { ...held.question, citationIssues: doubts },
      threadOf(held.question),
    );
    const after = late.say(withKnownIssues(ended, held.question));
    try {
      await updateAnswer(held.question, { posted: before.parts, wanted: after.parts });
    } catch (error) {
      // The answer stands; the record has its marks for whoever looks into its sources.
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error, question: held.question.id }, 'marks were not put in');
    }
  }

  return async (
    held: QuestionHandle,
    ended: QuestionResult,
    signal: AbortSignal,
  ): Promise<CheckedResult> => {
    const { answer } = ended;
    const { question } = held;
    if (answer === undefined || question.citationIssues !== undefined || hasAnswerPosts(question)) {
      return { ended: withKnownIssues(ended, question), later: () => undefined };
    }
    const token = await credentialFor(question);
    const { inTime: soon, complete: found } = checkCitations(answer, { token, signal });
    const doubts = await soon;
    if (doubts !== undefined) await held.save({ citationIssues: doubts });
    return {
      ended: withKnownIssues(ended, held.question),
      later: (say) => later(held, ended, { found, say, signal }),
    };
  };
}

interface LateCheck {
  readonly found: Promise<CitationIssues | undefined>;
  readonly say: (ended: QuestionResult) => OutcomeMessages;
  /** Fires where the process stops. */
  readonly signal: AbortSignal;
}

function withKnownIssues(
  ended: QuestionResult,
  { citationIssues: doubts }: Question,
): QuestionResult {
  return { ...ended, answer: ended.answer && withCitationIssues(ended.answer, doubts) };
}

function tellsMore(found: CitationIssues, before: CitationIssues = {}): boolean {
  return Object.keys(found).length > Object.keys(before).length;
}
