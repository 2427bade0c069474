import type { WorkspaceUser } from '../model/conversation-record.js';
import { DeepSearchSlackError } from '../model/error.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { createRateLimiter } from './rate-limiter.js';
import { runScript } from './script.js';

/** Questions have a bucket of their own, so that somebody who asks too much can still stop them. */
export type RequestKind = 'question' | 'other';

/** How often a person is told that a limit is reached: of questions, or of requests. */
const NOTICES = {
  questions: { perMinute: 2, burst: 5 },
  requests: { perMinute: 1, burst: 1 },
} as const;

/** How many look-ups run for one person at once: a worker has 20 hands for everybody's. */
export const MAX_LOOK_UPS = 5;

/** Longer than any look-up takes. One whose worker was killed counts for that long, ms. */
const LOOK_UP_MS = 60_000;

const MAX_REMEMBERED = 10_000;

const START_LOOK_UP = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
local known = redis.call('ZSCORE', KEYS[1], ARGV[3])
if not known and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[2] - ARGV[1])
return 1`;

/** As many look-ups of the person run as may: another one has to wait. */
export class TooManyLookUps extends DeepSearchSlackError {
  readonly code = 'too_many_look_ups';
}

export interface PersonLimitsOptions {
  readonly redis: Connection;
  /** How many requests of each kind are taken from one person; 0: any number. */
  readonly requestsPerMinute: number;
  readonly now?: () => number;
}

export type PersonLimits = ReturnType<typeof createPersonLimits>;

/** What one person may do at once and within a minute, over all processes. */
export function createPersonLimits(options: PersonLimitsOptions) {
  const { redis, requestsPerMinute, now = Date.now } = options;
  const limiter = createRateLimiter(redis);
  /** Until when a bucket is empty, ms: of a flood, Redis sees two requests a second. */
  const emptyUntil = new Map<string, number>();

  async function take(
    kind: string,
    { workspace, user }: WorkspaceUser,
    rate: { readonly perMinute: number; readonly burst: number },
  ): Promise<boolean> {
    const name = `${kind}:${workspace}:${user}`;
    if ((emptyUntil.get(name) ?? 0) > now()) return false;
    const { waitMs } = await limiter.take([{ name, ...rate, reserve: 0 }]);
    if (waitMs === 0) return true;
    if (emptyUntil.size >= MAX_REMEMBERED) emptyUntil.clear();
    emptyUntil.set(name, now() + waitMs);
    return false;
  }

  return {
    async mayRequest(kind: RequestKind, who: WorkspaceUser): Promise<boolean> {
      if (requestsPerMinute === 0) return true;
      return take(kind, who, { perMinute: requestsPerMinute, burst: requestsPerMinute });
    },

    mayTell: (about: keyof typeof NOTICES, who: WorkspaceUser): Promise<boolean> =>
      take(`${about}-notice`, who, NOTICES[about]),

    /** Counts a look-up, once for each id, until it ends; false if too many run. */
    async startLookUp({ workspace, user }: WorkspaceUser, id: string): Promise<boolean> {
      const args = [now(), now() + LOOK_UP_MS, id, MAX_LOOK_UPS].map(String);
      return (
        (await runScript(redis, START_LOOK_UP, {
          named: [keys.lookUps(workspace, user)],
          args,
        })) === 1
      );
    },

    async endLookUp({ workspace, user }: WorkspaceUser, id: string): Promise<void> {
      await redis.zrem(keys.lookUps(workspace, user), id);
    },
  };
}
