import type { EventEmitter } from 'node:events';
import {
  type ClusterOptions,
  type RedisOptions,
  type SentinelConnectionOptions,
  SentinelConnector,
} from 'ioredis';
import { type Backoff, backoffMs } from '../backoff.js';
import type { RedisTarget } from './redis-url.js';

/**
 * What a connection is for. `producer`: on the way to an ack, fails within 2 s, well before Slack's
 * 3 s. `store`: everything else, fails within 10 s. `worker`: BullMQ's blocking reads, which wait
 * for as long as Redis is unavailable.
 */
export type Purpose = 'producer' | 'worker' | 'store';

/** The shape of replies is then the same in every version of Redis and its protocol. */
type LegacyReplies = RedisOptions & { replyMapping: 'legacy' };

/** Times in ms. `socketTimeout` closes a socket that is silent while a command is in flight. */
const TIMEOUTS: Readonly<Record<Purpose, RedisOptions>> = {
  producer: {
    commandTimeout: 2000,
    socketTimeout: 5000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  },
  store: {
    commandTimeout: 10_000,
    socketTimeout: 15_000,
    maxRetriesPerRequest: 3,
    enableOfflineQueue: false,
  },
  // BullMQ demands null, and blocks for up to 10 s at a time.
  worker: { socketTimeout: 30_000, maxRetriesPerRequest: null, enableOfflineQueue: true },
};

/** For a single server or the master behind Sentinels. */
export function redisOptions(
  target: Exclude<RedisTarget, { kind: 'cluster' }>,
  purpose: Purpose,
): LegacyReplies {
  const shared: LegacyReplies = {
    ...nodeOptions(target, purpose),
    db: target.db,
    retryStrategy: retryDelay,
  };
  return target.kind === 'single'
    ? { ...shared, ...target.node }
    : { ...shared, ...sentinelOptions(target) };
}

export function clusterOptions(
  target: RedisTarget,
  purpose: Purpose,
): ClusterOptions & { redisOptions: LegacyReplies } {
  const { enableOfflineQueue, ...node } = nodeOptions(target, purpose);
  return {
    enableOfflineQueue,
    clusterRetryStrategy: retryDelay,
    slotsRefreshTimeout: 2000,
    redisOptions: node,
    // Certificates contain host names, so connect to nodes by name and not by address.
    ...(target.tls ? { dnsLookup: (host, callback) => callback(null, host) } : {}),
  };
}

function nodeOptions({ username, password, tls }: RedisTarget, purpose: Purpose): LegacyReplies {
  return {
    ...TIMEOUTS[purpose],
    replyMapping: 'legacy',
    connectTimeout: 2000,
    disconnectTimeout: 200,
    connectionName: `deepsearch-slack-${purpose}`,
    // A demoted master keeps its connections open: reconnect to find the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(tls ? { tls: {} } : {}),
  };
}

function sentinelOptions(target: Extract<RedisTarget, { kind: 'sentinel' }>) {
  return {
    name: target.master,
    sentinels: target.sentinels.map((sentinel) => ({ ...sentinel })),
    sentinelUsername: target.sentinelUsername,
    sentinelPassword: target.sentinelPassword,
    sentinelCommandTimeout: 2000,
    sentinelRetryStrategy: retryDelay,
    sentinelReconnectStrategy: () => 5000,
    // A master that hangs does not close its connections: the Sentinels report when it is replaced.
    failoverDetector: true,
    Connector: FixedSentinelConnector,
    ...(target.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  };
}

/**
 * ioredis' connector with two fixes. It logs every error of its Sentinel clients to the console:
 * they are ignored, since one unreachable Sentinel does not matter, and if all are, the connection
 * emits `error`. And the failover detector of the previous connection stays active, so a failover
 * message during a reconnect would end the new connection for good: it is removed first.
 */
class FixedSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
    const connect: (...args: unknown[]) => EventEmitter = this['connectToSentinel'];
    Object.assign(this, {
      connectToSentinel: (...args: unknown[]) =>
        connect.apply(this, args).on('error', () => undefined),
    });
  }

  override connect(...args: Parameters<SentinelConnector['connect']>) {
    this['failoverDetector']?.cleanup();
    return super.connect(...args);
  }
}

/** Between attempts to connect, without end: 37 to 63 ms at first, in the end 750 to 1250 ms. */
const BACKOFF: Backoff = { firstMs: 62.5, maxMs: 1250, jitter: 0.4 };

function retryDelay(attempt: number): number {
  return backoffMs(BACKOFF, attempt, Math.random());
}
