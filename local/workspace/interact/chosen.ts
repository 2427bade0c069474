import type { Block, Entries, Entry, ViewValues } from '../workspace-api.js';
import { type Element, elementsIn } from './element.js';

/** Elements that hold nothing: pressed, not filled in. */
const PRESSED = new Set([
  'button',
  'feedback_buttons',
  'icon_button',
  'image',
  'overflow',
  'workflow_button',
]);

/** https://docs.slack.dev/reference/views: what every field holds, entered or from the start. */
export function stateOf(
  blocks: readonly Block[],
  entries: Entries = {},
): { readonly values: ViewValues } {
  const values: Record<string, Record<string, Record<string, unknown>>> = {};
  for (const { element, blockId } of elementsIn(blocks)) {
    const actionId = element['action_id'];
    if (PRESSED.has(element.type) || typeof actionId !== 'string') continue;
    const entry = entries[blockId]?.[actionId];
    const held = entry === undefined ? initial(element) : chosen(element, entry);
    values[blockId] = { ...values[blockId], [actionId]: { type: element.type, ...held } };
  }
  return { values };
}

/** Whether a field holds nothing. */
export function isEmpty(held: Readonly<Record<string, unknown>> | undefined): boolean {
  const { type: _type, ...rest } = held ?? {};
  return Object.values(rest).every(
    (it) => it === null || it === undefined || it === '' || (Array.isArray(it) && it.length === 0),
  );
}

const OPTIONS = new Set(['static_select', 'radio_buttons', 'overflow', 'external_select']);
const SEVERAL_OPTIONS = new Set(['checkboxes', 'multi_static_select', 'multi_external_select']);

const FIELDS: Readonly<Record<string, string>> = {
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

/** What an element holds once `entry` was chosen or typed, under the name that Slack gives it. */
export function chosen(element: Element, entry: Entry): Record<string, unknown> {
  const { type } = element;
  if (OPTIONS.has(type)) return { selected_option: optionOf(element, one(entry)) };
  if (SEVERAL_OPTIONS.has(type)) {
    return { selected_options: many(entry).flatMap((it) => optionOf(element, it) ?? []) };
  }
  const field = FIELDS[type];
  if (field === undefined) return { value: one(entry) };
  if (type.startsWith('multi_')) return { [`selected_${field}`]: many(entry) };
  const value = one(entry);
  const isNumber = type === 'datetimepicker' && value !== null;
  return { [`selected_${field}`]: isNumber ? Number(value) : value };
}

function initial(element: Element): Record<string, unknown> {
  const { type } = element;
  if (OPTIONS.has(type)) return { selected_option: element['initial_option'] ?? null };
  if (SEVERAL_OPTIONS.has(type)) return { selected_options: element['initial_options'] ?? [] };
  const field = FIELDS[type];
  if (field === undefined) return { value: element['initial_value'] ?? null };
  const none = type.startsWith('multi_') ? [] : null;
  return { [`selected_${field}`]: element[`initial_${field}`] ?? none };
}

function one(entry: Entry): string | null {
  if (entry === null || entry === '') return null;
  return typeof entry === 'string' ? entry : (entry[0] ?? null);
}

/** Several at once may also come as a list in one string. */
function many(entry: Entry): readonly string[] {
  if (entry === null) return [];
  return typeof entry === 'string' ? entry.split(',').filter(Boolean) : entry;
}

function optionOf(element: Element, value: string | null): unknown {
  const groups = (element['option_groups'] as Element[] | undefined) ?? [];
  const options = [element['options'], ...groups.map((it) => it['options'])].flat() as Element[];
  return options.find((it) => it?.['value'] === value) ?? null;
}
