import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log.js';
import {
  type Connection,
  closeRedis,
  connectRedis,
  whenReady,
} from '../../src/store/connection.js';
import { checkRedisInfo, parseInfo, pingRedis, readRedisInfo } from '../../src/store/health.js';
import { type RedisOptions, type RedisServer, startRedis } from '../support/redis.js';

const logger = createLogger({ level: 'silent', name: 'test' });

describe('a real server', () => {
  let server: RedisServer;
  let redis: Connection;
  const start = async (options: RedisOptions = {}) => {
    server = await startRedis(options);
    redis = connectRedis(server.url, 'store', logger);
    await whenReady(redis, 10_000);
  };
  afterEach(async () => {
    await closeRedis(redis);
    await server.stop();
  });

  it('distinguishes a server that responds, hangs or is unreachable', async () => {
    await start();
    expect(await pingRedis(redis, 60_000)).toEqual({ ok: true });
    server.pause();
    expect(await pingRedis(redis, 50)).toEqual({ ok: false, detail: 'no reply within 50 ms' });
    server.resume();
    const lost = new Promise((resolve) => redis.once('close', resolve));
    await server.kill();
    await lost;
    expect(await pingRedis(redis, 60_000)).toEqual({ ok: false, detail: 'not connected' });
  });

  it('a well-configured server has no findings', async () => {
    await start({ appendonly: true, args: ['--maxmemory', '512mb'] });
    const [facts] = await readRedisInfo(redis);
    expect(facts).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      evictionPolicy: 'noeviction',
      appendOnly: true,
      lastWriteOk: true,
      maxMemory: 512 * 1024 * 1024,
    });
    expect(checkRedisInfo(facts ?? {})).toEqual([]);
  });

  it('reports settings that can lose questions', async () => {
    await start({ args: ['--maxmemory-policy', 'allkeys-lru', '--maxmemory', '1mb'] });
    const [facts] = await readRedisInfo(redis);
    expect(checkRedisInfo(facts ?? {}).map(({ problem }) => problem.split(':')[0])).toEqual([
      'maxmemory-policy is allkeys-lru',
      'the append-only file is off',
      expect.stringMatching(/^memory is \d+ % full$/),
    ]);
  });

  it('skips a server that forbids INFO', async () => {
    await start();
    await redis.call('ACL', 'SETUSER', 'default', '-info', '-config');
    expect(await readRedisInfo(redis)).toEqual([{}]);
    expect(checkRedisInfo({})).toEqual([]);
  });
});

describe('what a server says', () => {
  it('parses INFO line by line', () => {
    const text = '# Server\r\nredis_version:7.2.4\r\nmaxmemory:0\r\naof_enabled:0\r\nodd\r\n';
    expect(parseInfo(text)).toEqual({ version: '7.2.4', maxMemory: 0, appendOnly: false });
  });

  it.each([
    [{ version: '6.0.16' }, /needs? 6\.2 or later/],
    [{ version: '5.9' }, /needs? 6\.2 or later/],
    [{ lastWriteOk: false }, /last write/],
    [{ maxMemory: 100, usedMemory: 95 }, /95 % full/],
  ])('reports %j', (facts, problem) => {
    expect(checkRedisInfo(facts)).toEqual([
      { problem: expect.stringMatching(problem), fix: expect.any(String) },
    ]);
  });

  it.each([[{ version: '6.2.0' }], [{ version: '10.0' }], [{ maxMemory: 0, usedMemory: 95 }]])(
    'accepts %j',
    (facts) => {
      expect(checkRedisInfo(facts)).toEqual([]);
    },
  );
});
