import { createLogger } from '../../src/log.js';
import {
  type Connection,
  closeRedis,
  connectRedis,
  type Purpose,
  whenReady,
} from '../../src/store/connection.js';
import { type RedisServer, startRedis } from '../support/redis.js';

export const quiet = createLogger({ level: 'silent', name: 'test' });

export interface Stand {
  readonly server: RedisServer;
  connect(purpose?: Purpose): Promise<Connection>;
  stop(): Promise<void>;
}

/** A Redis of the test's own, and connections to it that end with it. */
export async function standRedis(): Promise<Stand> {
  const server = await startRedis();
  const open: Connection[] = [];
  return {
    server,
    async connect(purpose = 'store') {
      const connection = connectRedis(server.url, purpose, quiet);
      open.push(connection);
      await whenReady(connection, 10_000);
      return connection;
    },
    async stop() {
      await Promise.all(open.map((connection) => closeRedis(connection)));
      await server.stop();
    },
  };
}
