import { type Backoff, backoffMs } from '../backoff.js';
import type { Question } from '../model/question.js';

/** How often the instance is polled. All times in this file are in ms. */
export interface PollInterval {
  readonly minMs: number;
  readonly maxMs: number;
}

/** All open questions together are read this often, unless that would take longer than `maxMs` for each. */
const MAX_READS_PER_SECOND = 100;

/** The interval while so many questions are open: more reads than that would hold up everything else. */
export function pollIntervalUnderLoad(
  { minMs, maxMs }: PollInterval,
  openQuestions: number,
): PollInterval {
  const sharedMs = (openQuestions * 1_000) / MAX_READS_PER_SECOND;
  return { minMs: Math.min(maxMs, Math.max(minMs, sharedMs)), maxMs };
}

/** If the instance does not confirm a stop within this, we end the question. */
export const CANCEL_DEADLINE_MS = 30_000;
/** The longest wait after a user chose to keep waiting. */
export const KEPT_LIMIT_MS = 24 * 3600_000;
/** A queued question is woken by the one before it; this is the fallback. */
export const QUEUED_RECHECK_MS = 10_000;
/** Connecting an account wakes the questions that wait for it; this is the fallback. */
export const ACCOUNT_RECHECK_MS = 60_000;
/** A question's own limits are checked this often, even if the instance asks for a longer wait. */
export const MAX_REST_MS = 30_000;
/** A failed sweep is retried after this … */
export const SWEEP_RETRY_MS = 3_000;
/** … until this long after the question ended. */
export const SWEEP_WITHIN_MS = 120_000;

/** Between calls to an instance that fails. */
const BACKOFF: Backoff = { firstMs: 1_000, maxMs: 30_000, jitter: 0.2 };

/** The delay after the n-th transient error in a row; at least `retryAfter`, if the instance gave one. */
export function serviceRetryDelay(
  attempt: number,
  retryAfter: number | undefined,
  random: number,
): number {
  return Math.max(retryAfter ?? 0, backoffMs(BACKOFF, attempt, random));
}

/** How often a status message that Slack had no room for, or refused in a direct message, is tried again, ms: with a read. */
export const STATUS_RETRY_MS = 30_000;

/** Each run of a created question reads it, so its status waits for that, and not for long. */
export function statusRetryMs({ ref }: Pick<Question, 'ref'>, waitMs: number): number {
  if (ref !== undefined) return Math.max(waitMs, STATUS_RETRY_MS);
  return waitMs > 0 ? waitMs : Number.POSITIVE_INFINITY;
}
