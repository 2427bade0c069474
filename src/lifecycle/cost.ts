import { isOver } from '../model/answer.js';
import { countableCredits } from '../model/budget.js';
import type { Question } from '../model/question.js';
import type { QuestionHandle } from '../store/questions.js';
import type { InstanceResult } from './call-instance.js';

/** What a question has cost, by its reads before and the last one, also of one that was stopped; undefined: nothing. */
export function costOf(
  { credits: before = 0 }: Pick<Question, 'credits'>,
  last: InstanceResult | undefined,
): number | undefined {
  const read = last?.kind === 'snapshot' ? countableCredits(last.snapshot.stats.credits) : 0;
  const credits = Math.max(before, read);
  return credits === 0 ? undefined : credits;
}

/**
 * Counts what it has cost so far, since it may end without being read again, and gives the same result. What an
 * outcome cost is saved with it.
 */
export async function saveCostSoFar(
  held: QuestionHandle,
  last: InstanceResult | undefined,
): Promise<InstanceResult | undefined> {
  if (last?.kind !== 'snapshot' || isOver(last.snapshot)) return last;
  const credits = costOf(held.question, last);
  if (credits !== held.question.credits) await held.save({ credits });
  return last;
}
