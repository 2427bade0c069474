import type { SettingName } from './settings.js';
import type { SettingLevel } from './settings-layers.js';

/** Settings that are shown and changed together. */
export const SETTING_GROUPS = {
  asking: ['who', 'people', 'replies'],
  answers: ['answers', 'language'],
  context: ['repositories', 'instructions'],
  limits: ['audience', 'channelBudget'],
  budgets: ['personBudget', 'workspaceBudget'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export type SettingGroup = keyof typeof SETTING_GROUPS;
export const SETTING_GROUP_NAMES = Object.keys(SETTING_GROUPS) as [SettingGroup, ...SettingGroup[]];

/** The groups of a workspace, or of a channel. */
export function groupsOf(level: SettingLevel): readonly SettingGroup[] {
  return level === 'workspace'
    ? SETTING_GROUP_NAMES
    : SETTING_GROUP_NAMES.filter((group) => group !== 'budgets');
}

/** What protects a workspace, so that of those who may change a channel only admins change it. */
export const ADMIN_SETTINGS: readonly SettingName[] = [
  ...SETTING_GROUPS.limits,
  ...SETTING_GROUPS.budgets,
];

/** Whether somebody may change a group's settings. */
export function mayChangeGroup(group: SettingGroup, who: { readonly isAdmin: boolean }): boolean {
  const names: readonly SettingName[] = SETTING_GROUPS[group];
  return who.isAdmin || !names.some((name) => ADMIN_SETTINGS.includes(name));
}

/** The amounts of a budget, in the order of its form. */
export const BUDGET_AMOUNTS = [
  ['day', 'questions'],
  ['month', 'questions'],
  ['day', 'credits'],
  ['month', 'credits'],
] as const;
export type BudgetAmount = (typeof BUDGET_AMOUNTS)[number];

const BUDGETS = ['personBudget', 'channelBudget', 'workspaceBudget'] as const;
export type BudgetName = (typeof BUDGETS)[number];

export function isBudget(name: SettingName): name is BudgetName {
  return BUDGETS.some((budget) => budget === name);
}

/** The field of a budget's amount in a form. */
export function budgetField(name: BudgetName, [period, unit]: BudgetAmount): string {
  return `${name}.${period}.${unit}`;
}

/** In a form: the value is not set there. */
export const INHERITED = 'inherited';
