import { z } from 'zod';
import { withoutTerminalEscapes } from '../control-characters.js';

/** The languages that can be chosen for answers. */
export const LANGUAGES = [
  ...['English', 'Deutsch', 'Español', 'Français', 'Italiano', 'Nederlands', 'Polski'],
  ...['Português', 'Türkçe', 'Українська', '中文', '日本語', '한국어'],
] as const;

/** Answers are in the language of their question. */
export const SAME_LANGUAGE = 'question';

/** The most that a setting can hold. */
export const SETTING_LIMITS = {
  people: 100,
  repositories: 20,
  repositoryName: 200,
  audience: 50,
  instructions: 1_000,
  amount: 1_000_000_000,
} as const;

const Amounts = z.strictObject({
  questions: z.int().min(0).max(SETTING_LIMITS.amount).exactOptional(),
  credits: z.number().min(0).max(SETTING_LIMITS.amount).exactOptional(),
});

/** How many questions may be asked, and how many credits they may use, in a day and in a month. Absent: any number. */
export const Budget = z.strictObject({
  day: Amounts.exactOptional(),
  month: Amounts.exactOptional(),
});
export type Budget = z.infer<typeof Budget>;

/** A repository as the instance lists it, or a pattern of such names: no spaces or control characters. */
const RepositoryName = z
  .string()
  .regex(/^[^\s\p{C}]+$/u)
  .max(SETTING_LIMITS.repositoryName);

const LONE_SURROGATE = /\p{Cs}/u;

/** Line feeds and tabs, but no other control characters, and nothing that shows text in another order. */
function isPlainText(text: string): boolean {
  return !LONE_SURROGATE.test(text) && withoutTerminalEscapes(text) === text;
}

/** What can be set for a workspace or a channel. Everything is optional: absent is not set there. */
export const SettingsValues = z.strictObject({
  /** Who may ask: everybody with permission, or only the listed users among them. */
  who: z.enum(['everyone', 'listed']).exactOptional(),
  /** User IDs. */
  people: z
    .array(z.string().regex(/^[UW][A-Z0-9]{1,30}$/))
    .max(SETTING_LIMITS.people)
    .exactOptional(),
  /** Which replies in our threads are questions: all, or those that mention the bot. */
  replies: z.enum(['all', 'mention']).exactOptional(),
  /** Where answers go: to the thread, or to the user's direct message. */
  answers: z.enum(['thread', 'asker']).exactOptional(),
  language: z.enum([SAME_LANGUAGE, ...LANGUAGES]).exactOptional(),
  /** Where questions look, as the instance lists its repositories. Empty: in all. */
  repositories: z.array(RepositoryName).max(SETTING_LIMITS.repositories).exactOptional(),
  /** Goes along with each question. Empty: nothing does. */
  instructions: z
    .string()
    .trim()
    .max(SETTING_LIMITS.instructions)
    .refine(isPlainText)
    .exactOptional(),
  /** Patterns of the repositories that a channel may see, such as `github.com/acme/*`. Empty: none. */
  audience: z.array(RepositoryName).max(SETTING_LIMITS.audience).exactOptional(),
  /** Of each person; only for a workspace. */
  personBudget: Budget.exactOptional(),
  /** Of each channel if set for a workspace, else of this one. */
  channelBudget: Budget.exactOptional(),
  /** Of everybody together; only for a workspace. */
  workspaceBudget: Budget.exactOptional(),
});
export type SettingsValues = z.infer<typeof SettingsValues>;

export type SettingName = keyof SettingsValues;
export const SETTING_NAMES = SettingsValues.keyof().options;

/** What a channel can set. */
export const CHANNEL_SETTING_NAMES: readonly SettingName[] = SETTING_NAMES.filter(
  (name) => name !== 'personBudget' && name !== 'workspaceBudget',
);

/** The settings that apply in a channel, or in a direct message. */
export interface ChannelSettings {
  readonly who: 'everyone' | 'listed';
  readonly people: readonly string[];
  readonly replies: 'all' | 'mention';
  readonly answers: 'thread' | 'asker';
  /** Undefined: the language of the question. */
  readonly language: (typeof LANGUAGES)[number] | undefined;
  /** Empty or absent: all. */
  readonly repositories?: readonly string[];
  readonly instructions?: string;
  /** Absent: every repository; empty: none. */
  readonly audience?: readonly string[];
  readonly personBudget?: Budget;
  readonly channelBudget?: Budget;
  readonly workspaceBudget?: Budget;
}

/** The settings of a channel until they are changed. */
export const DEFAULT_SETTINGS: ChannelSettings = {
  who: 'everyone',
  people: [],
  replies: 'all',
  answers: 'thread',
  language: undefined,
};

/** What applies where settings cannot be read: nobody may ask, and no repository may be shown. */
export const NARROWEST_SETTINGS = {
  who: 'listed',
  people: [],
  answers: 'asker',
  audience: [],
} as const satisfies Partial<ChannelSettings>;

/** Of untrusted values, those that are valid. */
export function validSettings(values: Readonly<Record<string, unknown>>): SettingsValues {
  return readSettings(values, {});
}

/** The same of stored values. An invalid one that limits something limits as much as it can. */
export function storedSettings(values: Readonly<Record<string, unknown>>): SettingsValues {
  return readSettings(values, NARROWEST_SETTINGS);
}

/** Whether this version knows such a value of such a setting. */
export function isValidSetting(name: string, value: unknown): boolean {
  const known = SETTING_NAMES.find((each) => each === name);
  return known !== undefined && SettingsValues.shape[known].safeParse(value).success;
}

function readSettings(
  values: Readonly<Record<string, unknown>>,
  insteadOfInvalid: Readonly<Record<string, unknown>>,
): SettingsValues {
  const valid: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    if (values[name] === undefined) continue;
    const parsed = SettingsValues.shape[name].safeParse(values[name]);
    if (parsed.success) valid[name] = parsed.data;
    else if (name in insteadOfInvalid) valid[name] = insteadOfInvalid[name];
  }
  return SettingsValues.parse(valid);
}
