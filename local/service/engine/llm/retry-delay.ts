import type { ModelError, ModelErrorKind } from './model-error.js';

const RETRYABLE: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limited',
  'server-error',
  'malformed',
]);
const DELAYS_MS = [1_000, 4_000];
/** Who waits for an answer does not wait longer than this for one call. */
const MAX_DELAY_MS = 30_000;

/**
 * How long to wait in ms before a call is tried again that has failed so many times; nothing where
 * trying again is no use, or the endpoint asks for more patience than an asker has.
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

/** `Retry-After` in ms: seconds, or a date. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
