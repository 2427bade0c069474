import { createHash } from 'node:crypto';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** What came of the signature of a request. */
export type Verification = 'verified' | 'refused';

/** When a request last had the right signature, and when a wrong one; ms since the epoch. */
export type ReceivedRequests = Partial<Readonly<Record<Verification, number>>>;

/** Longer than any app that is in use gets no request. */
const TTL_MS = 30 * 24 * 3600_000;

export type ReceivedRequestStore = ReturnType<typeof createReceivedRequestStore>;

/**
 * Whether Slack's requests had the signature that belongs to a signing secret, for doctor, which runs in another
 * process. A new secret begins with nothing.
 */
export function createReceivedRequestStore({ redis }: { readonly redis: Connection }) {
  return {
    async record(secret: string, verification: Verification, now: number): Promise<void> {
      const key = keys.receivedRequests(digest(secret));
      await redis.hset(key, verification, now);
      await redis.pexpire(key, TTL_MS);
    },

    async read(secret: string): Promise<ReceivedRequests> {
      const stored = await redis.hgetall(keys.receivedRequests(digest(secret)));
      return Object.fromEntries(Object.entries(stored).map(([name, at]) => [name, Number(at)]));
    },
  };
}

/** Tells secrets apart, and is too short to find one by. */
function digest(secret: string): string {
  return createHash('sha256').update(`signing secret ${secret}`).digest('hex').slice(0, 8);
}
