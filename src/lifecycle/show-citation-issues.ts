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

/** A result with the citation issues that are known so far. */
export interface CheckedResult {
  readonly ended: QuestionResult;
  /** Once the question is closed: adds issues that are found later to the posted answer. Returns at once. */
  readonly later: (say: (ended: QuestionResult) => OutcomeMessages) => void;
}

export type ShowCitationIssues = ReturnType<typeof createShowCitationIssues>;

/** How many checks may continue after their jobs; others are dropped. */
const MAX_LATE_CHECKS = 100;

/**
 * Marks an answer's sources that do not match what it cites. Issues that are known in time are
 * recorded before anything is posted, so that a retry after a crash posts the same.
 */
export function createShowCitationIssues(options: ShowCitationIssuesOptions) {
  const { checkCitations, credentialFor, questions, updateAnswer, logger } = options;
  let running = 0;

  /** Runs after the job, so that slow tools do not block the worker. */
  function later(held: QuestionHandle, ended: QuestionResult, late: LateCheck): void {
    if (running >= MAX_LATE_CHECKS) return;
    running += 1;
    const { id } = held.question;
    showLate(held, ended, late)
      .catch((error: unknown) => {
        if (!late.signal.aborted)
          logger.warn({ err: error, question: id }, 'citation issues not shown');
      })
      .finally(() => {
        running -= 1;
      });
  }

  async function showLate(
    held: QuestionHandle,
    ended: QuestionResult,
    late: LateCheck,
  ): Promise<void> {
    const issues = await late.found;
    if (issues === undefined || !tellsMore(issues, held.question.citationIssues)) return;
    const before = late.say(withKnownIssues(ended, held.question));
    held.question = await questions.close(
      { ...held.question, citationIssues: issues },
      threadOf(held.question),
    );
    const after = late.say(withKnownIssues(ended, held.question));
    try {
      await updateAnswer(held.question, { posted: before.parts, wanted: after.parts });
    } catch (error) {
      // The answer is posted; the record has the issues for the view of its sources.
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error, question: held.question.id }, 'citation issues not shown');
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
    const issues = await soon;
    if (issues !== undefined) await held.save({ citationIssues: issues });
    return {
      ended: withKnownIssues(ended, held.question),
      later: (say) => later(held, ended, { found, say, signal }),
    };
  };
}

interface LateCheck {
  readonly found: Promise<CitationIssues | undefined>;
  readonly say: (ended: QuestionResult) => OutcomeMessages;
  /** Fires when the process stops. */
  readonly signal: AbortSignal;
}

function withKnownIssues(
  ended: QuestionResult,
  { citationIssues: issues }: Question,
): QuestionResult {
  return { ...ended, answer: ended.answer && withCitationIssues(ended.answer, issues) };
}

function tellsMore(found: CitationIssues, before: CitationIssues = {}): boolean {
  return Object.keys(found).length > Object.keys(before).length;
}
