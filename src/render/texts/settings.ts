/** Settings as people read them; escaped as in `question.ts`. Labels and choices are plain text. */
import {
  type Budget,
  type ChannelSettings,
  SETTING_LIMITS,
  type SettingName,
} from '../../model/settings.js';
import type { BudgetAmount, SettingGroup } from '../../model/settings-groups.js';
import type { SettingLevel, SettingSource } from '../../model/settings-layers.js';
import { count, credits, moment, plural } from '../format/amounts.js';
import { clipMrkdwn, oneLine } from '../format/escape.js';
import { SHOWN } from '../format/limits.js';
import { inlineCode } from './code.js';
import { mention } from './question.js';

export const title = (level: SettingLevel = 'channel') =>
  level === 'channel' ? 'Channel settings' : 'Workspace settings';
export const saveLabel = 'Save';
export const editLabel = 'Edit';
export const backLabel = 'Back';

/** `channel`: an ID. */
export const head = (level: SettingLevel, channel: string) =>
  level === 'channel'
    ? `Deep Search in <#${channel.replace(/[^A-Z0-9]/g, '')}>`
    : 'Deep Search in this workspace. Its channels can have settings of their own.';
/** Where what is stored cannot be read. `of`: what is damaged. */
export const unreadable = (of: SettingLevel) =>
  of === 'channel'
    ? ":warning: This channel's stored settings are damaged. Until they are set again, nobody can ask here and no repository may be shown. To repair them, a workspace admin edits who can ask and which repositories may be shown."
    : ":warning: The workspace's stored settings are damaged. Until they are set again, nobody can ask in its channels and no repository may be shown there. To repair them, a workspace admin edits the workspace settings: who can ask, and which repositories may be shown.";
export const notInThatChannel = 'You are not a member of that channel.';
export const whoMaySet = (level: SettingLevel) =>
  level === 'channel'
    ? 'Only workspace admins and the creator of the channel can change its settings.'
    : 'Only workspace admins can change these settings, or organization admins where the app is installed on an organization.';
export const adminsOnly =
  'Only workspace admins can change which repositories a channel may show, and budgets.';
/** Under the settings of a channel. */
export const fromWorkspace =
  'Workspace settings apply to every channel that has no setting of its own. Admins change them in my Home tab.';

const GROUPS: Readonly<Record<SettingGroup, string>> = {
  asking: 'Questions',
  answers: 'Answers',
  context: 'What every question gets',
  limits: 'Limits',
  budgets: 'Budgets of people and the workspace',
};
export const groupTitle = (group: SettingGroup) => GROUPS[group];

const LABELS: Readonly<Record<SettingName, string>> = {
  who: 'Who can ask',
  people: 'People',
  replies: 'Replies in Deep Search threads',
  answers: 'Where answers go',
  language: 'Language of the answers',
  repositories: 'Repositories to look in',
  instructions: 'Instructions for every answer',
  audience: 'Repositories that may be shown',
  personBudget: 'Budget of each person',
  channelBudget: 'Budget of each channel',
  workspaceBudget: 'Budget of the workspace',
};
/** `level`: where it is set. */
export const label = (name: SettingName, level: SettingLevel) =>
  name === 'channelBudget' && level === 'channel' ? 'Budget of this channel' : LABELS[name];

export const choices = {
  who: [
    { value: 'everyone', label: 'Everyone in the channel' },
    { value: 'listed', label: 'Only the people below' },
  ],
  replies: [
    { value: 'all', label: 'Treat each as a question' },
    { value: 'mention', label: 'Only if they mention the app' },
  ],
  answers: [
    { value: 'thread', label: 'In the thread' },
    { value: 'asker', label: 'Privately, to the person who asked' },
  ],
} as const;
export const sameLanguage = 'Same as the question';

export const hints = {
  people: 'Guests and people from other companies get no answers, even if listed.',
  repositories: `One per line, as the instance lists them, such as github.com/acme/shop. At most ${SETTING_LIMITS.repositories}.`,
  instructions: 'Such as: our service is called checkout; answer in short sentences.',
  audience: `One name or pattern per line, such as github.com/acme/*. At most ${SETTING_LIMITS.audience}. Only the settings file can set an empty list, which means none.`,
} as const;
/** A field that is left empty. */
export const ifEmpty = (inherited: string, level: SettingLevel) =>
  `If empty, it is not set here. ${inheritedLabel(inherited, level)}.`;

const AMOUNTS = {
  'day.questions': 'Questions a day',
  'month.questions': 'Questions a month',
  'day.credits': 'Credits a day',
  'month.credits': 'Credits a month',
} as const;
export const amountLabel = ([period, unit]: BudgetAmount) => AMOUNTS[`${period}.${unit}`];

