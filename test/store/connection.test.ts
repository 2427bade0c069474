import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Queue, Worker } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../src/log.js';
import {
  type Connection,
  closeRedis,
  connectRedis,
  type Purpose,
  RedisUnavailable,
  replicationOf,
  whenReady,
} from '../../src/store/connection.js';
import { describeOutages } from '../../src/store/describe-outage.js';
import { RedisUrlError } from '../../src/store/redis-url.js';
import { type RedisServer, startRedis } from '../support/redis.js';
import { startScriptedSentinel } from './scripted-sentinel.js';
import { startCluster, startSentinels } from './topologies.js';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly reason?: string;
}

const open: Connection[] = [];
const lines: string[] = [];
const logger = createLogger({
  level: 'debug',
  name: 'test',
  destination: { write: (line) => void lines.push(line) },
});
const log = (): Line[] => lines.map((line) => JSON.parse(line));

function connect(url: string, purpose: Purpose = 'store'): Connection {
  const connection = connectRedis(url, purpose, logger);
  open.push(connection);
  return connection;
}

async function connected(url: string, purpose: Purpose = 'store'): Promise<Connection> {
  const connection = connect(url, purpose);
  await whenReady(connection, 10_000);
  return connection;
}

/** What the log comes to say; retries add no lines, so an unexpected one fails. */
const said = (...messages: string[]) =>
  vi.waitFor(() => expect(log().map(({ msg }) => msg)).toEqual(messages), 60_000);

afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => closeRedis(connection)));
  lines.length = 0;
});

describe('the message of an error', () => {
  const describeError = describeOutages('redis://u:hunter2@redis.internal/3');

  it.each([
    "Stream isn't writeable and enableOfflineQueue options is false",
    'Connection is closed.',
    'Reached the max retries per request limit (which is 1). Refer to "maxRetriesPerRequest" option for details.',
  ])('names Redis, its address and its setting: %s', (message) => {
    expect(describeError(new Error(message))).toBe(
      `Redis at redis.internal:6379 is not reachable: check that it is running and that REDIS_URL is right (${message})`,
    );
  });

  it('stays as it is if the error is not of Redis', () => {
    expect(describeError(new Error('connect ECONNREFUSED 127.0.0.1:443'))).toBeUndefined();
    expect(describeError(new Error('This operation was aborted'))).toBeUndefined();
  });

  it.each(['producer', 'store'] as const)(
    'is clear for what a %s really throws',
    async (purpose) => {
      const away = describeOutages('redis://127.0.0.1:1');
      const error = await connect('redis://127.0.0.1:1', purpose)
        .get('a')
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(away(error as Error)).toMatch(/^Redis at 127\.0\.0\.1:1 is not reachable/);
    },
  );
});

describe('one server', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await startRedis({ args: ['--requirepass', 'hunter2'] });
  });
  afterEach(() => redis.stop());
  const url = (password = 'hunter2') => `redis://:${password}@127.0.0.1:${redis.port}`;

  it('runs commands in the URL’s database', async () => {
    const [zero, three] = await Promise.all([connected(url()), connected(`${url()}/3`)]);
    await three.set('a', '1');
    await replicationOf(three, url())();
    expect(await three.info('commandstats')).not.toContain('cmdstat_wait');
    expect([await three.get('a'), await zero.get('a')]).toEqual(['1', null]);
    expect(lines.join()).not.toContain('hunter2');
  });

  it('logs a lost and a restored connection once each, and reconnects', async () => {
    const connection = await connected(url());
    await redis.kill();
    await said('Redis connected', 'Redis connection lost, reconnecting');
    await expect(connection.get('a')).rejects.toThrow();
    await redis.restart();
    await said('Redis connected', 'Redis connection lost, reconnecting', 'Redis reconnected');
    expect(await connection.get('a')).toBeNull();
  });

  it('logs nothing when closed on purpose', async () => {
    const connection = await connected(url());
    await closeRedis(connection);
    await closeRedis(connection);
    expect(connection.status).toBe('end');
    await said('Redis connected');
    await expect(whenReady(connection, 10_000)).rejects.toThrow(RedisUnavailable);
  });

  it('waits for a server that starts later', async () => {
    await redis.kill();
    const connection = connect(url());
    const early = whenReady(connection, 100);
    await expect(early).rejects.toThrow('Redis did not reply within 100 ms');
    await redis.restart();
    await whenReady(connection, 10_000);
    await said('Redis connection lost, reconnecting', 'Redis reconnected');
    expect(log()[0]?.reason).toContain('ECONNREFUSED');
  });

  it('logs a refused password without the password', async () => {
    connect(url('wr0ngpass'));
    await said('Redis connection lost, reconnecting');
    expect(log()[0]?.reason).toContain('WRONGPASS');
    expect(lines.join()).not.toContain('wr0ngpass');
  });

  it('a producer fails before Slack’s timeout if the server hangs', async () => {
    const connection = await connected(url(), 'producer');
    redis.pause();
    await expect(connection.set('a', '1')).rejects.toThrow('Command timed out');
    redis.resume();
    await vi.waitFor(async () => expect(await connection.set('a', '2')).toBe('OK'), 60_000);
  });

  it('closes the connection to a server that hangs', async () => {
    const connection = await connected(url(), 'worker');
    redis.pause();
    await closeRedis(connection, 100);
    redis.resume();
    expect(connection.status).toBe('end');
  });

  it('a worker’s commands wait until the server is back', async () => {
    const connection = await connected(url(), 'worker');
    await redis.kill();
    const late = connection.set('a', '1');
    await redis.restart();
    expect(await late).toBe('OK');
  });
});

