import { NotConnected } from '../deepsearch/errors.js';
import { hasAnswerPosts, type OutcomeMessages } from '../deliver/plan.js';
import type { Token } from '../http/credential.js';
import type { Question } from '../model/question.js';
import type { QuestionHandle } from '../store/questions.js';
import type { CheckCitations } from './citations/check-citations.js';
import { type QuestionResult, withKnownIssues } from './outcome-messages.js';
import type { ShowLateIssues } from './show-late-issues.js';

export interface ShowCitationIssuesOptions {
  readonly checkCitations: CheckCitations;
  readonly credentialFor: (question: Question) => Promise<Token>;
  readonly showLateIssues: ShowLateIssues;
}

/** A result with the citation issues that are known so far. */
export interface CheckedResult {
  readonly ended: QuestionResult;
  /** Once the question is closed: adds issues that are found later to the posted answer. Returns at once. */
  readonly later: (say: (ended: QuestionResult) => OutcomeMessages) => void;
}

export type ShowCitationIssues = ReturnType<typeof createShowCitationIssues>;

/**
 * Marks an answer's sources that do not match what it cites. Issues that are known in time are
 * recorded before anything is posted, so that a retry after a crash posts the same.
 */
export function createShowCitationIssues(options: ShowCitationIssuesOptions) {
  const { checkCitations, credentialFor, showLateIssues } = options;

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
    const token = await credentialFor(question).catch(withoutAccount);
    if (token === undefined) return { ended, later: () => undefined };
    const { inTime, complete: found } = checkCitations(answer, { token, signal });
    const issues = await inTime;
    if (issues !== undefined) await held.save({ citationIssues: issues });
    return {
      ended: withKnownIssues(ended, held.question),
      later: (say) => showLateIssues(held, ended, { found, say, signal }),
    };
  };
}

/** Its asker has disconnected their account meanwhile: the answer is posted unchecked. */
function withoutAccount(error: unknown): undefined {
  if (!(error instanceof NotConnected)) throw error;
}
