import type { Measure } from './budget.js';
import type { Period } from './period.js';
import type { Budget } from './settings.js';

/** What was used in the current day and month. */
export type Usage = Readonly<Record<Period, Readonly<Record<Measure, number>>>>;

/** With the budget that it counts towards; absent: there is none. */
export interface BudgetedUsage {
  readonly usage: Usage;
  readonly budget?: Budget | undefined;
}

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

/** What admins see of their workspace. */
export interface WorkspaceUsage {
  readonly all: BudgetedUsage;
  readonly people: TopUsage;
  readonly channels: TopUsage;
}

/** By credits; where nobody reports any, by questions. */
export function byUsage(a: UsageOf, b: UsageOf): number {
  const [first, second] = [a.usage.month, b.usage.month];
  return second.credits - first.credits || second.questions - first.questions;
}
