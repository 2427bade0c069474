import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { keys } from '../../../src/store/keys.js';
import { type RedisCluster, startCluster, startSentinels } from '../../store/topologies.js';
import { eventually } from '../../support/eventually.js';
import type { RedisServer } from '../../support/redis.js';
import type { RedisSetup } from '../fault-scenario.js';

const run = promisify(execFile);
const TAKES_OVER_WITHIN_MS = 60_000;

/** A master and its replica, watched by a Sentinel: the master is killed. */
export async function sentinels(): Promise<RedisSetup> {
  const servers = await startSentinels('main', 'hunter2');
  return {
    redisUrl: `redis+sentinel://:hunter2@127.0.0.1:${servers.port}/main`,
    async inject() {
      await servers.master.kill();
      await eventually(async () => {
        if ((await servers.masterPort()) !== servers.replica.port) throw new Error('no failover');
      }, TAKES_OVER_WITHIN_MS);
    },
    stop: () => servers.stop(),
  };
}

/** Three masters with a replica each: the one that holds our keys is killed. */
export async function cluster(): Promise<RedisSetup> {
  const servers = await startCluster(1);
  await hasReplica(servers);
  return {
    redisUrl: urlOf(servers),
    async inject() {
      const { node: owner } = await slotOwner(servers);
      await owner.kill();
      const others = { nodes: servers.nodes.filter((node) => node !== owner) };
      await eventually(async () => void (await slotOwner(others)), TAKES_OVER_WITHIN_MS);
    },
    stop: () => servers.stop(),
  };
}

/** A replica that has not synchronized yet is never elected. */
async function hasReplica(servers: RedisCluster): Promise<void> {
  const { node } = await slotOwner(servers);
  const client = new Redis(node.url);
  await eventually(async () => {
    if ((await client.wait(1, 1_000)) < 1) throw new Error('no replica yet');
  }, TAKES_OVER_WITHIN_MS);
  client.disconnect();
}

/** Three masters: the one that holds our keys gives all its slots to the others. */
export async function clusterResharding(): Promise<RedisSetup> {
  const servers = await startCluster();
  return {
    redisUrl: urlOf(servers),
    async inject() {
      const { node, id } = await slotOwner(servers);
      const weight = ['--cluster-weight', `${id}=0`];
      await run('redis-cli', ['--cluster', 'rebalance', `127.0.0.1:${node.port}`, ...weight]);
    },
    stop: () => servers.stop(),
  };
}

function urlOf({ nodes }: Pick<RedisCluster, 'nodes'>): string {
  return `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
}

interface SlotOwner {
  readonly node: RedisServer;
  readonly id: string;
}

/** The running node that serves the one slot of all our keys. Throws while there is none. */
async function slotOwner({ nodes }: Pick<RedisCluster, 'nodes'>): Promise<SlotOwner> {
  for (const node of nodes) {
    const client = new Redis(node.url, { maxRetriesPerRequest: 1 });
    client.on('error', () => undefined);
    try {
      await client.zcard(keys.open);
      // A replica redirects, so this one serves the slot.
      return { node, id: String(await client.cluster('MYID')) };
    } catch {
      // It serves other slots, or is gone.
    } finally {
      client.disconnect();
    }
  }
  throw new Error('no node serves the slot');
}
