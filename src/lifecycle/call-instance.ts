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
import type { InstanceResult } from './facts.js';
import { serviceRetryDelay } from './schedule.js';

/** What this folder asks of the instance. */
export type Instance = Pick<
  DeepSearch,
  'create' | 'followUp' | 'read' | 'cancel' | 'conversation' | 'all' | 'delete'
>;

/** Calls the service and says what came of it as a `Look`; trouble is put down in the record. */
export async function callInstance(
  held: QuestionHandle,
  clock: { now: () => number; random: () => number },
  call: () => Promise<Snapshot | undefined>,
): Promise<InstanceResult | undefined> {
  try {
    const snapshot = await call();
    if (held.question.transientError !== undefined) await held.save({ transientError: undefined });
    return snapshot && { kind: 'snapshot', snapshot };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal };
    const isNew = held.question.ref === undefined;
    if (isNew && error instanceof Busy && error.quota) {
      return { kind: 'refused', refusal: outOfQuota(error, clock.now()) };
    }
    if (!(error instanceof ServiceError)) throw error;
    await held.save({ transientError: troubleAfter(held.question.transientError, error, clock) });
    return { kind: 'trouble' };
  }
}

/** A quota comes back in hours: for a question that has not begun no reason to let the person wait in silence. */
function outOfQuota(error: Busy, now: number): Refusal {
  const { serverMessage: message, retryAfterMs } = error;
  const retry = retryAfterMs === undefined ? {} : { retryAt: now + retryAfterMs };
  return { reason: 'quota', message, ...retry };
}

function troubleAfter(
  before: TransientError | undefined,
  error: ServiceError,
  clock: { now: () => number; random: () => number },
): TransientError {
  const now = clock.now();
  const times = (before?.attempts ?? 0) + 1;
  const wanted =
    error instanceof Busy || error instanceof ServerFailed ? error.retryAfterMs : undefined;
  return {
    kind: whatWentWrong(error),
    since: before?.since ?? now,
    attempts: times,
    retryAt: now + serviceRetryDelay(times, wanted, clock.random()),
  };
}

function whatWentWrong(error: ServiceError): TransientError['kind'] {
  if (error instanceof Unreachable) return 'unreachable';
  if (error instanceof Busy) return 'busy';
  return error instanceof InvalidReply ? 'unreachable' : 'broken';
}
