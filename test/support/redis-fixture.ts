import { afterAll, beforeEach } from 'vitest';
import { createLogger } from '../../src/log.js';
import {
  type Connection,
  closeRedis,
  connectRedis,
  type Purpose,
  whenReady,
} from '../../src/store/connection.js';
import { type RedisServer, startRedis } from './redis.js';

export const silentLogger = createLogger({ level: 'silent', name: 'test' });

export interface RedisFixture {
  readonly server: RedisServer;
  connect(purpose?: Purpose): Promise<Connection>;
  stop(): Promise<void>;
}

/** A Redis of the test's own, and connections to it that end with it. */
export async function startRedisFixture(): Promise<RedisFixture> {
  const server = await startRedis();
  const open: Connection[] = [];
  return {
    server,
    async connect(purpose = 'store') {
      const connection = connectRedis(server.url, purpose, silentLogger);
      open.push(connection);
      await whenReady(connection, 60_000);
      return connection;
    },
    async stop() {
      await Promise.all(open.map((connection) => closeRedis(connection)));
      await server.stop();
    },
  };
}

/** For the top of a test file: a Redis that is empty before each of its tests, and ends after the last one. */
export async function useRedis(): Promise<RedisFixture & { readonly redis: Connection }> {
  const fixture = await startRedisFixture();
  const redis = await fixture.connect();
  afterAll(fixture.stop);
  beforeEach(async () => void (await redis.flushall()));
  return { ...fixture, redis };
}
