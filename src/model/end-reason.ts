import type { Outcome } from './outcome.js';
import type { Question } from './question.js';

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
