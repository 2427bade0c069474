import type { BudgetLimit, Measure } from '../model/budget.js';
import { LIMIT_SCOPES, type LimitScope, MAX_OPEN_MS } from '../model/limits.js';
import { PERIODS, type Period, periodAt } from '../model/period.js';
import type { Question } from '../model/question.js';
import { keys } from './keys.js';

/**
 * Credits are counted in whole millionths: sums of fractions such as 0.1 would not be exact, and a
 * budget of 1 not used up by ten times 0.1.
 */
const UNITS = { questions: 1, credits: 1_000_000 } satisfies Record<Measure, number>;

const DAY_MS = 24 * 3600_000;

/** How long a counter is kept after the last write: until the last question of its period has ended. */
export const TTL_MS = {
  day: DAY_MS + MAX_OPEN_MS + DAY_MS,
  month: 31 * DAY_MS + MAX_OPEN_MS + DAY_MS,
} satisfies Record<Period, number>;

/** What a question counts towards: also after it has moved to its asker's direct message. */
export type CountedQuestion = Pick<Question, 'place' | 'askedIn' | 'user'>;

/**
 * Lua. `usedUp(first, arg, count)` returns what was used of each of `count` budgets, as text, and
 * whether one is used up: its keys begin at `first`, its pairs of member and maximum at `arg`.
 * `addUsage` adds to counters: its triples of member, amount and TTL begin at `arg`.
 */
export const USAGE_LUA = `
local function usedUp(first, arg, count)
  local used, reached = {}, false
  for i = 0, count - 1 do
    local amount = redis.call('ZSCORE', KEYS[first + i], ARGV[arg + 2 * i]) or '0'
    used[i + 1] = amount
    if tonumber(amount) >= tonumber(ARGV[arg + 2 * i + 1]) then reached = true end
  end
  return used, reached
end
local function addUsage(first, arg, count)
  for i = 0, count - 1 do
    redis.call('ZINCRBY', KEYS[first + i], ARGV[arg + 3 * i + 1], ARGV[arg + 3 * i])
    redis.call('PEXPIRE', KEYS[first + i], ARGV[arg + 3 * i + 2])
  end
end`;

/** Keys and arguments of one call of a function in `USAGE_LUA`. */
export interface UsageArguments {
  readonly named: readonly string[];
  readonly args: readonly (string | number)[];
  readonly count: number;
}

/** Without those of a channel for what is asked in a direct message. */
export function limitsFor(
  question: CountedQuestion,
  limits: readonly BudgetLimit[],
): readonly BudgetLimit[] {
  return limits.filter(({ scope }) => countedMember(question, scope) !== undefined);
}

/** For `usedUp`; `limits`: those of `limitsFor`. */
export function usedArguments(
  question: CountedQuestion,
  limits: readonly BudgetLimit[],
  at: number,
): UsageArguments {
  const { workspace } = question.place;
  const named = limits.map(({ measure, scope, period }) =>
    keys.used({ measure, scope, workspace, period: periodAt(period, at).name }),
  );
  const args = limits.flatMap(({ measure, scope, max }) => [
    countedMember(question, scope) ?? '',
    Math.round(max * UNITS[measure]),
  ]);
  return { named, args, count: limits.length };
}

/** The reply of `usedUp`, in questions and credits. */
export function parseUsed(limits: readonly BudgetLimit[], reply: unknown): number[] {
  const amounts = reply as readonly string[];
  return limits.map(({ measure }, i) => toAmount(measure, amounts[i]));
}

export interface UsageChange {
  readonly measure: Measure;
  readonly amount: number;
}

/** For `addUsage`: for each scope and period. `at`: when the question was accepted. */
export function addArguments(
  question: CountedQuestion,
  { measure, amount }: UsageChange,
  at: number,
): UsageArguments {
  const counters = countersOf(question);
  const units = Math.round(amount * UNITS[measure]);
  const { workspace } = question.place;
  return {
    named: counters.map(({ scope, period }) =>
      keys.used({ measure, scope, workspace, period: periodAt(period, at).name }),
    ),
    args: counters.flatMap(({ member, period }) => [member, units, TTL_MS[period]]),
    count: counters.length,
  };
}

function countersOf(question: CountedQuestion) {
  return LIMIT_SCOPES.flatMap((scope) => {
    const member = countedMember(question, scope);
    return member === undefined ? [] : PERIODS.map((period) => ({ scope, member, period }));
  });
}

/** Who or what is counted in a scope; undefined: nothing, such as a direct message as a channel. */
export function countedMember(
  { place, askedIn, user }: CountedQuestion,
  scope: LimitScope,
): string | undefined {
  if (scope === 'person') return user;
  if (scope === 'workspace') return place.workspace;
  return askedIn ?? (place.direct ? undefined : place.channel);
}

/** A counter as it is stored, in questions or credits. */
export function toAmount(measure: Measure, stored: string | null | undefined): number {
  return Number(stored ?? 0) / UNITS[measure];
}
