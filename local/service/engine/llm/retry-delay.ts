import type { ModelTrouble, TroubleKind } from './model-error.js';

const PASSING: ReadonlySet<TroubleKind> = new Set(['busy', 'broken', 'malformed']);
const WAITS_MS = [1_000, 4_000];
/** Who waits for an answer does not wait longer than this for one call. */
const LONGEST_MS = 30_000;

/**
 * How long to wait in ms before a call is tried again that has failed so many times; nothing where
 * trying again is no use, or the endpoint asks for more patience than an asker has.
 */
export function waitBefore(
  { kind, retryAfterMs }: Pick<ModelTrouble, 'kind' | 'retryAfterMs'>,
  failures: number,
): number | undefined {
  const own = WAITS_MS[failures - 1];
  if (!PASSING.has(kind) || own === undefined) return undefined;
  if (retryAfterMs === undefined) return own;
  return retryAfterMs <= LONGEST_MS ? retryAfterMs : undefined;
}

/** `Retry-After` in ms: seconds, or a date. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
