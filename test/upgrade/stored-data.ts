import type { Redis } from 'ioredis';
import { z } from 'zod';

/** A key with its value, as JSON can hold it: of a string, or its parts in the order in which Redis takes them. */
const StoredKey = z.object({
  key: z.string(),
  type: z.enum(['string', 'hash', 'set', 'zset', 'list']),
  value: z.array(z.string()),
  ttlMs: z.number(),
});

/** What a version has stored, with names in angle brackets in the place of IDs that differ each time. */
export const StoredData = z.object({ at: z.number(), keys: z.array(StoredKey) });
export type StoredData = z.infer<typeof StoredData>;

/** Name → ID, such as that of a channel. */
export type Ids = Readonly<Record<string, string>>;

/** Streams are left out, and what lasts for seconds. */
const LEFT_OUT = /^\{deepsearch\}:(bull|bucket|audit|watch|list-record|agent-statuses|reactions)/;

const READ = {
  string: async (redis: Redis, key: string) => [(await redis.get(key)) ?? ''],
  hash: async (redis: Redis, key: string) => Object.entries(await redis.hgetall(key)).flat(),
  set: (redis: Redis, key: string) => redis.smembers(key),
  zset: async (redis: Redis, key: string) =>
    (await redis.zrangebyscore(key, '-inf', '+inf', 'WITHSCORES')).reverse(),
  list: (redis: Redis, key: string) => redis.lrange(key, 0, -1),
};

const WRITE = { string: 'SET', hash: 'HSET', set: 'SADD', zset: 'ZADD', list: 'RPUSH' } as const;

/** Reads everything but the queues, which reconcile fills. */
export async function readStoredData(redis: Redis, ids: Ids): Promise<StoredData> {
  const keys: StoredData['keys'] = [];
  for (const key of (await redis.keys('{deepsearch}:*')).sort()) {
    if (LEFT_OUT.test(key)) continue;
    const type = StoredKey.shape.type.parse(await redis.type(key));
    const value = await READ[type](redis, key);
    keys.push({ key, type, value, ttlMs: await redis.pttl(key) });
  }
  const text = Object.entries(ids).reduce(
    (json, [name, id]) => json.replaceAll(id, `<${name}>`),
    JSON.stringify({ at: Date.now(), keys }),
  );
  return StoredData.parse(JSON.parse(text));
}

/** Stores it with these IDs, as if it had been written just now. */
export async function writeStoredData(redis: Redis, data: StoredData, ids: Ids): Promise<void> {
  const later = Date.now() - data.at;
  const dated = JSON.stringify(data.keys).replace(
    /\b1[6-9]\d{11}\b/g,
    (ms) => `${Number(ms) + later}`,
  );
  const json = Object.entries(ids).reduce(
    (text, [name, id]) => text.replaceAll(`<${name}>`, id),
    dated,
  );
  const left = /<[a-z-]+>/.exec(json)?.[0];
  if (left !== undefined) throw new Error(`no ID is given for ${left}`);
  for (const { key, type, value, ttlMs } of z.array(StoredKey).parse(JSON.parse(json))) {
    await redis.call(WRITE[type], key, ...value);
    if (ttlMs > 0) await redis.pexpire(key, ttlMs);
  }
}
