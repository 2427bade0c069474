import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
} from 'cockatiel';
import { accountOf } from '../http/credential.js';
import { serverAttributes } from '../http/server-attributes.js';
import type { Logger } from '../log.js';
import type { Tracing } from '../tracing.js';
import type { ApiCall, DeepSearch, ListCall } from './deep-search.js';
import {
  Busy,
  InvalidReply,
  NotConnected,
  Refused,
  ServerFailed,
  ServiceError,
  Unreachable,
} from './errors.js';
import { iteratePages } from './list.js';

/** Wraps one call of the client; `route` contains no ids. */
export type CallWrapper = <C extends ApiCall, R>(
  route: string,
  call: (argument: C) => Promise<R>,
) => (argument: C) => Promise<R>;

/** The same client with every call wrapped, including the page requests of `all`. */
function wrapClient(api: DeepSearch, wrap: CallWrapper): DeepSearch {
  const list = wrap('GET /', (call: ListCall) => api.list(call));
  return {
    create: wrap('POST /', (call) => api.create(call)),
    followUp: wrap('POST /{id}/questions', (call) => api.followUp(call)),
    read: wrap('GET /{id}', (call) => api.read(call)),
    conversation: wrap('GET /{id}', (call) => api.conversation(call)),
    list,
    all: (call) => iteratePages(list, call),
    delete: wrap('DELETE /{id}', (call) => api.delete(call)),
    cancel: wrap('POST /{id}/questions/{id}/cancel', (call) => api.cancel(call)),
    close: () => api.close(),
  };
}

/** The same client; calls `check` right before each request, and throws what it throws. */
export function withCheck(api: DeepSearch, check: () => void): DeepSearch {
  return wrapClient(api, (_route, call) => async (argument) => {
    check();
    return call(argument);
  });
}

/** The same client; where the instance refuses somebody's own token, it throws `NotConnected`. */
export function withOwnAccounts(api: DeepSearch): DeepSearch {
  return wrapClient(api, (_route, call) => async (argument) => {
    try {
      return await call(argument);
    } catch (error) {
      const isRefused = error instanceof Refused && error.refusal.reason === 'token';
      if (isRefused && accountOf(argument.token) === 'own') throw new NotConnected('refused');
      throw error;
    }
  });
}

/** `route` contains no ids; `outcome` is `ok` or the error's code; `ms` is the duration. */
export type ObserveCall = (route: string, call: { outcome: string; ms: number }) => void;

/** The same client; reports each call. */
export function withMetrics(api: DeepSearch, observe: ObserveCall): DeepSearch {
  return wrapClient(api, (route, call) => async (argument) => {
    const startedAt = performance.now();
    const done = (outcome: string) =>
      observe(route, { outcome, ms: performance.now() - startedAt });
    try {
      const result = await call(argument);
      done('ok');
      return result;
    } catch (error) {
      done(error instanceof ServiceError ? error.code : 'error');
      throw error;
    }
  });
}

/**
 * The same client; a span for each call, with its retries. `route` instead of the address, which may hold what
 * somebody searches for.
 */
export function withTracing(
  api: DeepSearch,
  tracing: Pick<Tracing, 'call'>,
  baseUrl: string,
): DeepSearch {
  const server = serverAttributes(baseUrl);
  return wrapClient(api, (route, call) => (argument) => {
    const [method = '', template = ''] = route.split(' ');
    const http = { 'http.request.method': method, 'url.template': template };
    const attributes = { ...http, ...server };
    return tracing.call({ name: route, attributes }, () => call(argument));
  });
}

export interface CircuitBreakerOptions {
  readonly logger: Logger;
  /** Called when the circuit opens and when it is closed again. */
  readonly observe?: (isOpen: boolean) => void;
  /** This many failed calls in a row open the circuit. Default 8. */
  readonly failures?: number;
  /** How long the circuit stays open, ms: doubling from the first to the last. Default 1 to 10 s. */
  readonly openMs?: readonly [first: number, last: number];
}

/**
 * The same client behind a circuit breaker, so that an instance that is down is not flooded with
 * calls. While the circuit is open, a call throws `Unreachable` at once, unsent; then one call is
 * let through as a test. Refusals and 429 are replies and do not count as failures.
 */
export function withCircuitBreaker(api: DeepSearch, options: CircuitBreakerOptions): DeepSearch {
  const { logger, observe, failures = 8, openMs = [1_000, 10_000] } = options;
  const [initialDelay, maxDelay] = openMs;
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: new ExponentialBackoff({ initialDelay, maxDelay }),
    breaker: new ConsecutiveBreaker(failures),
  });
  let isDown = false;
  breaker.onBreak(() => {
    if (!isDown) logger.warn('Deep Search instance is not responding: circuit breaker opened');
    isDown = true;
    observe?.(true);
  });
  breaker.onReset(() => {
    isDown = false;
    observe?.(false);
    logger.info('Deep Search instance is responding again: circuit breaker closed');
  });
  return wrapClient(api, (route, call) => async (argument) => {
    const reply = await breaker
      .execute(() => replyOf(call(argument)))
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? notSent(route) : error;
      });
    if ('refusal' in reply) throw reply.refusal;
    return reply.result;
  });
}

/** A refusal shows that the instance responds, so for the circuit breaker it is a success. */
function replyOf<R>(call: Promise<R>): Promise<{ result: R } | { refusal: ServiceError }> {
  return call.then(
    (result) => ({ result }),
    (error: unknown) => {
      if (error instanceof Refused || error instanceof Busy) return { refusal: error };
      throw error;
    },
  );
}

function isOutage(error: Error): boolean {
  return (
    error instanceof Unreachable || error instanceof ServerFailed || error instanceof InvalidReply
  );
}

function notSent(route: string): Unreachable {
  const [method = '', path = ''] = route.split(' ');
  const detail = 'not sent, because the circuit breaker is open after repeated failures';
  return new Unreachable({ method, path }, { detail, maybeTookEffect: false });
}
