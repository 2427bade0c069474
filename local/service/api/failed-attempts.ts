/** Limits wrong tokens and codes by remote address. */
export interface FailedAttempts {
  /** Seconds until this address may try again; `undefined` if it may now. */
  retryAfter(address: string): number | undefined;
  record(address: string): void;
}

interface AttemptWindow {
  readonly since: number;
  readonly count: number;
}

const MAX_ADDRESSES = 1_000;

/** At most `limit` failed attempts (10) per address and minute. */
export function createFailedAttempts(limit = 10, windowMs = 60_000): FailedAttempts {
  const byAddress = new Map<string, AttemptWindow>();
  const current = (address: string) => {
    const found = byAddress.get(address);
    return found && Date.now() < found.since + windowMs ? found : undefined;
  };
  return {
    retryAfter(address) {
      const found = current(address);
      if (!found || found.count < limit) return undefined;
      return Math.ceil((found.since + windowMs - Date.now()) / 1000);
    },
    record(address) {
      const { since, count } = current(address) ?? { since: Date.now(), count: 0 };
      byAddress.delete(address);
      byAddress.set(address, { since, count: count + 1 });
      const [oldest] = byAddress.keys();
      if (byAddress.size > MAX_ADDRESSES && oldest !== undefined) byAddress.delete(oldest);
    },
  };
}
