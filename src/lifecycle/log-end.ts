import type { Logger } from '../log.js';
import { endReason } from '../model/end-reason.js';
import type { Outcome } from '../model/outcome.js';
import type { Question } from '../model/question.js';

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
