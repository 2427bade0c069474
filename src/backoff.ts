export interface Backoff {
  /** The longest delay after the first failed attempt, ms; it doubles with each attempt. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** The random part of a delay, 0 to 1; 1 is "full jitter". */
  readonly jitter: number;
}

/**
 * Exponential backoff with jitter, in whole ms. `attempt` is the one that failed, from 1; `random`
 * is 0 up to 1.
 */
export function backoffMs(backoff: Backoff, attempt: number, random: number): number {
  const { firstMs, maxMs, jitter } = backoff;
  const longest = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return Math.round(longest * (1 - jitter + jitter * random));
}
