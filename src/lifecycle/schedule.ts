import { type Backoff, backoffMs } from '../backoff.js';

/** All of the poller's timing, as arithmetic; every number in ms. */
export interface PollInterval {
  readonly minMs: number;
  readonly maxMs: number;
}

/** A stopped question that the service does not end within this is ended by us. */
export const CANCEL_DEADLINE_MS = 30_000;
/** Who chose to keep waiting waits this long at the most. */
export const KEPT_LIMIT_MS = 24 * 3600_000;
/** A question that waits its turn is woken by the one before it; this is only in case that fails. */
export const QUEUED_RECHECK_MS = 10_000;
/** However long the service asks us to wait, a question's own limits are looked at this often. */
export const MAX_REST_MS = 30_000;
/** What attempts left on the instance is looked for again after this, where a look failed … */
export const SWEEP_RETRY_MS = 3_000;
/** … until so long after the question's end. */
export const SWEEP_WITHIN_MS = 120_000;

/** Between calls to an instance that fails. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 30_000, jitter: 0.2 };

/** A tenth of the time it has taken so far: soon seen when short, few reads when long. */
export function pollDelay(workedMs: number, pace: PollInterval): number {
  return Math.min(pace.maxMs, Math.max(pace.minMs, workedMs * 0.1));
}

/** The delay after the n-th transient error in a row; at least `retryAfter`, if the instance gave one. */
export function serviceRetryDelay(
  attempt: number,
  retryAfter: number | undefined,
  random: number,
): number {
  return Math.max(retryAfter ?? 0, backoffMs(BACKOFF, attempt, random));
}
