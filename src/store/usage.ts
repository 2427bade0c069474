import { type BudgetLimit, type BudgetUse, budgetUse, type Measure } from '../model/budget.js';
import type { LimitScope } from '../model/limits.js';
import { type Period, periodAt } from '../model/period.js';
import { byUsage, type TopUsage, type Usage } from '../model/usage.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import {
  type CountedQuestion,
  countedMember,
  limitsFor,
  TTL_MS,
  toAmount,
  usedArguments,
} from './usage-counters.js';

/** Whose usage it is: people, channels, or the workspace as a whole. */
interface CountedIn {
  readonly workspace: string;
  readonly scope: LimitScope;
}

export type UsageStore = ReturnType<typeof createUsageStore>;

/** What was used in the day and the month of `at`, ms since the epoch. `question-writes.ts` counts it. */
export function createUsageStore({ redis }: { redis: Connection }) {
  async function usageOf(where: CountedIn, ids: readonly string[], at: number): Promise<Usage[]> {
    if (ids.length === 0) return [];
    const read = async (period: Period, measure: Measure) => {
      const scores = await redis.zmscore(counterKey(where, { measure, period }, at), ...ids);
      return (i: number) => toAmount(measure, scores[i]);
    };
    const [dayQuestions, dayCredits, monthQuestions, monthCredits] = await Promise.all([
      read('day', 'questions'),
      read('day', 'credits'),
      read('month', 'questions'),
      read('month', 'credits'),
    ]);
    return ids.map((_, i) => ({
      day: { questions: dayQuestions(i), credits: dayCredits(i) },
      month: { questions: monthQuestions(i), credits: monthCredits(i) },
    }));
  }

  return {
    /** `id`: of the user, the channel, or the workspace. */
    async of(where: CountedIn, id: string, at: number): Promise<Usage> {
      const [usage = NOTHING] = await usageOf(where, [id], at);
      return usage;
    },

    /** Those who used most this month. */
    async top(where: CountedIn, max: number, at: number): Promise<TopUsage> {
      const first = (measure: Measure) =>
        redis.zrange(counterKey(where, { measure, period: 'month' }, at), 0, `${max - 1}`, 'REV');
      const [byCredits, byQuestions, count] = await Promise.all([
        first('credits'),
        first('questions'),
        redis.zcard(counterKey(where, { measure: 'questions', period: 'month' }, at)),
      ]);
      const ids = [...new Set([...byCredits, ...byQuestions])];
      const usages = await usageOf(where, ids, at);
      const ranked = usages.map((usage, i) => ({ id: ids[i] ?? '', usage })).sort(byUsage);
      return { top: ranked.slice(0, max), count };
    },

    /** What was used of the budgets that a question counts towards. */
    async ofBudgets(
      question: CountedQuestion,
      limits: readonly BudgetLimit[],
      at: number,
    ): Promise<BudgetUse[]> {
      const set = limitsFor(question, limits);
      const { named } = usedArguments(question, set, at);
      const scores = await Promise.all(
        set.map(({ scope }, i) => redis.zscore(named[i] ?? '', memberOf(question, scope))),
      );
      return budgetUse(
        set,
        set.map(({ measure }, i) => toAmount(measure, scores[i])),
        at,
      );
    },

    /** True for the first caller in each of its days or months. */
    async claimToldBudget(question: CountedQuestion, use: BudgetUse, at: number): Promise<boolean> {
      const key = toldKey(question, use, at);
      const added = await redis.sadd(key, toldMember(question, use));
      await redis.pexpire(key, TTL_MS[use.period]);
      return added === 1;
    },

    /** Nobody was told after all. */
    async releaseToldBudget(question: CountedQuestion, use: BudgetUse, at: number): Promise<void> {
      await redis.srem(toldKey(question, use, at), toldMember(question, use));
    },
  };
}

const NOTHING: Usage = {
  day: { questions: 0, credits: 0 },
  month: { questions: 0, credits: 0 },
};

interface CountedFor {
  readonly measure: Measure;
  readonly period: Period;
}

function counterKey(where: CountedIn, { measure, period }: CountedFor, at: number): string {
  return keys.used({ ...where, measure, period: periodAt(period, at).name });
}

function toldKey({ place }: CountedQuestion, { period }: BudgetUse, at: number): string {
  return keys.budgetsTold(place.workspace, periodAt(period, at).name);
}

function toldMember(question: CountedQuestion, { scope, measure }: BudgetUse): string {
  return `${measure} ${scope} ${memberOf(question, scope)}`;
}

function memberOf(question: CountedQuestion, scope: LimitScope): string {
  return countedMember(question, scope) ?? '';
}
