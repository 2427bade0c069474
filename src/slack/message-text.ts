import { mrkdwnToText } from './mrkdwn.js';

/**
 * All that a message says, whatever form it has: its text or blocks, and what hangs on it, such as
 * an alert's fields. At most `most` characters are gathered. Of any other shape: nothing.
 */
export function messageText(message: unknown, most: number): string {
  const { text, blocks, attachments } = fields(message);
  const written = list(blocks).every((block) => fields(block)['type'] === 'rich_text');
  const own = written && typeof text === 'string' ? mrkdwnToText(text) : textsOf(blocks).join('\n');
  const parts = [own || str(text), ...list(attachments).map(attachment)];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, most);
}

type Fields = Readonly<Record<string, unknown>>;

function attachment(raw: unknown): string {
  const of = fields(raw);
  const titled = list(of['fields']).map((it) => {
    const { title, value } = fields(it);
    return [str(title), str(value)].filter(Boolean).join(': ');
  });
  const said = [str(of['pretext']), str(of['title']), str(of['text']), ...titled];
  const inBlocks = textsOf(of['blocks']);
  const all = [...said, ...inBlocks].filter((part) => part.trim() !== '');
  return all.length === 0 ? str(of['fallback']) : all.join('\n');
}

/** Deeper than blocks of Slack's nest. */
const DEEPEST = 8;

/** A line for each block that says something; of elements within, what they say in a row. */
function textsOf(blocks: unknown): string[] {
  return list(blocks).flatMap((block) => {
    const said = saidBy(block, 0).trim();
    return said === '' ? [] : [said];
  });
}

function saidBy(raw: unknown, depth: number): string {
  if (depth > DEEPEST) return '';
  if (Array.isArray(raw)) return joined(raw, depth);
  const of = fields(raw);
  const own =
    typeof of['text'] === 'string' ? textOf(of, of['text']) : saidBy(of['text'], depth + 1);
  const named = of['type'] === 'link' && own === '' ? str(of['url']) : own;
  const parts = [named, saidBy(of['fields'], depth + 1), saidBy(of['elements'], depth + 1)];
  return parts.filter((part) => part !== '').join('\n');
}

/** Rich text flows on; other elements, such as fields, stand below each other. */
function joined(elements: readonly unknown[], depth: number): string {
  const flows = elements.every((it) => FLOWING.has(str(fields(it)['type'])));
  return elements.map((it) => saidBy(it, depth + 1)).join(flows ? '' : '\n');
}

const FLOWING = new Set(['text', 'link', 'emoji', 'user', 'channel', 'usergroup', 'broadcast']);

/** Slack's own markup is resolved where it can stand: what is plain text stays as it is. */
function textOf({ type }: Fields, text: string): string {
  return type === 'mrkdwn' ? mrkdwnToText(text) : text;
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** More would be no message of Slack's. */
const MOST = 100;

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST) : [];
}

function str(value: unknown): string {
  return typeof value === 'string' ? mrkdwnToText(value) : '';
}
