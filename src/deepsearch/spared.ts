import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
} from 'cockatiel';
import type { Logger } from '../log.js';
import { wrapClient } from './around.js';
import type { DeepSearch } from './client.js';
import {
  Busy,
  InvalidReply,
  Refused,
  ServerFailed,
  type ServiceError,
  Unreachable,
} from './errors.js';

export interface CircuitBreakerOptions {
  readonly logger: Logger;
  /** So many failed calls in a row open the circuit. Default 8. */
  readonly failures?: number;
  /** How long no call is made then, ms: doubling from the first to the last. Default 1 to 10 s. */
  readonly restMs?: readonly [first: number, last: number];
}

/**
 * The same client behind a circuit breaker: an instance that is down is not hammered by everybody
 * who waits for it. While the circuit is open a call throws `Unreached` at once, unsent; then one
 * call goes out to look, and the others wait for what comes of it. A refusal is an answer, and so
 * is a 429: only what did not answer, or fell over, counts.
 */
export function withCircuitBreaker(api: DeepSearch, options: CircuitBreakerOptions): DeepSearch {
  const { logger, failures = 8, restMs = [1_000, 10_000] } = options;
  const [initialDelay, maxDelay] = restMs;
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: new ExponentialBackoff({ initialDelay, maxDelay }),
    breaker: new ConsecutiveBreaker(failures),
  });
  let away = false;
  breaker.onBreak(() => {
    if (!away) logger.warn('the service does not answer: it is asked less often until it does');
    away = true;
  });
  breaker.onReset(() => {
    away = false;
    logger.info('the service answers again');
  });
  return wrapClient(api, (route, call) => async (argument) => {
    const answer = await breaker
      .execute(() => answerOf(call(argument)))
      .catch((error: unknown) => {
        throw error instanceof BrokenCircuitError ? unsent(route) : error;
      });
    if ('no' in answer) throw answer.no;
    return answer.yes;
  });
}

/** A no of the service is an answer too: it ends a row of failures as a yes does. */
function answerOf<R>(call: Promise<R>): Promise<{ yes: R } | { no: ServiceError }> {
  return call.then(
    (yes) => ({ yes }),
    (error: unknown) => {
      if (error instanceof Refused || error instanceof Busy) return { no: error };
      throw error;
    },
  );
}

function isOutage(error: Error): boolean {
  return (
    error instanceof Unreachable || error instanceof ServerFailed || error instanceof InvalidReply
  );
}

function unsent(route: string): Unreachable {
  const [method = '', path = ''] = route.split(' ');
  const says = 'not sent, since the service has not answered for a while';
  return new Unreachable({ method, path }, { says, maybeTookEffect: false });
}
