import type { FastifyRequest } from 'fastify';
import type { ApiCall } from './types.js';

export type MutableApiCall = { -readonly [key in keyof ApiCall]: ApiCall[key] };

const MAX_CALLS = 10_000;
/** Of headers and bodies, in characters of JSON. */
const MAX_LOGGED = 16_000_000;

/** The newest calls, oldest first. */
export interface CallLog {
  readonly list: readonly ApiCall[];
  add(call: MutableApiCall): void;
  /** Sets the body of a call, which arrives later than its headers. */
  setBody(call: MutableApiCall, body: unknown): void;
}

/** With `enabled` off it stays empty. */
export function createCallLog({ enabled }: { readonly enabled: boolean }): CallLog {
  const list: MutableApiCall[] = [];
  const sizes = new Map<MutableApiCall, number>();
  let total = 0;

  function grow(call: MutableApiCall, by: number): void {
    sizes.set(call, (sizes.get(call) ?? 0) + by);
    total += by;
    while (list.length > MAX_CALLS || total > MAX_LOGGED) {
      const oldest = list.shift();
      if (!oldest) return;
      total -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
    }
  }

  return {
    list,
    add(call) {
      if (!enabled) return;
      list.push(call);
      grow(call, JSON.stringify(call).length);
    },
    setBody(call, body) {
      call.body = body;
      if (sizes.has(call)) grow(call, JSON.stringify(body).length);
    },
  };
}

/** The call as received. Of the Authorization header only the scheme is kept, and nothing of cookies. */
export function callFrom(request: FastifyRequest): MutableApiCall {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const known = request.routeOptions.config.route ?? 'unknown';
  const kept = Object.fromEntries(headers) as Record<string, string>;
  const { authorization, cookie } = kept;
  if (authorization) kept['authorization'] = authorization.replace(/ .*$/s, ' …');
  if (cookie) kept['cookie'] = '…';
  return {
    route: known,
    method: request.method,
    path: request.url,
    at: Date.now(),
    headers: kept,
    ...(request.user ? { user: request.user.name } : {}),
  };
}
