import type { QuotaUsage } from '../conversation/resources.js';

export interface Quota {
  readonly limit: number;
  /** Default an hour. Windows are aligned to the clock. */
  readonly windowMs?: number;
}

/** Counts each user's questions in the current window. Windows are aligned to the clock. */
export interface QuotaTracker {
  usage(userId: number, now: number): QuotaUsage;
  /** Counts one question; false if the quota of the window is used up. */
  tryTake(userId: number, now: number): boolean;
}

const HOUR = 3_600_000;

export function createQuotaTracker(quota: Quota | undefined): QuotaTracker {
  const windowMs = quota?.windowMs ?? HOUR;
  const limit = quota?.limit ?? -1;
  const used = new Map<number, { window: number; count: number }>();
  const windowOf = (now: number) => Math.floor(now / windowMs);
  const count = (userId: number, now: number) => {
    const entry = used.get(userId);
    return entry?.window === windowOf(now) ? entry.count : 0;
  };
  return {
    usage: (userId, now) => ({
      total_quota: count(userId, now),
      quota_limit: limit,
      reset_time: new Date((windowOf(now) + 1) * windowMs).toISOString(),
    }),
    tryTake(userId, now) {
      const taken = count(userId, now);
      if (limit >= 0 && taken >= limit) return false;
      used.set(userId, { window: windowOf(now), count: taken + 1 });
      return true;
    },
  };
}
