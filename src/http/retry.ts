/** A mistaken header must not park a question for longer than this. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 5_000;

/**
 * A `Retry-After` header in ms from `now` (ms since the epoch): seconds or an HTTP date (RFC 9110,
 * 10.2.3). At most an hour; undefined where there is none that can be read.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(Math.ceil(ms), 0), LONGEST_RETRY_AFTER_MS);
}

/** Exponential backoff with full jitter; `attempt` is the one that failed, from 1. */
export function backoffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.floor(random() * ceiling);
}

export interface RetryFacts {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly attempts: number;
  /** What is left of the whole call's time. */
  readonly remainingMs: number;
  readonly retryAfterMs: number | undefined;
  readonly random: () => number;
}

/**
 * How long to wait before the next attempt, or undefined where there is to be none. A wait that
 * the service asked for is never shortened: where it does not fit, the caller hears of it at once.
 */
export function retryDelayMs(facts: RetryFacts): number | undefined {
  if (facts.attempt >= facts.attempts) return undefined;
  const wait = (facts.retryAfterMs ?? 0) + backoffMs(facts.attempt, facts.random);
  return wait < facts.remainingMs ? wait : undefined;
}
