import type { Block, Modal, Ref, View } from '../../local/workspace/workspace.js';
import type { Stack } from './stack.js';

/** The modal on top, once it reads like this. */
export function waitForModal({ workspace }: Stack, of: Ref, like: string | RegExp): Promise<Modal> {
  return workspace.waitFor(
    () => {
      const top = workspace.modals(of).at(-1);
      return top !== undefined && matches(viewText(top), like) && top;
    },
    { what: `a modal like ${like}` },
  );
}

/** Somebody's Home, once it reads like this. */
export function waitForHome({ workspace }: Stack, of: Ref, like: string | RegExp): Promise<View> {
  return workspace.waitFor(
    () => {
      const home = workspace.home(of);
      return home !== undefined && matches(viewText(home), like) && home;
    },
    { what: `a Home like ${like}` },
  );
}

function matches(text: string, like: string | RegExp): boolean {
  return typeof like === 'string' ? text.includes(like) : like.test(text);
}

/** What a person reads of a view, line by line: `[Label]` is a button, `Label: …` a field with what it holds at first. */
export function viewText({ title, blocks }: Pick<View, 'title' | 'blocks'>): string {
  return [...(title === null ? [] : [title.text]), ...blocks.flatMap(readBlock)].join('\n');
}

function readBlock(block: Block): string[] {
  const element = block['element'] as Element | undefined;
  const elements = (block['elements'] ?? []) as Element[];
  const accessory = block['accessory'] as Element | undefined;
  switch (block.type) {
    case 'input':
      return [`${text(block['label'])}: ${initial(element)}`];
    case 'actions':
      return [elements.map(label).join(' ')];
    case 'context':
      return [elements.map((it) => text(it)).join(' ')];
    case 'rich_text':
      return elements.flatMap((it) => ((it['elements'] ?? []) as Element[]).map(textIn));
    default:
      return [[text(block['text']), accessory && label(accessory)].filter(Boolean).join(' ')];
  }
}

type Element = Readonly<Record<string, unknown>>;

function label(element: Element): string {
  return `[${text(element['text'] ?? element['placeholder'])}]`;
}

function textIn({ text }: Element): string {
  return typeof text === 'string' ? text : '';
}

function initial(element: Element = {}): string {
  const option = element['initial_option'] as { text?: unknown } | undefined;
  const said = element['initial_value'] ?? element['initial_conversation'];
  return typeof said === 'string' ? said : text(option?.text);
}

function text(value: unknown): string {
  const inner = (value as { text?: unknown } | undefined)?.text;
  return typeof inner === 'string' ? inner : '';
}

/** The `action_id` of the button with this label. */
export function buttonId(view: Pick<View, 'title' | 'blocks'>, like: string): string {
  const [found] = buttonIds(view, like);
  if (found === undefined) throw new Error(`no button "${like}" in:\n${viewText(view)}`);
  return found;
}

/** The same of all buttons with this label. */
export function buttonIds({ blocks }: Pick<View, 'blocks'>, like: string): string[] {
  const all = blocks.flatMap((block) => [
    block['accessory'],
    ...((block['elements'] ?? []) as unknown[]),
  ]);
  const found = all.filter((it) => text((it as Element | undefined)?.['text']) === like);
  return found.map((it) => String((it as Element)['action_id']));
}
