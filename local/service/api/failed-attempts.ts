/** Limits wrong tokens and codes by remote address. */
export interface FailedAttempts {
  /** Seconds until this address may try again; `undefined` if it may now. */
  retryAfter(address: string): number | undefined;
  record(address: string): void;
}

const MAX_ADDRESSES = 1_000;

/**
 * At most `limit` failed attempts (10) per address at once, and one more each time that its share of
 * `windowMs` (a minute) has passed: whoever mistyped soon may try again.
 */
export function createFailedAttempts(limit = 10, windowMs = 60_000): FailedAttempts {
  const shareMs = windowMs / limit;
  /** When the attempts of an address no longer count, ms since the epoch. */
  const forgottenAt = new Map<string, number>();
  return {
    retryAfter(address) {
      const waitMs = (forgottenAt.get(address) ?? 0) - Date.now() - (windowMs - shareMs);
      return waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined;
    },
    record(address) {
      const from = Math.max(Date.now(), forgottenAt.get(address) ?? 0);
      forgottenAt.delete(address);
      forgottenAt.set(address, from + shareMs);
      const [oldest] = forgottenAt.keys();
      if (forgottenAt.size > MAX_ADDRESSES && oldest !== undefined) forgottenAt.delete(oldest);
    },
  };
}
