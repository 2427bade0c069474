import type { Block } from '../workspace-api.js';

type Element = Readonly<Record<string, unknown>> & { readonly type: string };

/** Looks in every place of a message where an interactive element may be. */
export function findElement(
  blocks: readonly Block[],
  wanted: { readonly actionId: string; readonly blockId?: string | undefined },
): { element: Element; blockId: string } | undefined {
  for (const block of blocks) {
    const element = elementsOf(block).find((it) => it['action_id'] === wanted.actionId);
    const here = wanted.blockId === undefined || wanted.blockId === block.block_id;
    if (element && here) return { element, blockId: block.block_id ?? '' };
    const deeper = findElement(childrenOf(block), wanted);
    if (deeper) return deeper;
  }
  return undefined;
}

function elementsOf(block: Block): Element[] {
  const places = [block['elements'], block['actions'], [block['accessory']], [block['element']]];
  return places.flat().filter(isElement);
}

function childrenOf(block: Block): Block[] {
  const carousel = block.type === 'carousel' ? block['elements'] : undefined;
  return [block['child_blocks'], carousel].flat().filter(isElement);
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** What Slack says of an element that was used; `value` is what was chosen, where there is a choice. */
export function actionOf(element: Element, value: string | undefined): Record<string, unknown> {
  const { type, action_id, text, style } = element;
  const common = { type, action_id };
  switch (type) {
    case 'button':
    case 'icon_button':
    case 'workflow_button':
      return { ...common, ...given({ text, style, value: element['value'] }) };
    case 'feedback_buttons':
      return { ...common, ...given(feedback(element, value)) };
    case 'overflow':
    case 'static_select':
    case 'radio_buttons':
      return { ...common, selected_option: optionOf(element, value) };
    case 'checkboxes':
    case 'multi_static_select':
      return {
        ...common,
        selected_options: (value ?? '').split(',').flatMap((it) => optionOf(element, it) ?? []),
      };
    default:
      return { ...common, ...picked(type, value) };
  }
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function feedback(element: Element, value: string | undefined): Record<string, unknown> {
  const buttons = [element['positive_button'], element['negative_button']] as Element[];
  const pressed = buttons.find((it) => it['value'] === value) ?? buttons[0];
  return { text: pressed?.['text'], value: pressed?.['value'] };
}

function optionOf(element: Element, value: string | undefined): unknown {
  const groups = (element['option_groups'] as Element[] | undefined) ?? [];
  const options = [element['options'], ...groups.map((it) => it['options'])].flat() as Element[];
  return options.find((it) => it?.['value'] === value) ?? null;
}

const PICKED: Readonly<Record<string, string>> = {
  users_select: 'selected_user',
  conversations_select: 'selected_conversation',
  channels_select: 'selected_channel',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
  datetimepicker: 'selected_date_time',
};

function picked(type: string, value: string | undefined): Record<string, unknown> {
  return { [PICKED[type] ?? 'value']: value ?? null };
}
