import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../support/redis.js';
import type { FaultScenario, RedisSetup } from '../fault-scenario.js';
import { startRelay } from '../relay.js';
import { cluster, clusterResharding, sentinels } from './topologies.js';

const AWAY_MS = 4_000;

/** Faults of Redis. */
export const REDIS_SCENARIOS: readonly FaultScenario[] = [
  {
    name: 'Redis restarted',
    says: 'Redis, with an append-only file, gets SIGTERM and is started again.',
    async inject({ harness, at }) {
      await at(0.5);
      await harness.stack.redis.restart();
    },
  },
  {
    name: 'Redis killed',
    says: 'Redis, with an append-only file, gets SIGKILL and is started again after a second.',
    short: true,
    async inject({ harness, at }) {
      await at(0.5);
      await harness.stack.redis.kill();
      await sleep(1_000);
      await harness.stack.redis.restart();
    },
  },
  {
    name: 'Redis hangs',
    says: 'Redis gets SIGSTOP for 4 s: connections stay open, and nothing is answered.',
    async inject({ harness, at }) {
      await at(0.4);
      harness.stack.redis.pause();
      await sleep(AWAY_MS);
      harness.stack.redis.resume();
    },
  },
  {
    name: 'Redis full',
    says: 'Redis rejects all writes for 4 s (OOM).',
    short: true,
    async inject({ harness, at }) {
      const { store } = harness.stack;
      await at(0.4);
      await store.config('SET', 'maxmemory', '1');
      await sleep(AWAY_MS);
      await store.config('SET', 'maxmemory', '0');
    },
  },
  {
    name: 'Redis slow',
    says: 'Every byte between the bot and Redis takes 50 ms longer, in each direction.',
    redis: slowRedis,
    async inject({ redis, at }) {
      await redis?.inject();
      await at(1);
    },
  },
  {
    name: 'Sentinel failover',
    says: 'The master is killed, and a Sentinel promotes its replica. Writes that the replica had not received are lost.',
    redis: sentinels,
    forgets: true,
    async inject({ redis, at }) {
      await at(0.5);
      await redis?.inject();
    },
  },
  {
    name: 'Cluster failover',
    says: "The node that holds the bot's keys is killed, and its replica takes over. Writes that the replica had not received are lost.",
    redis: cluster,
    forgets: true,
    async inject({ redis, at }) {
      await at(0.5);
      await redis?.inject();
    },
  },
  {
    name: 'Cluster resharding',
    says: "All slots of the node that holds the bot's keys move to the other two nodes.",
    redis: clusterResharding,
    async inject({ redis, at }) {
      await at(0.3);
      await redis?.inject();
    },
  },
];

async function slowRedis(): Promise<RedisSetup> {
  const redis = await startRedis({ appendonly: true });
  const relay = await startRelay(redis.port);
  return {
    redisUrl: `redis://127.0.0.1:${relay.port}`,
    inject: async () => relay.slowDown(50),
    stop: async () => {
      await relay.stop();
      await redis.stop();
    },
  };
}
