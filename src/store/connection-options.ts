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
 * for as long as Redis is away.
 */
export type Purpose = 'producer' | 'worker' | 'store';

/** The shape of replies stays the same with every version of Redis and its protocol. */
type Stable = RedisOptions & { replyMapping: 'legacy' };

/** Times in ms. A socket that stays silent for `socketTimeout` with a command in flight is given up. */
const PATIENCE: Readonly<Record<Purpose, RedisOptions>> = {
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
): Stable {
  const shared: Stable = {
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
): ClusterOptions & { redisOptions: Stable } {
  const { enableOfflineQueue, ...node } = nodeOptions(target, purpose);
  return {
    enableOfflineQueue,
    clusterRetryStrategy: retryDelay,
    slotsRefreshTimeout: 2000,
    redisOptions: node,
    // Certificates name hosts, so nodes must be called by name and not by their addresses.
    ...(target.tls ? { dnsLookup: (host, callback) => callback(null, host) } : {}),
  };
}

function nodeOptions({ username, password, tls }: RedisTarget, purpose: Purpose): Stable {
  return {
    ...PATIENCE[purpose],
    replyMapping: 'legacy',
    connectTimeout: 2000,
    disconnectTimeout: 200,
    connectionName: `deepsearch-slack-${purpose}`,
    // A master that was demoted keeps its connections: leave it, and find the new one.
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
    // A master that hangs does not close its connections: the Sentinels say when it is replaced.
    failoverDetector: true,
    Connector: LastingConnector,
    ...(target.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  };
}

/**
 * The library's connector, with two of its habits mended. It writes each error of its own clients
 * of Sentinels to the console: that one Sentinel is away is no news; that all are is told by the
 * connection's `error`. And what a Sentinel tells of a failover ends the connection for good while
 * the next one is being made, since the listener of the last one still hears it.
 */
class LastingConnector extends SentinelConnector {
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
