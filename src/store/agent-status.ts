import { memoize } from '../memoize.js';
import type { ThreadKey } from '../model/place.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

const MAX_STALE = 500;

/** That a workspace accepts a method is known for this long; that it refuses it, no longer, ms. */
const ACCEPTED_MS = 30_000;

export type AgentStatusStore = ReturnType<typeof createAgentStatusStore>;

/** The threads in which Slack shows an agent status, and the methods that a workspace refuses. */
export function createAgentStatusStore({ redis }: { redis: Connection }) {
  const cache = { ttlMs: ACCEPTED_MS, maxEntries: 1_000, now: Date.now };
  const accepted = memoize(cache, async (key) =>
    (await redis.exists(key)) === 0 ? true : undefined,
  );

  return {
    /** Recorded before the status is set, so that it is always cleared. `at`: ms since the epoch. */
    async add(thread: ThreadKey, at: number): Promise<void> {
      await redis.zadd(keys.agentStatuses, at, memberOf(thread));
    },

    async has(thread: ThreadKey): Promise<boolean> {
      return (await redis.zscore(keys.agentStatuses, memberOf(thread))) !== null;
    },

    async remove(thread: ThreadKey): Promise<void> {
      await redis.zrem(keys.agentStatuses, memberOf(thread));
    },

    /** The threads whose status was last set before `before`, oldest first. */
    async stale(before: number): Promise<ThreadKey[]> {
      const found = await redis.zrange(
        keys.agentStatuses,
        '-inf',
        String(before),
        'BYSCORE',
        'LIMIT',
        0,
        MAX_STALE,
      );
      return found.map(threadOf);
    },

    /** The workspace refuses this method: it is not called for `ms`. */
    async refuse(workspace: string, method: string, ms: number): Promise<void> {
      const key = keys.refused(workspace, method);
      await redis.set(key, '', 'PX', ms);
      accepted.forget(key);
    },

    async isRefused(workspace: string, method: string): Promise<boolean> {
      return (await accepted(keys.refused(workspace, method))) !== true;
    },
  };
}

function memberOf({ workspace, channel, threadTs }: ThreadKey): string {
  return `${workspace} ${channel} ${threadTs}`;
}

function threadOf(name: string): ThreadKey {
  const [workspace = '', channel = '', threadTs = ''] = name.split(' ');
  return { workspace, channel, threadTs };
}
