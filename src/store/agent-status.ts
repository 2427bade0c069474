import type { ThreadKey } from '../model/question.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

const MOST = 500;

export type AgentStatusStore = ReturnType<typeof createAgentStatusStore>;

/** In which threads Slack shows us at work, and what of that a workspace refuses. */
export function createAgentStatusStore({ redis }: { redis: Connection }) {
  return {
    /** Written down before it is shown, so that it is taken away again. `at`: ms since the epoch. */
    async add(thread: ThreadKey, at: number): Promise<void> {
      await redis.zadd(keys.agentStatuses, at, nameOf(thread));
    },

    async has(thread: ThreadKey): Promise<boolean> {
      return (await redis.zscore(keys.agentStatuses, nameOf(thread))) !== null;
    },

    async remove(thread: ThreadKey): Promise<void> {
      await redis.zrem(keys.agentStatuses, nameOf(thread));
    },

    /** Those that nobody has shown again since `before`, the oldest first. */
    async stale(before: number): Promise<ThreadKey[]> {
      const found = await redis.zrange(
        keys.agentStatuses,
        '-inf',
        String(before),
        'BYSCORE',
        'LIMIT',
        0,
        MOST,
      );
      return found.map(threadNamed);
    },

    /** The workspace does not take these calls, for `ms`. */
    async refuse(workspace: string, method: string, ms: number): Promise<void> {
      await redis.set(keys.refused(workspace, method), '', 'PX', ms);
    },

    async isRefused(workspace: string, method: string): Promise<boolean> {
      return (await redis.exists(keys.refused(workspace, method))) === 1;
    },
  };
}

function nameOf({ workspace, channel, threadTs }: ThreadKey): string {
  return `${workspace} ${channel} ${threadTs}`;
}

function threadNamed(name: string): ThreadKey {
  const [workspace = '', channel = '', threadTs = ''] = name.split(' ');
  return { workspace, channel, threadTs };
}
