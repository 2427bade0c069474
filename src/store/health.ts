import type { Redis } from 'ioredis';
import { withTimeout } from '../timeout.js';
import type { Connection } from './connection.js';

/** Whether Redis is reachable. `detail` says what is wrong. */
export interface RedisCheck {
  readonly ok: boolean;
  readonly detail?: string;
}

/** From `INFO` of one server; a field is absent if the server does not report it. */
export interface RedisInfo {
  readonly version?: string;
  readonly evictionPolicy?: string;
  /** Bytes; 0 is no limit. */
  readonly maxMemory?: number;
  readonly usedMemory?: number;
  readonly appendOnly?: boolean;
  readonly lastWriteOk?: boolean;
}

/** A problem in the configuration of Redis, and its fix. */
export interface RedisFinding {
  readonly problem: string;
  readonly fix: string;
}

/** Whether Redis replies within `timeoutMs`. Never throws. */
export async function pingRedis(connection: Connection, timeoutMs: number): Promise<RedisCheck> {
  const ping = connection.ping().then(
    () => ({ ok: true }),
    () => ({ ok: false, detail: 'not connected' }),
  );
  return withTimeout(ping, timeoutMs, () => ({
    ok: false,
    detail: `no reply within ${timeoutMs} ms`,
  }));
}

/**
 * Reads the configuration of each server (in a Cluster of each master) from `INFO`, since managed
 * services often forbid `CONFIG`. A server that refuses gives an empty result.
 */
export async function readRedisInfo(connection: Connection): Promise<RedisInfo[]> {
  const servers: readonly Redis[] =
    'nodes' in connection ? connection.nodes('master') : [connection];
  return await Promise.all(
    servers.map(async (server) => {
      const sections = await Promise.all(
        ['server', 'memory', 'persistence'].map((name) => server.info(name).catch(() => '')),
      );
      return parseInfo(sections.join('\n'));
    }),
  );
}

/** Parses the text of `INFO`, see https://redis.io/docs/latest/commands/info/. */
export function parseInfo(text: string): RedisInfo {
  const fields = new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : [];
    }),
  );
  const info = {
    version: fields.get('redis_version'),
    evictionPolicy: fields.get('maxmemory_policy'),
    maxMemory: toNumber(fields.get('maxmemory')),
    usedMemory: toNumber(fields.get('used_memory')),
    appendOnly: toFlag(fields.get('aof_enabled'), '1'),
    lastWriteOk: toFlag(fields.get('aof_last_write_status'), 'ok'),
  };
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== undefined));
}

/** What to change for BullMQ and for us. Unknown values are not reported. */
export function checkRedisInfo(info: RedisInfo): RedisFinding[] {
  return RULES.filter(({ applies }) => applies(info)).map(({ problem, fix }) => ({
    problem: problem(info),
    fix,
  }));
}

interface Rule {
  readonly applies: (info: RedisInfo) => boolean;
  readonly problem: (info: RedisInfo) => string;
  readonly fix: string;
}

const RULES: readonly Rule[] = [
  {
    applies: ({ evictionPolicy = 'noeviction' }) => evictionPolicy !== 'noeviction',
    problem: ({ evictionPolicy }) =>
      `maxmemory-policy is ${evictionPolicy}: when memory is short, Redis would evict questions`,
    fix: 'set "maxmemory-policy noeviction"',
  },
  {
    applies: ({ appendOnly }) => appendOnly === false,
    problem: () => 'the append-only file is off: a restart of Redis would lose questions',
    fix: 'set "appendonly yes" and "appendfsync everysec"',
  },
  {
    applies: ({ lastWriteOk }) => lastWriteOk === false,
    problem: () => 'the last write to the append-only file failed',
    fix: "check the free space and the health of the disk with Redis' data",
  },
  {
    applies: ({ maxMemory = 0, usedMemory = 0 }) => maxMemory > 0 && usedMemory > 0.9 * maxMemory,
    problem: ({ maxMemory = 1, usedMemory = 0 }) =>
      `memory is ${Math.round((100 * usedMemory) / maxMemory)} % full: when it is full, Redis refuses new questions`,
    fix: 'raise "maxmemory", or lower RETENTION_DAYS',
  },
  {
    applies: ({ version = '6.2' }) => isOlder(version, [6, 2]),
    problem: ({ version }) => `Redis is ${version}: the queues need 6.2 or later`,
    fix: 'upgrade Redis to 6.2 or later',
  },
];

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [has = 0, hasMinor = 0] = version.split('.').map(Number);
  return has < major || (has === major && hasMinor < minor);
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function toFlag(text: string | undefined, yes: string): boolean | undefined {
  return text === undefined ? undefined : text === yes;
}
