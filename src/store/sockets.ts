import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** A bot's connections in Socket Mode. Times in ms since the epoch. */
export interface SocketConnections {
  /** When the bot last said so. */
  readonly at: number;
  /** Since when each of its connections stands. */
  readonly since: readonly number[];
}

/** A bot that has said nothing for so long is gone. */
const KEEP_MS = 90_000;
/** How often a bot says it. */
export const REPORT_INTERVAL_MS = 30_000;

/** Where a bot says how it is connected, so that a check-up in another process can tell. */
export function createSocketStore({ redis }: { redis: Connection }) {
  return {
    /** `bot` is the name of a process. */
    async report(bot: string, sockets: SocketConnections): Promise<void> {
      await redis.hset(keys.sockets, bot, JSON.stringify(sockets));
      await redis.pexpire(keys.sockets, KEEP_MS);
    },

    /** Of the bots that have said so within the time that it is kept. */
    async all(now: number): Promise<SocketConnections[]> {
      const said = Object.values(await redis.hgetall(keys.sockets));
      const all = said.map((json) => JSON.parse(json) as SocketConnections);
      return all.filter(({ at }) => now - at < KEEP_MS);
    },
  };
}
