import { FIELDS } from '../../model/modal.js';
import {
  SETTING_LIMITS,
  type SettingName,
  SettingsValues,
  validSettings,
} from '../../model/settings.js';
import {
  BUDGET_AMOUNTS,
  type BudgetName,
  budgetField,
  INHERITED,
} from '../../model/settings-groups.js';
import * as texts from '../../render/texts/settings.js';

/** The fields of a form for settings. */
export interface SettingsFields {
  /** Whether the form has a field. */
  readonly has: (name: string) => boolean;
  /** Its trimmed value; empty if it has none. */
  readonly field: (name: string) => string;
}

/** What a form says: values, and settings that are not to be set there any more. Others stay. */
export interface SettingsInForm {
  readonly settings: SettingsValues;
  readonly unset: readonly SettingName[];
}

/** What is wrong, by field. */
export type SettingsErrors = Readonly<Record<string, string>>;

interface Reading {
  readonly values: Record<string, unknown>;
  readonly unset: SettingName[];
  readonly errors: Record<string, string>;
}

/** Reads a form for settings; choices that it does not offer count as unchanged. Pure. */
export function parseSettingsFields(
  fields: SettingsFields,
): SettingsInForm | { readonly errors: SettingsErrors } {
  const reading: Reading = { values: {}, unset: [], errors: {} };
  for (const name of ['who', 'replies', 'answers', 'language'] as const) {
    readChoice(name, fields, reading);
  }
  readPeople(fields, reading);
  for (const name of ['repositories', 'audience'] as const) readNames(name, fields, reading);
  readInstructions(fields, reading);
  for (const name of ['personBudget', 'channelBudget', 'workspaceBudget'] as const) {
    readBudget(name, fields, reading);
  }
  const { values, unset, errors } = reading;
  if (Object.keys(errors).length > 0) return { errors };
  return { settings: validSettings(values), unset };
}

function readChoice(
  name: 'who' | 'replies' | 'answers' | 'language',
  { has, field }: SettingsFields,
  { values, unset }: Reading,
): void {
  const id = FIELDS[name];
  if (!has(id)) return;
  if (field(id) === INHERITED) unset.push(name);
  else values[name] = field(id);
}

/** They belong to the choice that only some may ask. */
function readPeople({ has, field }: SettingsFields, { values, unset, errors }: Reading): void {
  if (!has(FIELDS.people) && !has(FIELDS.who)) return;
  const people = field(FIELDS.people).split(',').filter(Boolean);
  const who = has(FIELDS.who) ? field(FIELDS.who) : 'listed';
  if (who === 'everyone' || who === INHERITED) unset.push('people');
  else if (who !== 'listed') return;
  else if (people.length > 0) values['people'] = people;
  else errors[FIELDS.people] = texts.peopleRequired;
}

function readNames(
  name: 'repositories' | 'audience',
  { has, field }: SettingsFields,
  { values, unset, errors }: Reading,
): void {
  if (!has(name)) return;
  const lines = field(name)
    .split(/[\n,]/)
    .map((line) => (name === 'repositories' ? nameIn(line.trim()) : line.trim()));
  const names = [...new Set(lines.filter(Boolean))];
  const { shape } = SettingsValues;
  const wrong = names.find((one) => !shape[name].safeParse([one]).success);
  if (wrong !== undefined) errors[name] = texts.notARepository(wrong);
  else if (names.length > SETTING_LIMITS[name]) errors[name] = texts.tooMany(SETTING_LIMITS[name]);
  else if (names.length === 0) unset.push(name);
  else values[name] = names;
}

/** People paste the address of a repository for its name. */
function nameIn(line: string): string {
  const address = /^https?:\/\/(\S+)$/i.exec(line)?.[1];
  return address === undefined ? line : address.replace(/\/$/, '').replace(/\.git$/i, '');
}

function readInstructions(
  { has, field }: SettingsFields,
  { values, unset, errors }: Reading,
): void {
  if (!has(FIELDS.instructions)) return;
  const text = field(FIELDS.instructions).replaceAll('\r\n', '\n');
  if (text === '') unset.push('instructions');
  else if (SettingsValues.shape.instructions.safeParse(text).success) values['instructions'] = text;
  else errors[FIELDS.instructions] = texts.instructionsTooLong;
}

function readBudget(name: BudgetName, fields: SettingsFields, reading: Reading): void {
  const present = BUDGET_AMOUNTS.filter((amount) => fields.has(budgetField(name, amount)));
  if (present.length === 0) return;
  const budget: Record<string, Record<string, number>> = {};
  for (const amount of present) {
    const id = budgetField(name, amount);
    const text = fields.field(id);
    if (text === '') continue;
    const [period, unit] = amount;
    if (!isAmount(text, unit)) reading.errors[id] = texts.notAnAmount(amount);
    else if (Number(text) > SETTING_LIMITS.amount) reading.errors[id] = texts.amountTooLarge;
    else budget[period] = { ...budget[period], [unit]: Number(text) };
  }
  if (Object.keys(budget).length === 0) reading.unset.push(name);
  else reading.values[name] = budget;
}

function isAmount(text: string, unit: 'questions' | 'credits'): boolean {
  const form = unit === 'questions' ? /^\d+$/ : /^\d+(?:\.\d{1,6})?$/;
  return form.test(text);
}
