import { SlackBusy } from './errors.js';
import type { SlackCall, TokenFor } from './web-api.js';

/** Token buckets that all our processes share; `store/rate-limiter.ts` keeps them in Redis. */
export interface RateLimiter {
  /** Takes a token. Returns 0, or the ms to wait if none is left. */
  take(bucket: Bucket): Promise<number>;
  /** Nobody gets a token of this bucket for `ms`. */
  block(bucket: Bucket, ms: number): Promise<void>;
}

export interface Bucket {
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
  /** This many tokens are left for more important calls. */
  readonly reserve: number;
  /** A caller that has to wait gets a reserved turn, and retries then. */
  readonly reservesTurn?: boolean;
}

/**
 * `final` (outcomes) goes before everything; `progress` takes what is left. `immediate` is as
 * important as `final`, but its caller has an alternative and does not retry, so reserves no turn.
 */
export type Priority = 'final' | 'immediate' | 'progress';

/**
 * Slack allows about one post a second per channel with short bursts, some hundreds a minute per
 * workspace, and Tier 3 (50 a minute) for updates in a whole workspace. Rate plus burst stays within
 * these. https://docs.slack.dev/apis/web-api/rate-limits
 */
export function buckets(method: string, where: CallTarget, priority: Priority): Bucket[] {
  const { workspace, channel } = where;
  const reserved = (tokens: number) => (priority === 'progress' ? tokens : 0);
  const reservesTurn = priority === 'final';
  if (method === 'chat.update') {
    const name = `update:${workspace}`;
    return [{ name, perMinute: 38, burst: 12, reserve: reserved(5), reservesTurn }];
  }
  if (method === 'chat.unfurl') {
    return [{ name: `unfurl:${workspace}`, perMinute: 38, burst: 12, reserve: 0 }];
  }
  if (method === 'chat.postMessage') {
    const name = `post:${workspace}`;
    return [
      { name, perMinute: 210, burst: 80, reserve: reserved(20), reservesTurn },
      { name: `${name}:${channel}`, perMinute: 60, burst: 4, reserve: reserved(1), reservesTurn },
    ];
  }
  const limits = AGENT_LIMITS[method];
  if (limits === undefined) return [];
  const { perMinute, burst, reserve } = limits;
  const name = `${method}:${workspace}`;
  return [{ name, perMinute, burst, reserve: reserved(reserve) }];
}

/** Per workspace. Sessions are Tier 3, and each one that starts needs a second call to end. */
const AGENT_LIMITS: Readonly<Record<string, Omit<Bucket, 'name'>>> = {
  'agents.sessions.setStatus': { perMinute: 38, burst: 12, reserve: 6 },
  'assistant.threads.setStatus': { perMinute: 80, burst: 20, reserve: 5 },
  'assistant.threads.setSuggestedPrompts': { perMinute: 80, burst: 20, reserve: 0 },
};

/**
 * Takes one token of each bucket, the narrowest first, so that a call that its channel's limit
 * rejects does not use up its workspace's. Throws `SlackBusy` if one is empty.
 */
export async function takeTokens(
  limiter: RateLimiter,
  method: string,
  from: readonly Bucket[],
): Promise<void> {
  for (const bucket of [...from].reverse()) {
    const wait = await limiter.take(bucket);
    if (wait > 0) throw new SlackBusy(method, wait);
  }
}

/** Where a call writes; `channel` is absent if it names none. */
export interface CallTarget {
  readonly workspace: string;
  readonly channel?: string;
}

export interface CallRequest {
  readonly priority: Priority;
  readonly body: Record<string, unknown>;
  /** The name of the method's channel argument. Default: `channel`. */
  readonly channelAs?: 'channel_id';
}

/** Returns Slack's result; throws one of `errors.ts`. */
export type RateLimitedCall = (
  method: string,
  target: CallTarget,
  request: CallRequest,
) => Promise<Record<string, unknown>>;

/** A call that writes into a channel, within the limits of its workspace and channel. */
export function createRateLimitedCall(options: {
  call: SlackCall;
  tokenFor: TokenFor;
  limiter: RateLimiter;
}): RateLimitedCall {
  const { call, tokenFor, limiter } = options;
  return async (method, where, { priority, body, channelAs = 'channel' }) => {
    const from = buckets(method, where, priority);
    await takeTokens(limiter, method, from);
    try {
      const { workspace, channel } = where;
      const args = channel === undefined ? body : { ...body, [channelAs]: channel };
      return await call(await tokenFor(workspace), method, args);
    } catch (error) {
      const narrowest = from.at(-1);
      // An error with a cause is a 429 from Slack; one of our own limiter must not block the bucket.
      if (error instanceof SlackBusy && error.cause && narrowest !== undefined) {
        await limiter.block(narrowest, error.retryAfterMs);
      }
      throw error;
    }
  };
}
