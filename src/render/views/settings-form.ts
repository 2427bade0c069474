import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { FIELDS } from '../../model/modal.js';
import {
  type ChannelSettings,
  LANGUAGES,
  SAME_LANGUAGE,
  SETTING_LIMITS,
  type SettingName,
  type SettingsValues,
} from '../../model/settings.js';
import {
  BUDGET_AMOUNTS,
  type BudgetName,
  budgetField,
  INHERITED,
  isBudget,
  SETTING_GROUPS,
  type SettingGroup,
} from '../../model/settings-groups.js';
import { actions, section } from '../blocks/message.js';
import {
  choiceField,
  field,
  modalView,
  plain,
  replaceViewButton,
  textField,
  type ViewContext,
} from '../blocks/modal.js';
import { LIMITS } from '../format/limits.js';
import * as texts from '../texts/settings.js';
import { type SettingsShown, settingLines } from './settings-overview.js';

export interface SettingsForm extends SettingsShown {
  readonly group: SettingGroup;
  /** What the form of this workspace or channel has set. */
  readonly own: SettingsValues;
  /** What applies where the form sets nothing. */
  readonly inherited: ChannelSettings;
}

/** The form to change one group of settings. What a file fixes is shown, and cannot be changed. */
export function renderSettingsForm(view: ViewContext, form: SettingsForm): ModalView {
  const { level, group } = form;
  return modalView(view, {
    title: texts.title(level),
    submit: texts.saveLabel,
    blocks: [
      section(`${texts.head(level, view.place?.channel ?? '')}\n*${texts.groupTitle(group)}*`),
      ...SETTING_GROUPS[group].flatMap((name) => settingBlocks(name, form)),
      actions([replaceViewButton(texts.backLabel, { kind: 'settings', level })]),
    ],
  });
}

function settingBlocks(name: SettingName, form: SettingsForm): KnownBlock[] {
  if (form.explained.sources[name].from === 'file') {
    const lines = settingLines([name], form);
    return lines.length === 0 ? [] : [section(lines.join('\n'))];
  }
  if (isBudget(name)) return budgetBlocks(name, form);
  return [FIELDS_BY_NAME[name](form)];
}

type Single = Exclude<SettingName, BudgetName>;

const FIELDS_BY_NAME: Readonly<Record<Single, (form: SettingsForm) => InputBlock>> = {
  who: (form) => radioField('who', form),
  people: ({ own }) => peopleField(own.people ?? []),
  replies: (form) => radioField('replies', form),
  answers: (form) => radioField('answers', form),
  language: languageField,
  repositories: (form) => listField('repositories', form),
  instructions: instructionsField,
  audience: (form) => listField('audience', form),
};

function radioField(name: 'who' | 'replies' | 'answers', form: SettingsForm): InputBlock {
  const choices = [{ value: INHERITED, label: inheritedLabel(name, form) }, ...texts.choices[name]];
  const of = { id: FIELDS[name], label: texts.label(name, form.level) };
  return choiceField(of, choices, form.own[name] ?? INHERITED);
}

function inheritedLabel(name: SettingName, { inherited, level }: SettingsForm): string {
  return texts.inheritedLabel(texts.valueText(name, inherited), level);
}

function peopleField(people: readonly string[]): InputBlock {
  return field(
    {
      id: FIELDS.people,
      label: texts.label('people', 'channel'),
      hint: texts.hints.people,
      optional: true,
    },
    {
      type: 'multi_users_select',
      max_selected_items: SETTING_LIMITS.people,
      ...(people.length === 0 ? {} : { initial_users: [...people] }),
    } as InputBlock['element'],
  );
}

function languageField(form: SettingsForm): InputBlock {
  const option = (label: string, value = label) => ({ text: plain(label, LIMITS.option), value });
  const options = [
    option(inheritedLabel('language', form), INHERITED),
    option(texts.sameLanguage, SAME_LANGUAGE),
    ...LANGUAGES.map((name) => option(name)),
  ];
  const chosen = form.own.language ?? INHERITED;
  return field({ id: FIELDS.language, label: texts.label('language', form.level) }, {
    type: 'static_select',
    options,
    initial_option: options.find(({ value }) => value === chosen),
  } as InputBlock['element']);
}

function listField(name: 'repositories' | 'audience', form: SettingsForm): InputBlock {
  return textField(
    { ...emptyField(name, form), id: name === 'audience' ? FIELDS.audience : FIELDS.repositories },
    { initial: (form.own[name] ?? []).join('\n') },
  );
}

function instructionsField(form: SettingsForm): InputBlock {
  return textField(
    { ...emptyField('instructions', form), id: FIELDS.instructions },
    { initial: form.own.instructions ?? '', max: SETTING_LIMITS.instructions },
  );
}

function emptyField(name: 'repositories' | 'audience' | 'instructions', form: SettingsForm) {
  const hint = `${texts.hints[name]} ${texts.ifEmpty(texts.plainValueText(name, form.inherited), form.level)}`;
  return { label: texts.label(name, form.level), hint, optional: true };
}

function budgetBlocks(name: BudgetName, form: SettingsForm): KnownBlock[] {
  const own = form.own[name];
  const inputs = BUDGET_AMOUNTS.map((amount) => {
    const [period, unit] = amount;
    const set = own?.[period]?.[unit];
    const of = { id: budgetField(name, amount), label: texts.amountLabel(amount), optional: true };
    return field(of, {
      type: 'number_input',
      is_decimal_allowed: unit === 'credits',
      min_value: '0',
      max_value: String(SETTING_LIMITS.amount),
      ...(set === undefined ? {} : { initial_value: String(set) }),
    } as InputBlock['element']);
  });
  const head = `*${texts.label(name, form.level)}*`;
  const inherited = texts.ifEmpty(texts.valueText(name, form.inherited), form.level);
  return [section(`${head}\n${inherited}`), ...inputs];
}
