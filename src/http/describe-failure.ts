import { STATUS_CODES } from 'node:http';
import { maskSecrets } from '../secret-patterns.js';

const MAX_MESSAGE_LENGTH = 256;
/** A message is read up to here, and shortened after its secrets are masked. */
const MAX_READ = 16_000;

export function isHtml(text: string): boolean {
  return /^\s*(<!doctype\s|<html|<head|<body|<\?xml)/i.test(text.slice(0, 1000));
}

/** The part of a reply that describes a failure. */
interface Reply {
  readonly status: number;
  readonly body: { readonly text: string };
}

export interface ReplyText {
  /** The server's own message on one line, or the status if there is none. */
  readonly message: string;
  /** The status in words, then the server's message if there is one. */
  readonly whole: string;
}

/**
 * Describes a reply that is no success: the `message` of a JSON body, else the beginning of its
 * text. Never contains HTML, the token, or what looks like another secret.
 */
export function describeReply(reply: Reply, secret: string): ReplyText {
  const status = `${reply.status} ${STATUS_CODES[reply.status] ?? ''}`.trim();
  const said = messageIn(reply.body.text).slice(0, MAX_READ).replaceAll(secret, '…');
  const message = toLine(maskSecrets(said).text);
  return message === ''
    ? { message: status, whole: status }
    : { message, whole: `${status}: ${message}` };
}

function messageIn(text: string): string {
  if (isHtml(text)) return '';
  const body = parseJson(text);
  return (
    textField(body, 'message') ??
    textField(body, 'error') ??
    textField(field(body, 'error'), 'message') ??
    text
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

function textField(body: unknown, name: string): string | undefined {
  const value = field(body, name);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function toLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zs}\u2028\u2029]+/gu, ' ').trim();
  const characters = [...line.slice(0, 4 * MAX_MESSAGE_LENGTH)];
  if (characters.length <= MAX_MESSAGE_LENGTH) return line;
  return `${characters.slice(0, MAX_MESSAGE_LENGTH - 1).join('')}…`;
}

/** Whether a server's message says that a quota is used up. */
export function namesQuota(message: string): boolean {
  return /\b(quota|entitlement|usage limit|out of credits)\b/i.test(message);
}

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'no reply in time',
  UND_ERR_DESTROYED: 'the app is shutting down',
};

/** Why there is no reply, for an operator. */
export function describeNetworkError(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unreachable';
  const code = 'code' in cause ? String(cause.code) : '';
  const text = NETWORK_ERRORS[code] ?? cause.message;
  return code && text ? `${text} (${code})` : text || code || 'unreachable';
}
