import type { BudgetUse, Measure, ReachedBudget } from '../../model/budget.js';
import type { LimitScope } from '../../model/limits.js';
import type { Period } from '../../model/period.js';
import type { SettingSource } from '../../model/settings-layers.js';
import { count, creditAmount, credits, moment, plural, utc } from '../format/amounts.js';
import { escapeMrkdwn } from '../format/escape.js';

/** Budgets, as people read them. */

/** "20 questions", "1.5 credits". */
export function amount(measure: Measure, n: number): string {
  return measure === 'questions' ? plural(n, 'question') : credits(n);
}

/** "3 of 20 questions". */
export const amountOf = (measure: Measure, used: number, max: number) =>
  `${usedAmount(measure, used)} of ${amount(measure, max)}`;

const usedAmount = (measure: Measure, used: number) =>
  measure === 'questions' ? count(used) : creditAmount(used);

/** "20 questions a day". */
const budgetAmount = ({ measure, period, max }: BudgetAmount) =>
  `${amount(measure, max)} a ${period}`;

interface BudgetAmount {
  readonly measure: Measure;
  readonly period: Period;
  readonly max: number;
}

/** Why a question is not asked; `source`: where the budget is set. */
export function budgetUsedUp(reached: ReachedBudget, source: SettingSource): string {
  const { scope, againAt, max } = reached;
  const budget = budgetAmount(reached);
  if (max === 0) return `${POSSESSIVE[scope]} budget is ${budget}. ${whoRaises(scope, source)}`;
  const why = `${SUBJECT[scope]} used up ${DETERMINER[scope]} budget of ${budget}.`;
  return `${why} You can ask again ${moment(againAt)}. ${whoRaises(scope, source)}`;
}

/** Most of it is used, or all: "You have used 16 of your 20 questions today." */
export function budgetNearlyUsed({ scope, period, measure, used, max, endsAt }: BudgetUse): string {
  const who = SUBJECT[scope];
  const share = `${usedAmount(measure, used)} of ${DETERMINER[scope]} ${amount(measure, max)}`;
  const when = period === 'day' ? 'today' : 'this month';
  return `${who.charAt(0).toUpperCase()}${who.slice(1)} used ${share} ${when}. The budget resets ${moment(endsAt)}.`;
}

const SUBJECT = {
  person: 'you have',
  channel: 'this channel has',
  workspace: 'this workspace has',
} satisfies Record<LimitScope, string>;

const DETERMINER = {
  person: 'your',
  channel: 'its',
  workspace: 'its',
} satisfies Record<LimitScope, string>;

const POSSESSIVE = {
  person: 'your',
  channel: 'this channel’s',
  workspace: 'this workspace’s',
} satisfies Record<LimitScope, string>;

/** `by` in the source: raw. */
function whoRaises(scope: LimitScope, source: SettingSource): string {
  if (source.from === 'file') {
    return `${escapeMrkdwn(source.by)} set it in a settings file and can raise it there.`;
  }
  if (scope === 'channel' && source.from === 'channel') {
    return 'Workspace admins can raise it here with `/deepsearch settings`.';
  }
  return 'Admins can raise it in the Home tab of this app.';
}

/** What a workflow is told: plain text. */
export function stepBudgetUsedUp(reached: ReachedBudget): string {
  const { scope, againAt } = reached;
  const used = `${STEP_SUBJECT[scope]} has used up a budget of ${budgetAmount(reached)}.`;
  return `${used} Run the workflow again after ${utc(againAt)}, or ask an admin to raise the budget.`;
}

const STEP_SUBJECT = {
  person: 'The person in "Who asks"',
  channel: 'The channel for the answer',
  workspace: 'This workspace',
} satisfies Record<LimitScope, string>;
