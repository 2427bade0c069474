import { credential, type Token } from '../http/credential.js';
import {
  describeNetworkError,
  describeReply,
  isHtml,
  namesQuota,
} from '../http/describe-failure.js';
import { retryAfterMs } from '../http/retry.js';
import { maskSecrets } from '../secret-patterns.js';
import type { ResponseInfo } from './bounded-fetch.js';
import {
  MAX_MESSAGE_LENGTH,
  ToolRefused,
  ToolServerError,
  ToolsBusy,
  ToolsDenied,
  ToolsUnavailable,
  type UnavailableReason,
} from './errors.js';

/** The MCP method, used as the name of a failed call in place of a tool's. */
export const LIST_TOOLS = 'tools/list';

export interface FailedCall {
  /** The tool's name, or `LIST_TOOLS`. */
  readonly name: string;
  readonly token: Token;
  readonly response: ResponseInfo;
  readonly expired: boolean;
  readonly now: number;
}

/** The MCP library's errors have no common class: these fields tell them apart. */
interface ErrorFields {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly data?: { readonly text?: unknown } | undefined;
}

/** Maps any error of a call to one of ours; one of ours stays as it is. */
export function toToolServerError(error: unknown, call: FailedCall): ToolServerError {
  if (error instanceof ToolServerError) return error;
  if (call.expired) return unavailable('timeout', 'did not reply in time', error);
  const { bodyError } = call.response;
  if (bodyError === 'too-large') return unavailable(bodyError, 'sent a reply too large', error);
  if (bodyError === 'truncated') return unavailable(bodyError, 'sent a truncated reply', error);
  const { status, code, data } = fieldsOf(error);
  if (typeof status === 'number') {
    return fromStatus(status, typeof data?.text === 'string' ? data.text : '', call);
  }
  // A JSON-RPC error: its code is a number.
  if (typeof code === 'number') return rejected(call, messageOf(error));
  if (isNetworkError(error)) {
    const detail = `could not be reached: ${describeNetworkError(error)}`;
    return unavailable('unreachable', detail, error);
  }
  return unavailable('not-mcp', 'was not found: the reply at its address is not MCP', error);
}

/** The API document shows no errors; these statuses were seen on real instances. */
function fromStatus(status: number, text: string, call: FailedCall): ToolServerError {
  const reply = { status, body: { text } };
  const { message, whole } = describeReply(reply, credential(call.token).value);
  const wait = retryAfterMs(call.response.retryAfter, call.now);
  if (status === 429 || status === 402 || namesQuota(message)) return new ToolsBusy(whole, wait);
  if (status >= 500 || status === 408) {
    const detail = `replied ${whole}`;
    return new ToolsUnavailable('server-failed', { detail, retryAfterMs: wait });
  }
  if (status < 400) {
    return unavailable('not-mcp', `replied ${whole}; redirects are not followed`);
  }
  if (status === 401) return new ToolsDenied('token', whole);
  if (status === 403) return new ToolsDenied('permission', whole);
  if (status === 404) return new ToolsDenied(isHtml(text) ? 'too-old' : 'off', whole);
  if (status === 405) return new ToolsDenied('too-old', whole);
  return rejected(call, message);
}

/** A tool refused its call. A server that cannot even list its tools is none. */
function rejected({ name }: FailedCall, message: string): ToolServerError {
  return name === LIST_TOOLS
    ? unavailable('not-mcp', `replied ${message}`)
    : new ToolRefused(name, message);
}

function unavailable(reason: UnavailableReason, detail: string, cause?: unknown): ToolsUnavailable {
  return new ToolsUnavailable(reason, { detail, cause });
}

function fieldsOf(error: unknown): ErrorFields {
  return typeof error === 'object' && error !== null ? error : {};
}

function messageOf(error: unknown): string {
  return toServerMessage(error instanceof Error ? error.message : String(error));
}

/** What the server says, as far as it is kept: short, and without secrets. */
export function toServerMessage(message: string): string {
  return maskSecrets(message.slice(0, 2 * MAX_MESSAGE_LENGTH)).text.slice(0, MAX_MESSAGE_LENGTH);
}

/** The codes of the operating system and of undici: there was no reply. */
function isNetworkError(error: unknown): boolean {
  const { code } = fieldsOf(error);
  return typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code);
}
