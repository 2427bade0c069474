import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from './errors.js';

export interface RetryLimitOptions {
  /** How long a look-up may fail, ms. */
  readonly forMs: number;
  readonly now: () => number;
}

export interface Limit {
  /** After it was given up once, the next attempt gets the whole time again. */
  readonly startsAgain?: boolean;
}

/** At a rate limit that allows one call a minute, the next call must be worth waiting for. */
const BUSY_FACTOR = 4;
/** Jobs run again after some seconds; a failure that is this much older is another one's, ms. */
const RETRY_GAP_MS = 15_000;
const MAX_FAILING = 10_000;

/**
 * Limits for how long look-ups are retried: somebody waits for an answer, and errors such as
 * `internal_error` have been seen to last. A limited look-up throws as before, so that its job runs
 * again; after the limit it throws `SlackRefused` with the error `no_reply`.
 */
export function createRetryLimit({ forMs, now }: RetryLimitOptions) {
  return <Args extends readonly unknown[], T>(
    lookUp: (...args: Args) => Promise<T>,
    { startsAgain = false }: Limit = {},
  ): ((...args: Args) => Promise<T>) => {
    const failing = new Map<string, { readonly since: number; readonly last: number }>();

    function hasFailedTooLong(key: string, error: SlackBusy | SlackOutcomeUnknown): boolean {
      const isBusy = error instanceof SlackBusy;
      const limitMs = isBusy ? BUSY_FACTOR * forMs : forMs;
      const before = failing.get(key);
      const isRecent = before !== undefined && now() - before.last < limitMs + RETRY_GAP_MS;
      const since = isRecent ? before.since : now();
      failing.delete(key);
      failing.set(key, { since, last: now() });
      const [oldest] = failing.keys();
      if (failing.size > MAX_FAILING && oldest !== undefined) failing.delete(oldest);
      const nextAt = now() + (isBusy ? error.retryAfterMs : 0);
      return nextAt - since >= limitMs;
    }

    return async (...args) => {
      const key = JSON.stringify(args);
      try {
        const found = await lookUp(...args);
        failing.delete(key);
        return found;
      } catch (error) {
        const isTransient = error instanceof SlackBusy || error instanceof SlackOutcomeUnknown;
        if (!isTransient || !hasFailedTooLong(key, error)) throw error;
        if (startsAgain) failing.delete(key);
        throw new SlackRefused(error.method, 'no_reply', { cause: error });
      }
    };
  };
}
