import { STATUS_CODES } from 'node:http';

const LONGEST_MESSAGE = 256;

export function isHtml(text: string): boolean {
  return /^\s*(<!doctype\s|<html|<head|<body|<\?xml)/i.test(text.slice(0, 1000));
}

/** As much of a reply as it takes to say what it says. */
interface Reply {
  readonly status: number;
  readonly body: { readonly text: string };
}

export interface ReplyText {
  /** The service's own words on one line, or the status where it used none. */
  readonly message: string;
  /** The status in words, and the service's own where it used any. */
  readonly whole: string;
}

/**
 * What a reply that is no success says: the `message` of a JSON body or else the beginning of its
 * text. Never a page's HTML, never the token.
 */
export function describeReply(reply: Reply, secret: string): ReplyText {
  const status = `${reply.status} ${STATUS_CODES[reply.status] ?? ''}`.trim();
  const own = clean(messageIn(reply.body.text).replaceAll(secret, '…'));
  return own === ''
    ? { message: status, whole: status }
    : { message: own, whole: `${status}: ${own}` };
}

function messageIn(text: string): string {
  if (isHtml(text)) return '';
  const body = parsed(text);
  return (
    field(body, 'message') ??
    field(body, 'error') ??
    field(inside(body, 'error'), 'message') ??
    text
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inside = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

function field(body: unknown, name: string): string | undefined {
  const value = inside(body, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function clean(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ').trim();
  const characters = [...line.slice(0, 4 * LONGEST_MESSAGE)];
  if (characters.length <= LONGEST_MESSAGE) return line;
  return `${characters.slice(0, LONGEST_MESSAGE - 1).join('')}…`;
}
