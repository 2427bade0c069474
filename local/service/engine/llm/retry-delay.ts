import type { ModelError, ModelErrorKind } from './model-error.js';

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limited',
  'server-error',
  'malformed',
]);
const DELAYS_MS = [1_000, 4_000];
/** A longer delay is too long for a user who waits. */
const MAX_DELAY_MS = 30_000;

/**
 * The delay in ms before the next attempt, after `failures` failed ones. `undefined`: do not retry,
 * since it would not help, or the endpoint demands too long a delay.
 */
export function retryDelay(
  { kind, retryAfterMs }: Pick<ModelError, 'kind' | 'retryAfterMs'>,
  failures: number,
): number | undefined {
  const defaultDelay = DELAYS_MS[failures - 1];
  if (!RETRYABLE.has(kind) || defaultDelay === undefined) return undefined;
  if (retryAfterMs === undefined) return defaultDelay;
  return retryAfterMs <= MAX_DELAY_MS ? retryAfterMs : undefined;
}

/** `Retry-After` (seconds or a date) in ms. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
