import { WebAPIPlatformError } from '@slack/web-api';
import type { SlackRefused } from './errors.js';

const SCOPES = /^[a-z_:., ]{1,200}$/;
const POINTER = /^(?:\/[\w-]+)+$/;

/**
 * What Slack adds to an error code: the scopes that are needed, and JSON pointers to the invalid parts of
 * blocks. Nothing else of the reply, so it holds no ids or names.
 * https://docs.slack.dev/reference/methods/blocks.validate
 */
export function refusalDetails({ cause }: SlackRefused): string[] {
  if (!(cause instanceof WebAPIPlatformError)) return [];
  const { needed, errors, response_metadata: metadata }: ErrorReply = cause.data;
  const scopes = typeof needed === 'string' && SCOPES.test(needed) ? [`needs ${needed}`] : [];
  const pointers = [
    ...arrayOf(errors).map(pointerOf),
    ...arrayOf(metadata?.messages).map(pointerIn),
  ];
  return [...scopes, ...new Set(pointers.filter((pointer) => POINTER.test(pointer)))];
}

interface ErrorReply {
  readonly needed?: unknown;
  readonly errors?: unknown;
  readonly response_metadata?: { readonly messages?: unknown };
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function pointerOf(error: unknown): string {
  return String((error as { pointer?: unknown } | null)?.pointer);
}

/** As in "[ERROR] missing required field: text [json-pointer:/blocks/0]". */
function pointerIn(message: unknown): string {
  return /\[json-pointer:([^\]]+)\]/.exec(String(message))?.[1] ?? '';
}
