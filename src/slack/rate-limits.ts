import { SlackBusy } from './errors.js';
import type { SlackCall, TokenFor } from './web-api.js';

/** Token buckets that all our processes share; `store/rate-limiter.ts` keeps them in Redis. */
export interface RateLimiter {
  /** Takes a token of each bucket, or none if one is empty. */
  take(from: readonly Bucket[]): Promise<Taken>;
  /**
   * Slack refused a call that took tokens of these buckets, the workspace's first, the channel's last.
   * Until the call may be repeated, nobody gets a token of the bucket that is to blame.
   */
  refused(from: readonly Bucket[], refusal: Refusal): Promise<void>;
}

interface Taken {
  /** 0: a token of each was taken. */
  readonly waitMs: number;
  /** The name of the empty bucket with the longest wait. */
  readonly empty?: string;
  /** The present rate of a bucket that learns its rate. */
  readonly learned?: { readonly bucket: string; readonly perMinute: number };
}

export interface Bucket {
  readonly name: string;
  /** Tokens a minute; with `learned`, as long as nothing was learned. */
  readonly perMinute: number;
  readonly burst: number;
  /** This many tokens are left for more important calls. */
  readonly reserve: number;
  /** A caller that has to wait gets a reserved turn, and retries then. */
  readonly reservesTurn?: boolean;
  /** The bucket fills faster or slower as this rate does. */
  readonly learned?: LearnedRate;
}

/**
 * A rate that grows while calls wait for it, and is halved when Slack refuses one. Taught by the bucket
 * of the same name; `perMinute` is where it starts.
 */
interface LearnedRate {
  readonly name: string;
  readonly perMinute: number;
  readonly min: number;
  readonly max: number;
}

interface Refusal {
  readonly retryAfterMs: number;
  /** How long ago the call took its tokens, ms: what it says may be known since. */
  readonly takenMsAgo: number;
}

/**
 * `final` (outcomes) goes before everything; `progress` takes what is left. `immediate` is as
 * important as `final`, but its caller has an alternative and does not retry, so reserves no turn.
 */
export type Priority = 'final' | 'immediate' | 'progress';

type Budget = Pick<Bucket, 'perMinute' | 'burst'> & { readonly reserve?: number };

/**
 * Slack allows about one post a second per channel with short bursts, "several hundred" a minute per
 * workspace, and 50 or more a minute for methods of Tier 3. The first rates plus bursts stay within what is
 * documented; learned rates may exceed that until Slack refuses. https://docs.slack.dev/apis/web-api/rate-limits
 */
const POSTS = { perMinute: 210, burst: 80, reserve: 20, min: 30, max: 3_000 };
const CHANNEL_POSTS: Budget = { perMinute: 60, burst: 4, reserve: 1 };
/** Progress leaves room for what shows that a question has ended. */
const UPDATES = { perMinute: 38, burst: 12, reserve: 5, min: 10, max: 600 };
/** Of status messages whose question has ended, where updates do not suffice: mostly bursts. */
const DELETIONS: Budget = { perMinute: 15, burst: 35 };
/**
 * Posts that are optional, which are status messages: each needs an update or a deletion when its
 * question has ended. No more are posted than that leaves room for.
 */
const STATUSES: Budget = {
  perMinute: UPDATES.perMinute + DELETIONS.perMinute,
  burst: UPDATES.burst + DELETIONS.burst,
};

/** Tier 2, 20 or more a minute: https://docs.slack.dev/reference/methods/reactions.remove */
const REACTION_REMOVALS: Budget = { perMinute: 15, burst: 5 };

/** The methods with one bucket per workspace. Each session that starts needs a second call to end. */
const PER_WORKSPACE: Readonly<Record<string, Budget>> = {
  'agents.sessions.setStatus': { perMinute: 38, burst: 12, reserve: 6 },
  'agents.sessions.rename': { perMinute: 38, burst: 12 },
  'assistant.threads.setStatus': { perMinute: 80, burst: 20, reserve: 5 },
  'assistant.threads.setSuggestedPrompts': { perMinute: 80, burst: 20 },
  'chat.unfurl': { perMinute: 38, burst: 12 },
  // Before each of those deletions.
  'reactions.get': DELETIONS,
  // Tier 3. What shows an outcome has room where what shows that a question runs has none.
  'reactions.add': { perMinute: 38, burst: 12, reserve: 6 },
  'reactions.remove': REACTION_REMOVALS,
};

