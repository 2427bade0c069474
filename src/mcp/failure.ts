import { describeReply, isHtml } from '../http/error-text.js';
import { retryAfterMs } from '../http/retry.js';
import { credential, type Token } from '../http/token.js';
import { describeNetworkError } from '../http/trouble.js';
import type { ResponseInfo } from './bounded-fetch.js';
import {
  ToolRefused,
  ToolServerError,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
  type UnavailableReason,
} from './errors.js';

/** What a listing is called where a tool has its name. */
export const LIST_TOOLS = 'tools/list';

/** What was tried. */
export interface FailedCall {
  /** The tool's name, or `LISTING`. */
  readonly what: string;
  readonly token: Token;
  readonly flight: ResponseInfo;
  readonly expired: boolean;
  readonly now: number;
}

/** The protocol's library throws errors of these kinds, told apart by what they carry. */
interface ErrorFields {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly data?: { readonly text?: unknown } | undefined;
}

/** Whatever a call threw as one of our errors; one of ours already stays as it is. */
export function toToolServerError(error: unknown, tried: FailedCall): ToolServerError {
  if (error instanceof ToolServerError) return error;
  if (tried.expired) return unavailable('time-out', 'gave no answer in time', error);
  const { bodyError: flaw } = tried.flight;
  if (flaw === 'too-large') return unavailable(flaw, 'gave an answer that is too large', error);
  if (flaw === 'cut') return unavailable(flaw, 'gave an answer that was cut off', error);
  const { status, code, data } = carriedBy(error);
  if (typeof status === 'number') {
    return refusal(status, typeof data?.text === 'string' ? data.text : '', tried);
  }
  // A JSON-RPC error: its code is a number.
  if (typeof code === 'number') return said(tried, wordsOf(error));
  if (isWire(error))
    return unavailable('unreachable', `was not reached: ${describeNetworkError(error)}`, error);
  return unavailable('not-tools', 'is not there: what answers does not speak its protocol', error);
}

/** By the HTTP status (field notes, "Tool server"; the document shows no errors). */
function refusal(status: number, text: string, tried: FailedCall): ToolServerError {
  const { message, whole } = describeReply(
    { status, body: { text } },
    credential(tried.token).value,
  );
  const wait = retryAfterMs(tried.flight.retryAfter, tried.now);
  if (status === 429 || status === 402 || namesQuota(message)) return new ToolsBusy(whole, wait);
  if (status >= 500 || status === 408)
    return new ToolsUnavailable('broken', { says: `says ${whole}`, retryAfterMs: wait });
  if (status < 400) return unavailable('not-tools', `says ${whole}, which is not followed`);
  if (status === 401) return new ToolsDenied('token', whole);
  if (status === 403) return new ToolsDenied('permission', whole);
  if (status === 404) return new ToolsDenied(isHtml(text) ? 'too-old' : 'off', whole);
  if (status === 405) return new ToolsDenied('too-old', whole);
  return said(tried, message);
}

/** A tool's refusal; a server that cannot even list what it has is none. */
function said({ what }: FailedCall, words: string): ToolServerError {
  return what === LIST_TOOLS
    ? unavailable('not-tools', `says ${words}`)
    : new ToolRefused(what, words);
}

const namesQuota = (says: string): boolean =>
  /\b(quota|entitlement|usage limit|out of credits)\b/i.test(says);

function unavailable(trouble: UnavailableReason, says: string, cause?: unknown): ToolsUnavailable {
  return new ToolsUnavailable(trouble, { says, cause });
}

function carriedBy(error: unknown): ErrorFields {
  return typeof error === 'object' && error !== null ? error : {};
}

const LONGEST_WORDS = 2_000;

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.slice(0, LONGEST_WORDS);
}

/** The system's codes and undici's: no reply came at all. */
function isWire(error: unknown): boolean {
  const { code } = carriedBy(error);
  return typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code);
}
