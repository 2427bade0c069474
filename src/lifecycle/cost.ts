import { countableCredits } from '../model/budget.js';
import type { InstanceResult } from './call-instance.js';

/** What a question cost, as the last read reports it, also of one that was stopped; undefined: nothing. */
export function costOf(last: InstanceResult | undefined): number | undefined {
  const credits = last?.kind === 'snapshot' ? countableCredits(last.snapshot.stats.credits) : 0;
  return credits === 0 ? undefined : credits;
}
