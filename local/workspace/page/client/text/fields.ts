import type { Entry } from '../../../api/page.js';

/** A Block Kit element with a value; its other fields depend on its type. */
export interface FieldElement {
  readonly type: string;
  readonly action_id?: string;
  readonly [key: string]: unknown;
}

export interface FieldOption {
  readonly value: string;
  readonly text: string;
  readonly description?: string;
}

export const isMultiSelect = (type: string): boolean => type.startsWith('multi_');

/** Fields that consist of several controls. */
export const isOptionList = (type: string): boolean =>
  type === 'checkboxes' || type === 'radio_buttons' || isMultiSelect(type);

/** Elements without a value. */
const NOT_FIELDS = new Set([
  'button',
  'feedback_buttons',
  'icon_button',
  'image',
  'mrkdwn',
  'overflow',
  'plain_text',
  'workflow_button',
]);

export const isField = (element: { readonly type: string } | undefined): element is FieldElement =>
  element !== undefined && !NOT_FIELDS.has(element.type);

/** A field's entry from its value in `view.state`. */
export function entryFromState(held: Readonly<Record<string, unknown>> | undefined): Entry {
  const value = Object.entries(held ?? {}).find(([key]) => key !== 'type')?.[1];
  if (Array.isArray(value)) return value.map(optionValue);
  return value === null || value === undefined ? null : optionValue(value);
}

/** A field's entry from its `initial_…` value, for fields in messages. */
export function initialEntry(element: FieldElement): Entry {
  const initial = Object.entries(element).find(([key]) => key.startsWith('initial_'));
  return initial ? entryFromState({ value: initial[1] }) : null;
}

const optionValue = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'value' in value
    ? String(value.value)
    : String(value);

export interface OptionGroup {
  readonly label?: string;
  readonly options: readonly FieldOption[];
}

/** The options in an element's `options` or `option_groups`. */
export function optionsOf(element: FieldElement): readonly OptionGroup[] {
  const groups = element['option_groups'] as
    | readonly { label: { text: string }; options: readonly RawOption[] }[]
    | undefined;
  if (groups) {
    return groups.map(({ label, options }) => ({
      label: label.text,
      options: options.map(option),
    }));
  }
  return [{ options: ((element['options'] as readonly RawOption[]) ?? []).map(option) }];
}

interface RawOption {
  readonly text: { readonly text: string };
  readonly value?: string;
  readonly description?: { readonly text: string };
}

const option = ({ text, value, description }: RawOption): FieldOption => ({
  value: value ?? '',
  text: text.text,
  ...(description ? { description: description.text } : {}),
});

/** The text of a text object, such as an element's placeholder. */
export function textObjectText(value: unknown): string | undefined {
  const text = (value as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : undefined;
}
