import { setTimeout as sleep } from 'node:timers/promises';
import type { WebApiFault } from '../api/workspace.js';
import { SlackError } from '../protocol/slack-error.js';
import type { Install } from '../state/records.js';
import type { OpenCall, TrafficLog } from '../state/traffic-log.js';
import type { WorkspaceState } from '../state/workspace-state.js';
import { channelArgument, type WebApiFaults, type WebApiGates } from './faults.js';
import type { Method } from './method.js';
import type { RateLimiter } from './rate-limits.js';

export interface WebApi {
  readonly state: WorkspaceState;
  /** Known once the server listens. */
  readonly origin: () => string;
  readonly appToken: string;
  readonly methods: ReadonlyMap<string, Method>;
  readonly faults: WebApiFaults;
  readonly gates: WebApiGates;
  readonly limits: RateLimiter;
  readonly traffic: TrafficLog;
  /** Ends every `hang` and `latency`. */
  readonly stopped: AbortSignal;
}

export interface ApiRequest {
  readonly method: string;
  readonly token: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a request needs to go through the faults and gates. */
export type FaultyApi = Pick<WebApi, 'state' | 'traffic' | 'faults' | 'gates' | 'stopped'>;

/** The HTTP reply; `destroy` closes the connection without one. */
export type HttpReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string | object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'destroy' }
  | { readonly kind: 'hang' };

/** Handles one Web API call, from authentication to reply. */
export function dispatch(api: WebApi, request: ApiRequest): Promise<HttpReply> {
  return withFaults(api, request, () => callMethod(api, request));
}

/** Runs a call through the matching faults and gates, and logs it. */
export async function withFaults(
  api: FaultyApi,
  request: ApiRequest,
  act: () => Promise<CallResult>,
): Promise<HttpReply> {
  const { method: name, token, args } = request;
  const call = api.traffic.call({
    method: name,
    args,
    at: api.state.clock.now(),
    ...(token === undefined ? {} : { token }),
  });
  const { reply, outcome, ts } = await runCall(api, call, act);
  if (ts !== undefined) call.ts = ts;
  api.traffic.close(call, outcome, api.state.clock.now());
  return reply;
}

export interface CallResult {
  readonly reply: HttpReply;
  readonly outcome: string;
  /** `ts` of the message that the call created or changed. */
  readonly ts?: string;
}

type FaultInjection = Pick<WebApi, 'faults' | 'gates' | 'stopped'>;

async function runCall(
  api: FaultInjection,
  call: OpenCall,
  act: () => Promise<CallResult>,
): Promise<CallResult> {
  const faults = api.faults.take(call.method, call.args);
  const early = await faultsBeforeCall(api, faults);
  if (early) return early;
  if ((await api.gates.pass('before', call)) === 'dropped') return connectionDestroyed('dropped');
  const done = await act();
  if (done.ts !== undefined) call.ts = done.ts;
  if ((await api.gates.pass('after', call)) === 'dropped') return connectionDestroyed('dropped');
  if (faults.some((fault) => fault.kind === 'lost-reply'))
    return { ...done, ...connectionDestroyed('lost-reply') };
  if (faults.some((fault) => fault.kind === 'hang-after')) {
    return { ...done, reply: { kind: 'hang' }, outcome: 'hang-after' };
  }
  return done;
}

function connectionDestroyed(outcome: string): CallResult {
  return { reply: { kind: 'destroy' }, outcome };
}

async function faultsBeforeCall(
  api: FaultInjection,
  faults: readonly WebApiFault[],
): Promise<CallResult | undefined> {
  for (const fault of faults) {
    if (fault.kind === 'latency') {
      await sleep(fault.ms, undefined, { signal: api.stopped }).catch(() => {});
    }
    const answered = faultResult(fault);
    if (answered) return answered;
  }
  return undefined;
}

