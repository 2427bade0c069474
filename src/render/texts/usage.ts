import type { Quota } from '../../model/answer.js';
import { MEASURES } from '../../model/budget.js';
import { PERIODS, type Period } from '../../model/period.js';
import type { BudgetedUsage, TopUsage, Usage, WorkspaceUsage } from '../../model/usage.js';
import { count } from '../format/amounts.js';
import { amount, amountOf } from './budgets.js';
import * as conversationTexts from './conversations.js';
import { mention } from './question.js';

/** What was used, today and this month: of somebody, and of a workspace for its admins. */

interface UsageTexts {
  readonly own: BudgetedUsage;
  readonly channel?: BudgetedUsage;
  readonly quota: Quota | 'away' | undefined;
  readonly workspace?: WorkspaceUsage;
}

/** Each part in a block of its own. */
export function usageReport({ own, channel, quota, workspace }: UsageTexts): string[] {
  return [
    `*You*\n${bothPeriods(own)}`,
    ...(channel === undefined ? [] : [`*This channel*\n${bothPeriods(channel)}`]),
    ...(workspace === undefined ? [] : workspaceUsage(workspace)),
    `*The service’s quota*\n${quotaText(quota)}`,
  ];
}

/** Each part in a block of its own. */
export function workspaceUsage({ all, people, channels }: WorkspaceUsage): string[] {
  return [
    `*This workspace*\n${bothPeriods(all)}`,
    ...topList('Top people this month', people, mention),
    ...topList('Top channels this month', channels, channelLink),
  ];
}

/** In one line, for Home. */
export const ownUsage = (own: BudgetedUsage) =>
  `Your usage: ${PERIODS.map((period) => `${amounts(own, period)} ${PERIOD_NAMES[period]}`).join(' · ')}`;

export const quotaText = (quota: Quota | 'away' | undefined) =>
  quota === 'away' ? conversationTexts.serviceUnavailable : conversationTexts.quotaUsage(quota);

const bothPeriods = (used: BudgetedUsage) =>
  `Today: ${amounts(used, 'day')}\nThis month: ${amounts(used, 'month')}`;

const PERIOD_NAMES = { day: 'today', month: 'this month' } satisfies Record<Period, string>;

/** "3 of 20 questions, 1.5 credits". Credits only where there are some, or a budget of them. */
function amounts({ usage, budget }: BudgetedUsage, period: Period): string {
  const parts = MEASURES.map((measure) => {
    const used = usage[period][measure];
    const max = budget?.[period]?.[measure];
    if (max !== undefined) return amountOf(measure, used, max);
    return measure === 'credits' && used === 0 ? '' : amount(measure, used);
  });
  return parts.filter((text) => text !== '').join(', ');
}

function topList(title: string, { top, count: all }: TopUsage, name: (id: string) => string) {
  if (top.length === 0) return [];
  const lines = top.map(({ id, usage }, i) => `${i + 1}. ${name(id)}: ${inBoth(usage)}`);
  const more = all > top.length ? [`and ${count(all - top.length)} more`] : [];
  return [[`*${title}*`, ...lines, ...more].join('\n')];
}

/** "42 questions, 15.3 credits (3 questions today)". */
function inBoth(usage: Usage): string {
  const { questions, credits } = usage.day;
  const today = questions + credits > 0 ? ` (${amounts({ usage }, 'day')} today)` : '';
  return `${amounts({ usage }, 'month')}${today}`;
}

const channelLink = (channel: string) => `<#${channel.replace(/[^A-Z0-9]/g, '')}>`;
