import { setTimeout as sleep } from 'node:timers/promises';
import type { LogBook, OpenCall } from '../log-book.js';
import type { Install } from '../state/records.js';
import type { World } from '../state/world.js';
import type { Fault } from '../workspace-api.js';
import { channelOf, type Faults, type Gates } from './faults.js';
import type { Method } from './method.js';
import type { RateLimits } from './rate-limits.js';
import { Refusal } from './refusal.js';

export interface WebApi {
  readonly world: World;
  /** Known once it listens. */
  readonly origin: () => string;
  readonly appToken: string;
  readonly methods: ReadonlyMap<string, Method>;
  readonly faults: Faults;
  readonly gates: Gates;
  readonly limits: RateLimits;
  readonly book: LogBook;
  /** Ends every `hang` and `latency`. */
  readonly stopped: AbortSignal;
}

export interface Request {
  readonly method: string;
  readonly token: string | undefined;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What goes back over the wire; `destroy` is a connection cut without a word. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string | object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'destroy' }
  | { readonly kind: 'hang' };

/** One call of the Web API, from authentication to reply. */
export function dispatch(api: WebApi, request: Request): Promise<Reply> {
  return throughFaults(api, request, () => effect(api, request));
}

/** Does what a call is for, through every fault and gate set for it, and enters it into the book. */
export async function throughFaults(
  api: Pick<WebApi, 'world' | 'book' | 'faults' | 'gates' | 'stopped'>,
  request: Request,
  act: () => Promise<Answered>,
): Promise<Reply> {
  const { method: name, token, args } = request;
  const call = api.book.call({
    method: name,
    args,
    at: api.world.clock.now(),
    ...(token === undefined ? {} : { token }),
  });
  const { reply, outcome, ts } = await answer(api, call, act);
  if (ts !== undefined) call.ts = ts;
  api.book.close(call, outcome, api.world.clock.now());
  return reply;
}

export interface Answered {
  readonly reply: Reply;
  readonly outcome: string;
  /** Of the message that it made or changed. */
  readonly ts?: string;
}

type Trouble = Pick<WebApi, 'faults' | 'gates' | 'stopped'>;

async function answer(
  api: Trouble,
  call: OpenCall,
  act: () => Promise<Answered>,
): Promise<Answered> {
  const faults = api.faults.hitting(call.method, call.args);
  const early = await beforeEffect(api, faults);
  if (early) return early;
  if ((await api.gates.pass('before', call)) === 'dropped') return cut('dropped');
  const done = await act();
  if (done.ts !== undefined) call.ts = done.ts;
  if ((await api.gates.pass('after', call)) === 'dropped') return cut('dropped');
  if (faults.some((fault) => fault.kind === 'lost-reply')) return { ...done, ...cut('lost-reply') };
  if (faults.some((fault) => fault.kind === 'hang-after')) {
    return { ...done, reply: { kind: 'hang' }, outcome: 'hang-after' };
  }
  return done;
}

function cut(outcome: string): Answered {
  return { reply: { kind: 'destroy' }, outcome };
}

async function beforeEffect(api: Trouble, faults: readonly Fault[]): Promise<Answered | undefined> {
  for (const fault of faults) {
    if (fault.kind === 'latency') {
      await sleep(fault.ms, undefined, { signal: api.stopped }).catch(() => {});
    }
    const answered = injected(fault);
    if (answered) return answered;
  }
  return undefined;
}

function injected(fault: Fault): Answered | undefined {
  switch (fault.kind) {
    case 'ratelimited':
      return rateLimited(fault.retryAfterSeconds);
    case 'status':
      return {
        reply: { kind: 'answer', status: fault.status, body: fault.body ?? 'upstream error' },
        outcome: `status ${fault.status}`,
      };
    case 'error':
      return refused(new Refusal(fault.error));
    case 'reset':
      return cut('reset');
    case 'hang':
      return { reply: { kind: 'hang' }, outcome: 'hang' };
    default:
      return undefined;
  }
}

function rateLimited(seconds: number): Answered {
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

function refused({ code, extra }: Refusal): Answered {
  return {
    reply: { kind: 'answer', status: 200, body: { ok: false, error: code, ...extra } },
    outcome: code,
  };
}

async function effect(api: WebApi, request: Request): Promise<Answered> {
  try {
    const method = api.methods.get(request.method);
    if (!method) throw new Refusal('unknown_method', { req_method: request.method });
    const install = authenticated(api, method, request.token);
    const wait = waitFor(api, method, { install, args: request.args });
    if (wait > 0) return rateLimited(wait);
    const caller = { world: api.world, origin: api.origin(), install: install ?? nobody };
    const result = await method.run(request.args, caller);
    const headers = scopeHeaders(method, install);
    return {
      reply: { kind: 'answer', status: 200, body: { ok: true, ...result }, headers },
      outcome: 'ok',
      ...tsOf(result),
    };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function tsOf(result: object): { ts?: string } {
  const ts = 'ts' in result ? result.ts : 'message_ts' in result ? result.message_ts : undefined;
  return typeof ts === 'string' ? { ts } : {};
}

/** Stands in for the caller of methods that take no bot token and so never look at it. */
const nobody: Install = {
  teamId: '',
  botToken: '',
  botUserId: '',
  botId: '',
  scopes: new Set(),
  dead: undefined,
};

function authenticated(
  api: WebApi,
  method: Method,
  token: string | undefined,
): Install | undefined {
  if (method.token === 'none') return undefined;
  if (!token) throw new Refusal('not_authed');
  const install = installOf(api.world, token);
  if (method.token === 'app') {
    if (token === api.appToken) return undefined;
    throw new Refusal(install ? 'not_allowed_token_type' : 'invalid_auth');
  }
  if (token === api.appToken) throw new Refusal('not_allowed_token_type');
  if (!install) throw new Refusal('invalid_auth');
  if (install.dead) throw new Refusal(install.dead);
  needScope(method, install);
  return install;
}

function installOf(world: World, token: string): Install | undefined {
  for (const { install } of world.teams.values()) if (install?.botToken === token) return install;
  return undefined;
}

function needScope(method: Method, install: Install): void {
  const { scopes } = method;
  if (!scopes || scopes.some((scope) => install.scopes.has(scope))) return;
  throw new Refusal('missing_scope', {
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

/** Seconds until the call is within the limits, 0 where it is. A refused post costs the minute nothing. */
function waitFor(
  api: WebApi,
  method: Method,
  call: { install: Install | undefined; args: Readonly<Record<string, unknown>> },
): number {
  const team = call.install?.teamId ?? 'app';
  const channel = method.posts ? channelOf(call.args) : undefined;
  const channelWait = channel === undefined ? 0 : api.limits.post(`${team} ${channel}`);
  if (channelWait > 0 || method.limit === 'unlimited') return channelWait;
  return api.limits.minute(method.limit, `${team} ${method.name}`);
}