function faultResult(fault: WebApiFault): CallResult | undefined {
  switch (fault.kind) {
    case 'ratelimited':
      return rateLimitedResult(fault.retryAfterSeconds);
    case 'status':
      return {
        reply: { kind: 'answer', status: fault.status, body: fault.body ?? 'upstream error' },
        outcome: `status ${fault.status}`,
      };
    case 'error':
      return errorResult(new SlackError(fault.error));
    case 'reset':
      return connectionDestroyed('reset');
    case 'hang':
      return { reply: { kind: 'hang' }, outcome: 'hang' };
    default:
      return undefined;
  }
}

function rateLimitedResult(seconds: number): CallResult {
  return {
    reply: {
      kind: 'answer',
      status: 429,
      body: { ok: false, error: 'ratelimited' },
      headers: { 'retry-after': String(seconds) },
    },
    outcome: 'ratelimited',
  };
}

function errorResult({ code, extra }: SlackError): CallResult {
  return {
    reply: { kind: 'answer', status: 200, body: { ok: false, error: code, ...extra } },
    outcome: code,
  };
}

async function callMethod(api: WebApi, request: ApiRequest): Promise<CallResult> {
  try {
    const method = api.methods.get(request.method);
    if (!method) throw new SlackError('unknown_method', { req_method: request.method });
    const install = authenticated(api, method, request.token);
    const wait = retryAfterSeconds(api, method, { install, args: request.args });
    if (wait > 0) return rateLimitedResult(wait);
    const caller = { state: api.state, origin: api.origin(), install: install ?? NO_INSTALL };
    const result = await method.run(request.args, caller);
    const headers = scopeHeaders(method, install);
    return {
      reply: { kind: 'answer', status: 200, body: { ok: true, ...result }, headers },
      outcome: 'ok',
      ...resultTs(result),
    };
  } catch (error) {
    if (error instanceof SlackError) return errorResult(error);
    throw error;
  }
}

function resultTs(result: object): { ts?: string } {
  const ts = 'ts' in result ? result.ts : 'message_ts' in result ? result.message_ts : undefined;
  return typeof ts === 'string' ? { ts } : {};
}

/** For methods without a bot token, which never read it. */
const NO_INSTALL: Install = {
  organizationId: undefined,
  teamId: '',
  botToken: '',
  botUserId: '',
  botId: '',
  scopes: new Set(),
  tokenError: undefined,
};

function authenticated(
  api: WebApi,
  method: Method,
  token: string | undefined,
): Install | undefined {
  if (method.token === 'none') return undefined;
  if (!token) throw new SlackError('not_authed');
  const install = installOf(api.state, token);
  if (method.token === 'app') {
    if (token === api.appToken) return undefined;
    throw new SlackError(install ? 'not_allowed_token_type' : 'invalid_auth');
  }
  if (token === api.appToken) throw new SlackError('not_allowed_token_type');
  if (!install) throw new SlackError('invalid_auth');
  if (install.tokenError) throw new SlackError(install.tokenError);
  requireScope(method, install);
  return install;
}

function installOf(state: WorkspaceState, token: string): Install | undefined {
  for (const { install } of state.teams.values()) if (install?.botToken === token) return install;
  return undefined;
}

function requireScope(method: Method, install: Install): void {
  const { scopes } = method;
  if (!scopes || scopes.some((scope) => install.scopes.has(scope))) return;
  throw new SlackError('missing_scope', {
    needed: scopes.join(','),
    provided: [...install.scopes].join(','),
  });
}

function scopeHeaders(method: Method, install: Install | undefined): Record<string, string> {
  if (!install) return {};
  return {
    'x-oauth-scopes': [...install.scopes].join(','),
    'x-accepted-oauth-scopes': (method.scopes ?? []).join(','),
  };
}

/** Seconds until the call is allowed, or 0. A post refused for its channel does not count for the minute. */
function retryAfterSeconds(
  api: WebApi,
  method: Method,
  call: { install: Install | undefined; args: Readonly<Record<string, unknown>> },
): number {
  const team = call.install?.teamId ?? 'app';
  const channel = method.posts ? channelArgument(call.args) : undefined;
  const channelWait = channel === undefined ? 0 : api.limits.post(`${team} ${channel}`);
  if (channelWait > 0 || method.limit === 'unlimited') return channelWait;
  return api.limits.minute(method.limit, `${team} ${method.name}`);
}