// What is wrong with a field

export const peopleRequired = 'Choose at least one person, or let everyone ask.';
export const tooMany = (n: number) => `List at most ${count(n)}.`;
/** `name`: raw. */
export const notARepository = (name: string) =>
  `"${oneLine(name).slice(0, 80)}" is not the name of a repository: names have no spaces.`;
export const instructionsTooLong = `Write at most ${count(SETTING_LIMITS.instructions)} characters, without invisible ones.`;
export const notAnAmount = ([, unit]: BudgetAmount) =>
  unit === 'questions'
    ? 'Enter a whole number, such as 100, or leave it empty.'
    : 'Enter a number, such as 2.5, or leave it empty.';
export const amountTooLarge = `Enter ${count(SETTING_LIMITS.amount)} or less.`;

// Values

/** The value that applies. */
export function valueText(name: SettingName, settings: ChannelSettings): string {
  const labelOf = (of: readonly { value: string; label: string }[], chosen: string) =>
    of.find(({ value }) => value === chosen)?.label ?? chosen;
  switch (name) {
    case 'who':
      return settings.who === 'everyone' ? choices.who[0].label : 'Only listed people';
    case 'people':
      return andMore(settings.people.map(mention), SHOWN_PEOPLE) || 'nobody';
    case 'replies':
      return labelOf(choices.replies, settings.replies);
    case 'answers':
      return labelOf(choices.answers, settings.answers);
    case 'language':
      return settings.language ?? sameLanguage;
    case 'repositories':
      return settings.repositories?.length ? listText(settings.repositories) : 'all';
    case 'instructions':
      return clipMrkdwn(oneLine(settings.instructions ?? 'none'), SHOWN.sentence);
    case 'audience':
      return audienceText(settings.audience);
    default:
      return budgetText(settings[name]);
  }
}

/** The same as plain text, for a hint. */
export const plainValueText = (name: SettingName, settings: ChannelSettings) =>
  valueText(name, settings)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function audienceText(audience: readonly string[] | undefined): string {
  if (audience === undefined) return 'all';
  return audience.length === 0 ? 'none' : listText(audience);
}

const SHOWN_NAMES = 8;

const SHOWN_PEOPLE = 30;

function listText(names: readonly string[]): string {
  return andMore(
    names.map((name) => clipMrkdwn(name, SHOWN.sourceLabel)),
    SHOWN_NAMES,
  );
}

function andMore(all: readonly string[], most: number): string {
  const more = all.length - most;
  return `${all.slice(0, most).join(', ')}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

function budgetText({ day, month }: Budget = {}): string {
  const parts = [...amountsText('a day', day), ...amountsText('a month', month)];
  return parts.length === 0 ? 'no limit' : parts.join('; ');
}

function amountsText(each: string, amounts: Budget['day'] = {}): string[] {
  const parts = [
    ...(amounts.questions === undefined ? [] : [plural(amounts.questions, 'question')]),
    ...(amounts.credits === undefined ? [] : [credits(amounts.credits)]),
  ];
  return parts.length === 0 ? [] : [`${parts.join(' and ')} ${each}`];
}

/** Where a value comes from, as seen in the settings of `level`. */
export function sourceText(source: SettingSource, level: SettingLevel): string {
  if (source.from === 'default') return 'default';
  if (source.from === 'unreadable') return 'stored settings are damaged';
  if (source.from === 'file') return fixedText(source, level);
  return source.from === level ? 'set here' : 'workspace setting';
}

function fixedText(
  { level: fixedFor, by, at }: SettingSource & { readonly from: 'file' },
  level: SettingLevel,
): string {
  const where = fixedFor === level ? '' : ' for the workspace';
  return `fixed${where} in the settings file by ${inlineCode(by, SHOWN.sourceLabel)}, ${moment(at)}`;
}

/** One line of the settings: what applies, and why. */
export const settingLine = (labelled: string, value: string, source: string) =>
  `*${labelled}*: ${value} · ${source}`;

/** The choice to set nothing in a form. */
export const inheritedLabel = (value: string, level: SettingLevel) =>
  `${level === 'channel' ? 'Workspace setting' : 'Default'}: ${value}`;

// After the form

/** `lines`: what applies now. */
export const saved = (level: SettingLevel, lines: readonly string[]) =>
  lines.length === 0
    ? 'Nothing to save: these settings are as they were.'
    : [`Saved. ${level === 'channel' ? 'In this channel' : 'In this workspace'}:`, ...lines].join(
        '\n',
      );
export const changedMeanwhile =
  'Not saved: somebody else has changed these settings since you opened the form. Open it again with `/deepsearch settings`.';
export const fixedMeanwhile =
  'Not saved: the settings file has fixed one of these settings since you opened the form.';
