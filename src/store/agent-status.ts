import { memoize } from '../memoize.js';
import type { ThreadKey } from '../model/place.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { createTimedSet } from './timed-set.js';

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
    /** Recorded before the status is set, so that it is always cleared; the time is that of the last one. */
    ...createTimedSet({ redis, key: keys.agentStatuses, write: memberOf, read: threadOf }),

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
