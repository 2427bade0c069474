import type { DeepSearch } from '../deepsearch/deep-search.js';
import {
  Busy,
  InvalidReply,
  Refused,
  ServerFailed,
  ServiceError,
  Unreachable,
} from '../deepsearch/errors.js';
import type { Snapshot } from '../model/answer.js';
import type { Refusal } from '../model/outcome.js';
import type { TransientError } from '../model/question.js';
import type { QuestionHandle } from '../store/questions.js';
import { serviceRetryDelay } from './schedule.js';

/** The calls of the instance that the lifecycle makes. */
export type Instance = Pick<
  DeepSearch,
  'create' | 'followUp' | 'read' | 'cancel' | 'conversation' | 'all' | 'delete'
>;

/** What a call of the instance resulted in. */
export type InstanceResult =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  /** To be retried; unless a lock was taken, the record holds the error and when to retry. */
  | { readonly kind: 'transient-error' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The last attempt to create left nothing behind. */
  | { readonly kind: 'absent' };

interface Clock {
  readonly now: () => number;
  /** At least 0 and less than 1, as `Math.random`. */
  readonly random: () => number;
}

/** Calls the instance; records a transient error in the question, and clears it after a success. */
export async function callInstance(
  held: QuestionHandle,
  clock: Clock,
  call: () => Promise<Snapshot | undefined>,
): Promise<InstanceResult | undefined> {
  try {
    const snapshot = await call();
    const { transientError, unconnected } = held.question;
    if (transientError !== undefined || unconnected !== undefined) {
      await held.save({ transientError: undefined, unconnected: undefined });
    }
    return snapshot && { kind: 'snapshot', snapshot };
  } catch (error) {
    return afterError(held, clock, error);
  }
}

/** What an error of the instance comes to; throws any other. */
export async function afterError(
  held: QuestionHandle,
  clock: Clock,
  error: unknown,
): Promise<InstanceResult> {
  if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal };
  const isNew = held.question.ref === undefined;
  if (isNew && error instanceof Busy && error.quota) {
    return { kind: 'refused', refusal: quotaExceeded(error, clock.now()) };
  }
  if (!(error instanceof ServiceError)) throw error;
  const transientError = nextTransientError(held.question.transientError, error, clock);
  await held.save({ transientError });
  return { kind: 'transient-error' };
}

/** A quota resets after hours, which is too long for a new question to wait without a reply. */
function quotaExceeded(error: Busy, now: number): Refusal {
  const { serverMessage: message, retryAfterMs } = error;
  const retry = retryAfterMs === undefined ? {} : { retryAt: now + retryAfterMs };
  return { reason: 'quota', message, ...retry };
}

function nextTransientError(
  previous: TransientError | undefined,
  error: ServiceError,
  clock: Clock,
): TransientError {
  const now = clock.now();
  const attempts = (previous?.attempts ?? 0) + 1;
  const retryAfterMs =
    error instanceof Busy || error instanceof ServerFailed ? error.retryAfterMs : undefined;
  return {
    kind: kindOf(error),
    since: previous?.since ?? now,
    attempts,
    retryAt: now + serviceRetryDelay(attempts, retryAfterMs, clock.random()),
  };
}

function kindOf(error: ServiceError): TransientError['kind'] {
  if (error instanceof Unreachable) return 'unreachable';
  if (error instanceof Busy) return 'busy';
  return error instanceof InvalidReply ? 'unreachable' : 'broken';
}