/** The buckets that a call needs a token of: the workspace's first, the channel's last. */
export function buckets(method: string, where: CallTarget, priority: Priority): Bucket[] {
  const { workspace, channel } = where;
  const isProgress = priority === 'progress';
  const bucket = (name: string, { perMinute, burst, reserve = 0 }: Budget): Bucket => {
    return { name, perMinute, burst, reserve: isProgress ? reserve : 0 };
  };
  const reservesTurn = priority === 'final';
  const updates = { ...UPDATES, name: `update:${workspace}` };
  switch (method) {
    case 'chat.update':
      return [{ ...bucket(updates.name, UPDATES), reservesTurn, learned: updates }];
    case 'chat.postMessage': {
      const name = `post:${workspace}`;
      const learned = { ...POSTS, name };
      const optional = { ...bucket(`status:${workspace}`, STATUSES), learned: updates };
      return [
        { ...bucket(name, POSTS), reservesTurn, learned },
        ...(isProgress ? [optional] : []),
        { ...bucket(`${name}:${channel}`, CHANNEL_POSTS), reservesTurn },
      ];
    }
    case 'chat.delete':
      // Whoever deletes more than a status message starts again after a wait: it would never end.
      return reservesTurn ? [] : [bucket(`${method}:${workspace}`, DELETIONS)];
    default: {
      const budget = PER_WORKSPACE[method];
      if (budget === undefined) return [];
      // That of a running question is removed again: no more are added than can be removed.
      const removedLater = isProgress && method === 'reactions.add';
      return [
        bucket(`${method}:${workspace}`, budget),
        ...(removedLater ? [bucket(`reaction:${workspace}`, REACTION_REMOVALS)] : []),
      ];
    }
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

/** Calls that write into channels, within the limits of their workspace and channel. */
export function createRateLimits(options: {
  call: SlackCall;
  tokenFor: TokenFor;
  limiter: RateLimiter;
}) {
  const { call, tokenFor, limiter } = options;
  const empty = createEmptyBuckets();

  async function takeTokens(
    method: string,
    from: readonly Bucket[],
    priority: Priority,
  ): Promise<void> {
    if (from.length === 0) return;
    const taken = await limiter.take(from);
    if (taken.waitMs === 0) return;
    if (priority === 'progress') empty.note(taken);
    throw new SlackBusy(method, taken.waitMs);
  }

  const rateLimitedCall: RateLimitedCall = async (method, where, request) => {
    const { priority, body, channelAs = 'channel' } = request;
    const from = buckets(method, where, priority);
    const startedAt = performance.now();
    await takeTokens(method, from, priority);
    try {
      const { workspace, channel } = where;
      const args = channel === undefined ? body : { ...body, [channelAs]: channel };
      return await call(await tokenFor(workspace), method, args);
    } catch (error) {
      if (error instanceof SlackBusy && error.isRateLimit) {
        const takenMsAgo = Math.round(performance.now() - startedAt);
        await limiter.refused(from, { retryAfterMs: error.retryAfterMs, takenMsAgo });
      }
      throw error;
    }
  };

  return {
    call: rateLimitedCall,

    /** When to come back with an optional call that is known to find no room, ms; 0 if it may be tried. */
    optionalWaitMs: (method: string, where: CallTarget): number =>
      empty.turnedAwayMs(buckets(method, where, 'progress')),
  };
}

/** A bucket that is known to be empty. */
interface EmptyBucket {
  readonly until: number;
  /** When the next caller that is turned away should come back. */
  turn: number;
}

/** Buckets fill faster than they did when their rate grows, ms. */
const MAX_KNOWN_MS = 2_000;
const MAX_TURN_MS = 10_000;
const MAX_EMPTY = 1_000;

/** What this process knows of empty buckets, so that nothing is prepared for a call that has no room. */
function createEmptyBuckets() {
  const known = new Map<string, EmptyBucket>();
  return {
    note({ empty, waitMs }: Taken): void {
      if (empty === undefined) return;
      const now = performance.now();
      const turn = Math.max(now + waitMs, known.get(empty)?.turn ?? 0);
      known.delete(empty);
      known.set(empty, { until: now + Math.min(waitMs, MAX_KNOWN_MS), turn });
      const [oldest] = known.keys();
      if (known.size > MAX_EMPTY && oldest !== undefined) known.delete(oldest);
    },

    /** When to come back for these, ms; 0 if they may have tokens. Each caller gets a turn of its own. */
    turnedAwayMs(from: readonly Bucket[]): number {
      const now = performance.now();
      const waits = from.map(({ name, perMinute }) => {
        const bucket = known.get(name);
        if (bucket === undefined || bucket.until <= now) return 0;
        const wait = Math.max(bucket.until, bucket.turn) - now;
        bucket.turn = now + Math.min(wait + 60_000 / perMinute, MAX_TURN_MS);
        return Math.ceil(wait);
      });
      return Math.max(0, ...waits);
    },
  };
}
