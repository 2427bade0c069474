const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 30 * 60_000;

export interface AfterFetch {
  readonly intervalMs: number;
  /** Attempts that have failed since the last success. */
  readonly failures: number;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * When to fetch again, in ms: after the interval, or after a failure with growing pauses from 30 s to
 * half an hour, or to the interval if that is longer. Up to 10 % is added at random, so that many
 * repositories do not come at once.
 */
export function nextFetchIn({ intervalMs, failures, random }: AfterFetch): number {
  const retryMs = FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 10);
  const longest = Math.max(intervalMs, LAST_RETRY_MS);
  const ms = failures === 0 ? intervalMs : Math.min(retryMs, longest);
  return Math.round(ms * (1 + random / 10));
}
