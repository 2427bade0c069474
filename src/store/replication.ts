import type { Connection } from './connection.js';
import { parseRedisUrl } from './redis-url.js';

/** Longer than a replica that keeps up needs, shorter than anybody notices, ms. */
const PATIENCE_MS = 100;

/** Resolves when what this connection wrote before has reached a replica, or after 100 ms. */
export type Replicated = () => Promise<void>;

/**
 * Redis tells of a write before its replica has it, and a failover forgets what only the old master
 * knew: an effect in Slack whose record is forgotten would be repeated. So behind Sentinels what
 * was written waits for one replica before anything is built on it. One that is late holds nobody
 * up for longer than 100 ms; `min-replicas-to-write` makes Redis itself refuse writes without one.
 * A single server has nobody to wait for, and a Cluster's `WAIT` says nothing about another node.
 */
export function replicationOf(connection: Connection, url: string): Replicated {
  if (parseRedisUrl(url).kind !== 'sentinel' || 'nodes' in connection) return async () => undefined;
  return async () => void (await connection.wait(1, PATIENCE_MS));
}
