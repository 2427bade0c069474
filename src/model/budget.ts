import { LIMIT_SCOPES, type LimitScope, type ReachedLimit } from './limits.js';
import { PERIODS, type Period, periodAt } from './period.js';
import type { Budget, ChannelSettings, SettingName } from './settings.js';

/** What is counted: questions when they are accepted, credits as the service reports them. */
export const MEASURES = ['questions', 'credits'] as const;
export type Measure = (typeof MEASURES)[number];

/** The budgets that a question counts towards: of its asker, its channel and its workspace. */
export type Budgets = { readonly [S in LimitScope]?: Budget | undefined };

/** Which setting has the budget. */
export const BUDGET_SETTINGS = {
  person: 'personBudget',
  channel: 'channelBudget',
  workspace: 'workspaceBudget',
} as const satisfies Record<LimitScope, SettingName>;

/** One amount of a budget, such as 20 questions of a person a day. */
export interface BudgetLimit {
  readonly scope: LimitScope;
  readonly period: Period;
  readonly measure: Measure;
  readonly max: number;
}

/** What was used of it in the current period. */
export interface BudgetUse extends BudgetLimit {
  readonly used: number;
  /** When the next period begins, ms since the epoch. */
  readonly endsAt: number;
}

/** A budget that is used up. Versions before budgets read it as a limit per hour. */
export interface ReachedBudget extends ReachedLimit {
  readonly againAt: number;
  readonly period: Period;
  readonly measure: Measure;
}

/** Those that apply where a question is asked. */
export function budgetsIn(settings: ChannelSettings): Budgets {
  const { personBudget: person, channelBudget: channel, workspaceBudget: workspace } = settings;
  return { person, channel, workspace };
}

/** Every amount that is set, always in the same order. */
export function budgetLimits(budgets: Budgets): BudgetLimit[] {
  return LIMIT_SCOPES.flatMap((scope) =>
    PERIODS.flatMap((period) =>
      MEASURES.flatMap((measure) => {
        const max = budgets[scope]?.[period]?.[measure];
        return max === undefined ? [] : [{ scope, period, measure, max }];
      }),
    ),
  );
}

/** With what was used of each at a moment, ms since the epoch; `used`: in the order of the limits. */
export function budgetUse(
  limits: readonly BudgetLimit[],
  used: readonly number[],
  at: number,
): BudgetUse[] {
  return limits.map((limit, i) => {
    const { endsAt } = periodAt(limit.period, at);
    return { ...limit, used: used[i] ?? 0, endsAt };
  });
}

/** The used-up budget to tell of, if there is one: that which lasts longest. */
export function reachedBudget(uses: readonly BudgetUse[]): ReachedBudget | undefined {
  const [longest] = uses.filter(isUsedUp).sort((a, b) => b.endsAt - a.endsAt);
  if (longest === undefined) return undefined;
  const { scope, period, measure, max, endsAt } = longest;
  return { scope, period, measure, max, againAt: endsAt };
}

export function isBudget(reached: ReachedLimit): reached is ReachedBudget {
  return 'period' in reached && 'measure' in reached;
}

function isUsedUp({ used, max }: BudgetUse): boolean {
  return used >= max;
}

/** Most of it is used: worth one word, so that being refused is no surprise. */
export function isNearlyUsed({ used, max }: BudgetUse): boolean {
  return used >= max * 0.8;
}

/** What of a question's credits counts: a service may report nonsense, which must not last a month. */
export function countableCredits(reported: number): number {
  return Number.isFinite(reported) ? Math.min(Math.max(reported, 0), MAX_CREDITS) : 0;
}

const MAX_CREDITS = 1_000_000;
