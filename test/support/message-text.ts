import type { Block, Message } from '../../local/workspace/workspace.js';

/** What a person reads, block by block: `[Label]` is a button, `[⋯ Label | Label]` a menu. */
export function messageText(message: Pick<Message, 'text' | 'blocks'>): string {
  const { blocks } = message;
  return blocks?.length ? blocks.map(blockText).join('\n') : message.text;
}

type Element = Readonly<Record<string, unknown>>;

function blockText(block: Block): string {
  if (block.type === 'markdown') return String(block['text']);
  if (block.type === 'plan') return planText(block);
  const elements = (block['elements'] ?? []) as Element[];
  if (block.type === 'actions') return elements.map((it) => `[${labelOf(it)}]`).join(' ');
  if (block.type === 'context') return elements.map((it) => textOf(it)).join(' ');
  return textOf(block['text']);
}

/** A menu shows what it offers. */
function labelOf(element: Element): string {
  if (element['type'] !== 'overflow') return textOf(element['text']);
  const options = (element['options'] ?? []) as Element[];
  return `⋯ ${options.map((option) => textOf(option['text'])).join(' | ')}`;
}

/** Each step with its state in front. */
function planText(block: Block): string {
  const tasks = (block['tasks'] ?? []) as { title: string; status: string }[];
  return [String(block['title']), ...tasks.map((it) => `${it.status}: ${it.title}`)].join('\n');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const text = (value as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

/**
 * A message as Slack draws it, for golden files: links show their label and address, mentions a
 * name, escaped characters themselves, steps a check mark, and feedback buttons their labels.
 */
export function renderedMessage(message: Pick<Message, 'text' | 'blocks'>): string {
  const blocks = message.blocks ?? [];
  const drawn = blocks.length > 0 ? blocks.map(drawnBlock) : [drawnMrkdwn(message.text)];
  return `notification: ${message.text.replace(/\n/g, ' ⏎ ')}\n\n${drawn.join('\n\n')}\n`;
}

function drawnBlock(block: Block): string {
  if (block.type === 'plan') return drawnPlan(block);
  if (block.type === 'context_actions') return drawnFeedback(block);
  const text = blockText(block);
  return block.type === 'markdown' || block.type === 'actions' ? text : drawnMrkdwn(text);
}

const STEP_SIGNS: Readonly<Record<string, string>> = {
  complete: '✓',
  in_progress: '…',
  error: '✗',
};

function drawnPlan(block: Block): string {
  const tasks = (block['tasks'] ?? []) as { title: string; status: string }[];
  const steps = tasks.map(({ title, status }) => `  ${STEP_SIGNS[status] ?? '○'} ${title}`);
  return [String(block['title']), ...steps].join('\n');
}

function drawnFeedback(block: Block): string {
  const elements = (block['elements'] ?? []) as Element[];
  const buttons = elements.flatMap((it) => [it['positive_button'], it['negative_button']]);
  return buttons.map((it) => `(${textOf((it as Element | undefined)?.['text'])})`).join(' ');
}

function drawnMrkdwn(text: string): string {
  return text
    .replace(/<(https?:[^|>]+)\|([^>]*)>/g, '$2 ($1)')
    .replace(/<(https?:[^|>]+)>/g, '$1')
    .replace(/<([@#])([A-Z0-9]+)(\|[^>]*)?>/g, '$1$2')
    .replace(/<!date\^\d+\^[^|>]*\|([^>]*)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
