import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** The Socket Mode connections of a bot. Times in ms since the epoch. */
export interface SocketConnections {
  /** When the bot reported them. */
  readonly at: number;
  /** When each connection was made. */
  readonly since: readonly number[];
}

/** A bot that has not reported for this long is gone. */
const TTL_MS = 90_000;
/** How often a bot reports. */
export const REPORT_INTERVAL_MS = 30_000;

/** Where bots report their connections, for doctor, which runs in another process. */
export function createSocketStore({ redis }: { redis: Connection }) {
  return {
    /** `bot`: the name of the process. */
    async report(bot: string, sockets: SocketConnections): Promise<void> {
      await redis.hset(keys.sockets, bot, JSON.stringify(sockets));
      await redis.pexpire(keys.sockets, TTL_MS);
    },

    /** The connections of the bots that have reported recently. */
    async all(now: number): Promise<SocketConnections[]> {
      const reports = Object.values(await redis.hgetall(keys.sockets));
      const all = reports.map((json) => JSON.parse(json) as SocketConnections);
      return all.filter(({ at }) => now - at < TTL_MS);
    },
  };
}
