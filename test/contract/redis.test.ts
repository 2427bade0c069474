import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type RedisCluster,
  type Sentinels,
  startCluster,
  startSentinels,
} from '../store/topologies.js';
import type { Stack } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';

const PASSWORD = 'p@ss/word';
let sentinels: Sentinels;
let cluster: RedisCluster;
beforeAll(async () => {
  [sentinels, cluster] = await Promise.all([startSentinels('main', PASSWORD), startCluster()]);
});
afterAll(() => Promise.all([sentinels.stop(), cluster.stop()]));

const it = stackTest({ roles: [], workspace: { limits: 'off' } });

const encoded = encodeURIComponent(PASSWORD);

/** Each form of `REDIS_URL`, with the servers one of which must hold what was asked. */
const FORMS = {
  'redis://': (stack: Stack) => ({ url: stack.redis.url, servers: [stack.redis.url] }),
  'redis+sentinel://': () => ({
    url: `redis+sentinel://:${encoded}@127.0.0.1:${sentinels.port}/main`,
    servers: [`redis://:${encoded}@127.0.0.1:${sentinels.master.port}`],
  }),
  'redis+cluster://': () => ({
    url: `redis+cluster://${cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers: cluster.nodes.map(({ url }) => url),
  }),
};

async function recordsIn(url: string): Promise<number> {
  const client = new Redis(url);
  const keys = await client.keys('{deepsearch}:question:*');
  client.disconnect();
  return keys.length;
}

it.for(Object.entries(FORMS))(
  'a question is answered with REDIS_URL as %s',
  async ([_form, of], { stack, scenario }) => {
    const { url, servers } = of(stack);
    const bot = await stack.startBot('both', { REDIS_URL: url });

    const thread = await scenario.answered(scenario.text());
    expect(thread.endings()).toEqual([expect.stringContaining('backoff()')]);
    const held = await Promise.all(servers.map(recordsIn));
    expect(held.reduce((sum, count) => sum + count)).toBe(1);
    expect(JSON.stringify(bot.log)).not.toContain(PASSWORD);
    expect(await bot.stop()).toBe(0);
  },
);
