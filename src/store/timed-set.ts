import type { Connection } from './connection.js';

const MAX_STALE = 500;

interface TimedSetOptions<T> {
  readonly redis: Connection;
  readonly key: string;
  readonly write: (member: T) => string;
  readonly read: (written: string) => T;
}

/** A sorted set whose members have the time at which they were added, ms since the epoch. */
export function createTimedSet<T>({ redis, key, write, read }: TimedSetOptions<T>) {
  return {
    /** Again: at this time instead. */
    async add(member: T, at: number): Promise<void> {
      await redis.zadd(key, at, write(member));
    },

    async has(member: T): Promise<boolean> {
      return (await redis.zscore(key, write(member))) !== null;
    },

    async remove(member: T): Promise<void> {
      await redis.zrem(key, write(member));
    },

    /** Those that were added before `before`, oldest first. */
    async stale(before: number): Promise<T[]> {
      const to = String(before);
      const found = await redis.zrange(key, '-inf', to, 'BYSCORE', 'LIMIT', 0, MAX_STALE);
      return found.map(read);
    },
  };
}
