import { randomUUID } from 'node:crypto';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** Longer than any look-up is cached, ms. */
const TTL_MS = 15 * 60_000;

export type ChannelChangeStore = ReturnType<typeof createChannelChangeStore>;

/** Which channels Slack has reported as changed: what any process looked up before is outdated. */
export function createChannelChangeStore({ redis }: { redis: Connection }) {
  return {
    async record(channel: string): Promise<void> {
      await redis.set(keys.channelChange(channel), randomUUID(), 'PX', TTL_MS);
    },

    /** Differs after each change; empty if there was none lately. */
    async version(channel: string): Promise<string> {
      return (await redis.get(keys.channelChange(channel))) ?? '';
    },
  };
}
