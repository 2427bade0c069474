import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../support/redis.js';
import { startRelay } from '../relay.js';
import type { Ground, Storm } from '../storm.js';
import { cluster, clusterOnTheMove, sentinels } from './topologies.js';

const AWAY_MS = 4_000;

/** What happens to Redis. */
export const REDIS_STORMS: readonly Storm[] = [
  {
    name: 'Redis restarted',
    says: 'Redis, with an append-only file, gets SIGTERM and is started again.',
    async strike({ office, at }) {
      await at(0.5);
      await office.stack.redis.restart();
    },
  },
  {
    name: 'Redis killed',
    says: 'Redis, with an append-only file, gets SIGKILL and is started again after a second.',
    short: true,
    async strike({ office, at }) {
      await at(0.5);
      await office.stack.redis.kill();
      await sleep(1_000);
      await office.stack.redis.restart();
    },
  },
  {
    name: 'Redis hangs',
    says: 'Redis gets SIGSTOP for 4 s: connections stay open, and nothing is answered.',
    async strike({ office, at }) {
      await at(0.4);
      office.stack.redis.pause();
      await sleep(AWAY_MS);
      office.stack.redis.resume();
    },
  },
  {
    name: 'Redis full',
    says: 'Redis rejects all writes for 4 s (OOM).',
    short: true,
    async strike({ office, at }) {
      const { store } = office.stack;
      await at(0.4);
      await store.config('SET', 'maxmemory', '1');
      await sleep(AWAY_MS);
      await store.config('SET', 'maxmemory', '0');
    },
  },
  {
    name: 'Redis slow',
    says: 'Every byte between the bot and Redis takes 50 ms longer, in each direction.',
    ground: slowRedis,
    async strike({ ground, at }) {
      await ground?.strike();
      await at(1);
    },
  },
  {
    name: 'Sentinel failover',
    says: 'The master is killed, and a Sentinel promotes its replica. Writes that the replica had not received are lost.',
    ground: sentinels,
    forgets: true,
    async strike({ ground, at }) {
      await at(0.5);
      await ground?.strike();
    },
  },
  {
    name: 'Cluster failover',
    says: "The node that holds the bot's keys is killed, and its replica takes over. Writes that the replica had not received are lost.",
    ground: cluster,
    forgets: true,
    async strike({ ground, at }) {
      await at(0.5);
      await ground?.strike();
    },
  },
  {
    name: 'Cluster resharding',
    says: "All slots of the node that holds the bot's keys move to the other two nodes.",
    ground: clusterOnTheMove,
    async strike({ ground, at }) {
      await at(0.3);
      await ground?.strike();
    },
  },
];

async function slowRedis(): Promise<Ground> {
  const redis = await startRedis({ appendonly: true });
  const relay = await startRelay(redis.port);
  return {
    redisUrl: `redis://127.0.0.1:${relay.port}`,
    strike: async () => relay.slowDown(50),
    stop: async () => {
      await relay.stop();
      await redis.stop();
    },
  };
}
