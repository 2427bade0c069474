import type { RateLimits } from '../api/rate-limits.js';

/** https://docs.slack.dev/apis/web-api/rate-limits */
export const SLACK_LIMITS: RateLimits = {
  postsPerSecondPerChannel: 1,
  postBurst: 5,
  postsPerMinute: 300,
  updatesPerMinute: 50,
  repliesPerMinute: 50,
  tier1PerMinute: 1,
  tier2PerMinute: 20,
  tier3PerMinute: 50,
  tier4PerMinute: 100,
};

const MINUTE_MS = 60_000;

/** Counts calls. Both limits return the seconds to wait (Retry-After), 0 if the call is allowed. */
export class RateLimiter {
  private readonly windows = new Map<string, number[]>();
  private readonly buckets = new Map<string, { tokens: number; at: number }>();

  constructor(
    private readonly limits: RateLimits | 'off',
    private readonly now: () => number,
  ) {}

  /** At most `limits[rule]` calls in any minute. */
  minute(rule: keyof RateLimits, key: string): number {
    if (this.limits === 'off') return 0;
    const now = this.now();
    const calls = (this.windows.get(key) ?? []).filter((at) => at > now - MINUTE_MS);
    this.windows.set(key, calls);
    const oldest = calls.at(-this.limits[rule]);
    if (calls.length >= this.limits[rule] && oldest !== undefined) {
      return Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
    }
    calls.push(now);
    return 0;
  }

  /** A token bucket of `postBurst`, refilled at `postsPerSecondPerChannel`. */
  post(channel: string): number {
    if (this.limits === 'off') return 0;
    const { postBurst, postsPerSecondPerChannel: perSecond } = this.limits;
    const now = this.now();
    const bucket = this.buckets.get(channel) ?? { tokens: postBurst, at: now };
    const tokens = Math.min(postBurst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    this.buckets.set(channel, { tokens: tokens < 1 ? tokens : tokens - 1, at: now });
    return tokens < 1 ? Math.max(1, Math.ceil((1 - tokens) / perSecond)) : 0;
  }
}
