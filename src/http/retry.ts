import { type Backoff, backoffMs } from '../backoff.js';

/** A wrong header must not delay a question for longer than this. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Between the attempts of one HTTP call. */
const BACKOFF: Backoff = { firstMs: 250, maxMs: 5_000, jitter: 1 };

/**
 * A `Retry-After` header in ms from `now` (ms since the epoch): seconds or an HTTP date (RFC 9110,
 * 10.2.3). At most an hour; undefined if there is no valid one.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(Math.ceil(ms), 0), MAX_RETRY_AFTER_MS);
}

export interface FailedAttempt {
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** What is left of the call's time limit. */
  readonly remainingMs: number;
  readonly retryAfterMs: number | undefined;
  readonly random: () => number;
}

/**
 * The delay before the next attempt, or undefined if there should be none. A `Retry-After` is
 * never shortened: if it does not fit into the remaining time, the caller gets the error at once.
 */
export function retryDelayMs(failed: FailedAttempt): number | undefined {
  if (failed.attempt >= failed.attempts) return undefined;
  const delay = (failed.retryAfterMs ?? 0) + backoffMs(BACKOFF, failed.attempt, failed.random());
  return delay < failed.remainingMs ? delay : undefined;
}