describe('a server that accepts but never responds', () => {
  let silent: Server;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    silent.close();
  });
  const place = () => {
    const address = silent.address();
    return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  };

  it('a server that accepts but never responds is retried', async () => {
    connect(`redis://${place()}`, 'producer');
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(1), 60_000);
    expect(log().map(({ reason }) => reason)).toEqual(['Command timed out']);
  });

  it('connects with TLS if the URL says so', async () => {
    const accepted = once(silent, 'connection');
    connect(`rediss://${place()}`);
    const [socket] = await accepted;
    const [hello] = await once(socket, 'data');
    const handshake = 0x16;
    expect(hello[0]).toBe(handshake);
  });
});

describe('behind Sentinels', () => {
  it('finds the master by Sentinel, also after a failover', async () => {
    const sentinels = await startSentinels('main', 'hunter2');
    try {
      const places = `127.0.0.1:1,127.0.0.1:${sentinels.port}`;
      const connection = await connected(`redis+sentinel://:hunter2@${places}/main`);
      expect(await connection.set('a', '1')).toBe('OK');
      await connection.call('config', 'resetstat');
      await replicationOf(connection, `redis+sentinel://${places}/main`)();
      expect(await connection.info('commandstats')).toContain('cmdstat_wait:calls=1');
      expect(await connection.wait(1, 5000)).toBe(1);
      const back = new Promise((resolve) => connection.once('ready', resolve));
      await sentinels.master.kill();
      await back;
      expect(await connection.get('a')).toBe('1');
      expect(await connection.set('a', '2')).toBe('OK');
      expect(await sentinels.masterPort()).toBe(sentinels.replica.port);
      expect(lines.join()).not.toContain('hunter2');
    } finally {
      await sentinels.stop();
    }
  });

  it('leaves a hanging master for its successor', async () => {
    const sentinels = await startSentinels('main', 'hunter2');
    try {
      const places = `127.0.0.1:${sentinels.port}`;
      const connection = await connected(`redis+sentinel://:hunter2@${places}/main`, 'worker');
      const back = new Promise((resolve) => connection.once('ready', resolve));
      sentinels.master.pause();
      await back;
      expect(await connection.set('a', '2')).toBe('OK');
    } finally {
      sentinels.master.resume();
      await sentinels.stop();
    }
  });
});

it('survives a failover during reconnection', async () => {
  const redis = await startRedis();
  const sentinel = await startScriptedSentinel(redis.port);
  try {
    const connection = await connected(`redis+sentinel://127.0.0.1:${sentinel.port}/main`);
    await sentinel.subscribed();
    const asked = sentinel.hold();
    await redis.kill();
    await asked;
    const back = new Promise((resolve, reject) => {
      connection.once('ready', resolve);
      connection.once('end', () => reject(new Error('the connection was given up')));
    });
    await sentinel.tellFailover();
    await redis.restart();
    sentinel.release();
    await back;
  } finally {
    await Promise.all(open.splice(0).map((connection) => closeRedis(connection)));
    await sentinel.stop();
    await redis.stop();
  }
});

describe('a Cluster', () => {
  it('scripts and queues run on a Cluster', async () => {
    const cluster = await startCluster();
    const places = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const url = `redis+cluster://${places}`;
    try {
      const [store, producer, worker] = await Promise.all([
        connected(url),
        connected(url, 'producer'),
        connected(url, 'worker'),
      ]);
      const script = `redis.call('SET', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[2])`;
      const keys = ['{deepsearch}:a', '{deepsearch}:b'];
      expect(await store.eval(script, 2, ...keys, 'x')).toBe(1);
      expect(await store.mget(...keys)).toEqual(['x', '1']);

      const prefix = '{deepsearch}';
      const queue = new Queue('jobs', { connection: producer, prefix });
      const taken: unknown[] = [];
      const processor = async (job: { data: unknown }) => void taken.push(job.data);
      const runner = new Worker('jobs', processor, { connection: worker, prefix });
      await queue.add('one', { id: 'q1' });
      await vi.waitFor(() => expect(taken).toEqual([{ id: 'q1' }]), 60_000);
      await runner.close();
      await queue.close();
    } finally {
      await Promise.all(open.splice(0).map((connection) => closeRedis(connection)));
      await cluster.stop();
    }
    expect(log().every(({ msg }) => msg === 'Redis connected')).toBe(true);
  });

  it('logs an unreachable Cluster once', async () => {
    const connection = connect('redis+cluster://127.0.0.1:1,127.0.0.1:2');
    for (const _attempt of [1, 2, 3]) {
      await new Promise((resolve) => connection.once('reconnecting', resolve));
    }
    await said('Redis connection lost, reconnecting');
  });
});

it('rejects an invalid URL', () => {
  expect(() => connect('redis+sentinel://a:1')).toThrow(RedisUrlError);
});
