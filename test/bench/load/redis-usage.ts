import type { Redis } from 'ioredis';

/** Of a whole Redis server. */
export interface RedisUsage {
  /** Since its start, those inside scripts included. */
  readonly commands: number;
  /** Received and sent since its start. */
  readonly networkBytes: number;
  readonly memoryBytes: number;
  readonly keys: number;
}

export async function redisUsage(redis: Redis): Promise<RedisUsage> {
  const [commands, stats, memory, keys] = await Promise.all([
    redis.info('commandstats'),
    redis.info('stats'),
    redis.info('memory'),
    redis.dbsize(),
  ]);
  const calls = [...commands.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)]
    .filter(([, name = '']) => !OWN.has(name))
    .map(([, , count]) => Number(count));
  return {
    commands: calls.reduce((sum, count) => sum + count, 0),
    networkBytes: field(stats, 'total_net_input_bytes') + field(stats, 'total_net_output_bytes'),
    memoryBytes: field(memory, 'used_memory'),
    keys,
  };
}

/** What changed from `before` to `after`. */
export function usageSince(before: RedisUsage, after: RedisUsage): RedisUsage {
  return {
    commands: after.commands - before.commands,
    networkBytes: after.networkBytes - before.networkBytes,
    memoryBytes: after.memoryBytes - before.memoryBytes,
    keys: after.keys - before.keys,
  };
}

/** What only this file sends. */
const OWN = new Set(['info', 'dbsize']);

function field(info: string, name: string): number {
  return Number(info.match(new RegExp(`^${name}:(\\d+)`, 'm'))?.[1] ?? Number.NaN);
}
