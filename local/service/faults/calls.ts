import type { FastifyRequest } from 'fastify';
import type { ApiCall } from './types.js';

export type MutableApiCall = { -readonly [key in keyof ApiCall]: ApiCall[key] };

const MAX_CALLS = 10_000;

/** The newest calls, oldest first. */
export interface CallLog {
  readonly list: readonly ApiCall[];
  add(call: MutableApiCall): void;
}

export function createCallLog(): CallLog {
  const list: ApiCall[] = [];
  return {
    list,
    add(call) {
      list.push(call);
      if (list.length > MAX_CALLS) list.splice(0, list.length - MAX_CALLS);
    },
  };
}

/** The call as received. Only the scheme of the Authorization header is kept: a token is a secret. */
export function callFrom(request: FastifyRequest): MutableApiCall {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const known = request.routeOptions.config.route ?? 'unknown';
  const kept = Object.fromEntries(headers) as Record<string, string>;
  const { authorization } = kept;
  if (authorization) kept['authorization'] = authorization.replace(/ .*$/s, ' …');
  return {
    route: known,
    method: request.method,
    path: request.url,
    at: Date.now(),
    headers: kept,
    ...(request.user ? { user: request.user.name } : {}),
  };
}
