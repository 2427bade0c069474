import type { Logger } from '../log.js';
import type { Outcome } from '../model/outcome.js';
import type { Question } from '../model/question.js';

/** The instance names its own errors, so anything else in the place of a name stays out of the log. */
const ERROR_NAME = /^[A-Za-z][\w.-]{0,79}$/;

/**
 * Why the instance gave no answer, as one word for the log: `token`, `TokenLimitExceeded`, `busy`. Never a message of the
 * instance, which may quote the question. Undefined for outcomes that are no failure.
 */
export function endReason(
  { transientError }: Pick<Question, 'transientError'>,
  outcome: Outcome,
): string | undefined {
  switch (outcome.kind) {
    case 'refused':
      return outcome.refusal.reason;
    case 'failed':
      return ERROR_NAME.test(outcome.failure.kind) ? outcome.failure.kind : 'Unknown';
    case 'unreachable':
      return transientError?.kind ?? 'unreachable';
    default:
      return undefined;
  }
}

/** One line, as a warning with its reason if the instance gave no answer. */
export function logEnd(
  logger: Pick<Logger, 'info' | 'warn'>,
  question: Question,
  outcome: Outcome,
): void {
  const ended = { question: question.id, outcome: outcome.kind };
  const reason = endReason(question, outcome);
  if (reason === undefined) logger.info(ended, 'question ended');
  else logger.warn({ ...ended, reason }, 'question ended');
}
