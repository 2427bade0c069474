import { mrkdwnToText } from './mrkdwn.js';

/**
 * The whole text of a message: its text or blocks, and its attachments, such as the fields of an
 * alert. At most `maxLength` characters; '' if it is no message.
 */
export function messageText(message: unknown, maxLength: number): string {
  const { text, blocks, attachments } = fields(message);
  const isRichText = list(blocks).every((block) => fields(block)['type'] === 'rich_text');
  const own =
    isRichText && typeof text === 'string' ? mrkdwnToText(text) : textsOf(blocks).join('\n');
  const parts = [own || str(text), ...list(attachments).map(attachmentText)];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, maxLength);
}

type Fields = Readonly<Record<string, unknown>>;

function attachmentText(raw: unknown): string {
  const attachment = fields(raw);
  const titled = list(attachment['fields']).map((field) => {
    const { title, value } = fields(field);
    return [str(title), str(value)].filter(Boolean).join(': ');
  });
  const { pretext, title, text, blocks, fallback } = attachment;
  const all = [str(pretext), str(title), str(text), ...titled, ...textsOf(blocks)];
  const parts = all.filter((part) => part.trim() !== '');
  return parts.length === 0 ? str(fallback) : parts.join('\n');
}

/** Deeper than Slack's blocks are nested. */
const MAX_DEPTH = 8;

/** The text of each block that has any. */
function textsOf(blocks: unknown): string[] {
  return list(blocks).flatMap((block) => {
    const text = elementText(block, 0).trim();
    return text === '' ? [] : [text];
  });
}

function elementText(raw: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(raw)) return joined(raw, depth);
  const element = fields(raw);
  const { type, text, url } = element;
  const own = typeof text === 'string' ? resolved(type, text) : elementText(text, depth + 1);
  const parts = [
    type === 'link' && own === '' ? str(url) : own,
    elementText(element['fields'], depth + 1),
    elementText(element['elements'], depth + 1),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Inline elements of rich text are one line; other elements, such as fields, are lines of their own. */
function joined(elements: readonly unknown[], depth: number): string {
  const isInline = elements.every((element) => INLINE.has(str(fields(element)['type'])));
  return elements.map((element) => elementText(element, depth + 1)).join(isInline ? '' : '\n');
}

const INLINE = new Set(['text', 'link', 'emoji', 'user', 'channel', 'usergroup', 'broadcast']);

/** Only `mrkdwn` text contains Slack's markup. */
function resolved(type: unknown, text: string): string {
  return type === 'mrkdwn' ? mrkdwnToText(text) : text;
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A real message has no more. */
const MAX_ELEMENTS = 100;

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ELEMENTS) : [];
}

function str(value: unknown): string {
  return typeof value === 'string' ? mrkdwnToText(value) : '';
}
