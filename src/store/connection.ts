import { Cluster, Redis } from 'ioredis';
import type { Logger } from '../log.js';
import { DeepSearchSlackError } from '../model/error.js';
import { withTimeout } from '../timeout.js';
import { clusterOptions, type Purpose, redisOptions } from './connection-options.js';
import { describeTarget } from './describe-outage.js';
import { parseRedisUrl, type RedisTarget } from './redis-url.js';

export type { Purpose } from './connection-options.js';

/** A client of one Redis, of the master behind Sentinels, or of a Cluster. */
export type Connection = Redis | Cluster;

/** Redis was not reachable in time. */
export class RedisUnavailable extends DeepSearchSlackError {
  readonly code = 'redis_unavailable';
}

/**
 * Connects, and reconnects until the connection is closed. Logs once when the connection is made,
 * lost and restored; handles every `error` event. While Redis is unavailable, also at the start,
 * commands of a `producer` or a `store` fail at once: see `whenReady`.
 *
 * @throws RedisUrlError if the URL is invalid.
 */
export function connectRedis(url: string, purpose: Purpose, logger: Logger): Connection {
  const target = parseRedisUrl(url);
  const connection =
    target.kind === 'cluster'
      ? new Cluster([...target.nodes], clusterOptions(target, purpose))
      : new Redis(redisOptions(target, purpose));
  const log = logger.child({ redis: describeTarget(target), purpose });
  reportState(connection, log, (error) => describeError(error, target));
  return connection;
}

/**
 * Resolves once commands can be sent.
 *
 * @throws RedisUnavailable after `timeoutMs`, or if the connection was closed.
 */
export async function whenReady(connection: Connection, timeoutMs: number): Promise<void> {
  if (connection.status === 'ready') return;
  let stopListening = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    const onEnd = () => reject(new RedisUnavailable('The connection to Redis was closed.'));
    connection.on('ready', resolve);
    connection.on('end', onEnd);
    stopListening = () => {
      connection.off('ready', resolve);
      connection.off('end', onEnd);
    };
    if (connection.status === 'end') onEnd();
  });
  const late = () => {
    throw new RedisUnavailable(`Redis did not reply within ${timeoutMs} ms.`);
  };
  await withTimeout(ready, timeoutMs, late).finally(stopListening);
}

/** Waits for commands in flight, at most `timeoutMs`, then disconnects. Never throws. */
export async function closeRedis(connection: Connection, timeoutMs = 1000): Promise<void> {
  const ended = new Promise((resolve) => connection.once('end', resolve));
  if (connection.status === 'ready') {
    const quit = connection.quit().catch(() => undefined);
    await withTimeout(quit, timeoutMs, () => undefined);
  }
  // While it waits to reconnect, a connection has no socket and emits no `end`.
  const idle = connection.status === 'end' || connection.status === 'reconnecting';
  connection.disconnect();
  if (!idle) await withTimeout(ended, DISCONNECT_MS, () => undefined);
}

/** Longer than it takes to destroy a socket whose server hangs. */
const DISCONNECT_MS = 500;

/**
 * Whether Redis was unavailable, hung, or rejected a write because its memory is full. All of these
 * are transient, so no question may fail because of them. ioredis has no common class for them.
 */
export function isRedisOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return OUTAGE_NAMES.has(error.name) || OUTAGE_MESSAGES.test(error.message);
}

const OUTAGE_NAMES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'AbortError']);
const OUTAGE_MESSAGES =
  /Command timed out|Socket timeout|Connection is closed|Stream isn't writeable|ECONNREFUSED|ECONNRESET|ETIMEDOUT|LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|OOM command|NOREPLICAS|All sentinels are unreachable/;

/** Longer than a healthy replica needs, shorter than anybody notices, ms. */
const REPLICATION_TIMEOUT_MS = 100;

/** Resolves when a replica has all previous writes of this connection, or after 100 ms. */
export type Replicated = () => Promise<void>;

/**
 * Redis acknowledges a write before its replica has it, and a failover loses what only the old
 * master had: a Slack message whose record is lost would be posted twice. So behind Sentinels we
 * wait for one replica before we act on a write, but for no longer than 100 ms. (With
 * `min-replicas-to-write`, Redis itself refuses writes without a replica.) A single server has no
 * replica, and in a Cluster `WAIT` covers only one node.
 */
export function replicationOf(connection: Connection, url: string): Replicated {
  if (parseRedisUrl(url).kind !== 'sentinel' || 'nodes' in connection) return async () => undefined;
  return async () => void (await connection.wait(1, REPLICATION_TIMEOUT_MS));
}

/** ioredis' message for commands on a lost connection: it does not say why it was lost. */
const CLOSED = 'Connection is closed.';
const UNKNOWN = 'no connection';
const FIX = 'check that Redis runs at this address, and REDIS_URL';

function reportState(
  connection: Connection,
  logger: Logger,
  describe: (error: unknown) => string,
): void {
  let state: 'starting' | 'up' | 'down' = 'starting';
  let reason = UNKNOWN;
  const down = () => {
    if (state !== 'down') logger.warn({ reason, fix: FIX }, 'Redis connection lost, reconnecting');
    state = 'down';
  };
  connection.on('ready', () => {
    if (state === 'down') logger.info('Redis reconnected');
    else logger.info('Redis connected');
    state = 'up';
    reason = UNKNOWN;
  });
  connection.on('error', (error: unknown) => {
    const text = describe(error);
    if (text !== CLOSED) reason = text;
    // If no Sentinel can be reached, there is no `reconnecting` event.
    if (state === 'starting') down();
  });
  connection.on('reconnecting', down);
}

/** Only the message: a Redis error also has the command, which may contain secrets or questions. */
function describeError(error: unknown, { password }: RedisTarget): string {
  const cause = error instanceof Error && 'lastNodeError' in error ? error.lastNodeError : error;
  const { message, code } = (cause ?? {}) as { message?: unknown; code?: unknown };
  const text = String(message || code || 'unknown');
  return password ? text.replaceAll(password, '[hidden]') : text;
}
