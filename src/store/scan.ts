import type { Redis } from 'ioredis';
import type { Connection } from './connection.js';

const COUNT = 1_000;

/** All keys that match a pattern, in pages, on every master of a cluster. A key may occur twice. */
export async function* scanKeys(redis: Connection, match: string): AsyncGenerator<string[]> {
  const servers: readonly Redis[] = 'nodes' in redis ? redis.nodes('master') : [redis];
  for (const server of servers) {
    yield* server.scanStream({ match, count: COUNT }) as AsyncIterable<string[]>;
  }
}
