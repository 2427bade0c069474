import type { Measure } from './budget.js';
import type { Period } from './period.js';

/** What was used in the current day and month. */
export type Usage = Readonly<Record<Period, Readonly<Record<Measure, number>>>>;

/** What a person, by their user id, or a channel used. */
export interface UsageOf {
  readonly id: string;
  readonly usage: Usage;
}

/** Those who used most this month, in order. */
export interface TopUsage {
  readonly top: readonly UsageOf[];
  /** How many there are in all. */
  readonly count: number;
}

/** By credits; where nobody reports any, by questions. */
export function byUsage(a: UsageOf, b: UsageOf): number {
  const [first, second] = [a.usage.month, b.usage.month];
  return second.credits - first.credits || second.questions - first.questions;
}
