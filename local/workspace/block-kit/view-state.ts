import type { Block, Entries, Entry, ViewValues } from '../api/workspace.js';
import { allElements, type Element } from './find-element.js';

/** Elements without a value in `view.state`. */
const STATELESS = new Set([
  'button',
  'feedback_buttons',
  'icon_button',
  'image',
  'overflow',
  'workflow_button',
]);

/**
 * `state` of a view or message: the entered or initial value of every element. See
 * https://docs.slack.dev/reference/views
 */
export function viewState(
  blocks: readonly Block[],
  entries: Entries = {},
): { readonly values: ViewValues } {
  const values: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const { element, blockId } of allElements(blocks)) {
    const actionId = element['action_id'];
    if (STATELESS.has(element.type) || typeof actionId !== 'string') continue;
    const entry = entries[blockId]?.[actionId];
    const fieldState = entry === undefined ? initialState(element) : elementState(element, entry);
    values[blockId] = { ...values[blockId], [actionId]: { type: element.type, ...fieldState } };
  }
  return { values };
}

/** Whether an element has no value. */
export function isEmptyState(fieldState: Readonly<Record<string, unknown>> | undefined): boolean {
  const { type: _type, ...rest } = fieldState ?? {};
  return Object.values(rest).every(
    (it) => it === null || it === undefined || it === '' || (Array.isArray(it) && it.length === 0),
  );
}

const SINGLE_OPTION_TYPES = new Set([
  'static_select',
  'radio_buttons',
  'overflow',
  'external_select',
]);
const MULTI_OPTION_TYPES = new Set(['checkboxes', 'multi_static_select', 'multi_external_select']);

const SELECTED_FIELDS: Readonly<Record<string, string>> = {
  users_select: 'user',
  conversations_select: 'conversation',
  channels_select: 'channel',
  multi_users_select: 'users',
  multi_conversations_select: 'conversations',
  multi_channels_select: 'channels',
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'date_time',
};

/** An element's value in `state` and in `actions`, in the field that Slack uses for its type. */
export function elementState(element: Element, entry: Entry): Record<string, unknown> {
  const { type } = element;
  if (SINGLE_OPTION_TYPES.has(type))
    return { selected_option: optionOf(element, singleValue(entry)) };
  if (MULTI_OPTION_TYPES.has(type)) {
    return { selected_options: multipleValues(entry).flatMap((it) => optionOf(element, it) ?? []) };
  }
  const field = SELECTED_FIELDS[type];
  if (field === undefined) return { value: singleValue(entry) };
  if (type.startsWith('multi_')) return { [`selected_${field}`]: multipleValues(entry) };
  const value = singleValue(entry);
  const isNumber = type === 'datetimepicker' && value !== null;
  return { [`selected_${field}`]: isNumber ? Number(value) : value };
}

function initialState(element: Element): Record<string, unknown> {
  const { type } = element;
  if (SINGLE_OPTION_TYPES.has(type)) return { selected_option: element['initial_option'] ?? null };
  if (MULTI_OPTION_TYPES.has(type)) return { selected_options: element['initial_options'] ?? [] };
  const field = SELECTED_FIELDS[type];
  if (field === undefined) return { value: element['initial_value'] ?? null };
  const none = type.startsWith('multi_') ? [] : null;
  return { [`selected_${field}`]: element[`initial_${field}`] ?? none };
}

function singleValue(entry: Entry): string | null {
  if (entry === null || entry === '') return null;
  return typeof entry === 'string' ? entry : (entry[0] ?? null);
}

/** Also accepts several values as one comma-separated string. */
function multipleValues(entry: Entry): readonly string[] {
  if (entry === null) return [];
  return typeof entry === 'string' ? entry.split(',').filter(Boolean) : entry;
}

function optionOf(element: Element, value: string | null): unknown {
  const groups = (element['option_groups'] as Element[] | undefined) ?? [];
  const options = [element['options'], ...groups.map((it) => it['options'])].flat() as Element[];
  return options.find((it) => it?.['value'] === value) ?? null;
}
