import { credential, type Token } from '../http/token.js';
import { Refused, type RequestLine } from './errors.js';

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Absolute on the instance's host, with no query: safe to show. */
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The token's bare value, to be kept out of whatever is shown. */
  readonly secret: string;
  /** Whether asking twice does no more than asking once. */
  readonly repeatable: boolean;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The instance as its `{base_url}` names it. */
export interface ApiRoot {
  readonly origin: string;
  /** The API's root path, with no slash at its end. */
  readonly root: string;
}

/** Throws a TypeError where the text is no http(s) URL. */
export function parseBaseUrl(baseUrl: string): ApiRoot {
  const url = new URL(baseUrl);
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`not an http(s) URL: ${url.protocol}`);
  return {
    origin: url.origin,
    root: `${url.pathname.replace(/\/+$/, '')}/.api/deepsearch/v1`,
  };
}

/**
 * One step of a path. DELETE on the root would delete all of a person's conversations, so nothing
 * but a positive integer ever becomes part of a URL. Throws a TypeError.
 */
export function idSegment(id: number): string {
  if (!Number.isSafeInteger(id) || id <= 0) throw new TypeError(`not an id: ${String(id)}`);
  return `/${id}`;
}

/**
 * The headers of every call (API document, "Authentication"). Instances that can also answer only
 * when done are asked not to. Throws Refused on an unusable token.
 */
export function headersOf(
  asked: RequestLine & { readonly asks: boolean },
  caller: { token: Token; version: string },
): Record<string, string> {
  const { scheme, value } = credential(caller.token);
  if (!/^[\x21-\x7e]+$/.test(value)) {
    const message = 'the token is empty or holds characters that no token has';
    throw new Refused(asked, { reason: 'token', message });
  }
  return {
    authorization: `${scheme} ${value}`,
    'x-requested-with': `deepsearch-slack ${caller.version}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(asked.asks && { 'content-type': 'application/json', prefer: 'respond-async' }),
  };
}
