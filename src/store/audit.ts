import { AuditPoint, FIRST_PREVIOUS } from '../model/audit.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { releaseLock } from './release-lock.js';
import { runScript } from './script.js';

/** An entry as it was recorded: `line` is JSON. */
export interface InboxEntry {
  /** Of the stream. */
  readonly inboxId: string;
  readonly line: string;
}

/** A sealed entry: `line` is canonical JSON. */
export interface TrailEntry {
  readonly sequence: number;
  readonly line: string;
}

/** Entries that could not be stored; times in ms since the epoch. */
export interface LostEntries {
  readonly entries: number;
  readonly since: number;
  readonly until: number;
}

/** The trail has all entries after `removed`, up to `last`. */
export interface AuditHead {
  readonly last: AuditPoint;
  readonly removed: AuditPoint;
  /** The trail does not say so yet. */
  readonly lost?: LostEntries;
}

export interface SealBatch {
  /** The end of the trail that the entries follow: nothing is written where it has another by now. */
  readonly after: AuditPoint;
  readonly last: AuditPoint;
  readonly sealed: readonly (TrailEntry & { readonly digest: string })[];
  /** Of the inbox: sealed now, or before. */
  readonly taken: readonly string[];
  /** The oldest entries go, up to this one. */
  readonly removed?: AuditPoint;
  /** How many lost entries it tells of. */
  readonly lost?: number;
  /** ms since the epoch. */
  readonly at: number;
}

export type AuditOutlet = 'file' | 'url';

const START: AuditPoint = { sequence: 0, hash: FIRST_PREVIOUS };

/** An action is not repeated for longer than this, ms: a question's job runs for at most three days. */
const SEEN_MS = 4 * 24 * 3600_000;

const LEASE_MS = 10_000;

/** Each takes about 600 bytes of Redis' memory. More wait only if no worker seals for long. */
const MOST_WAITING = 100_000;

const COUNT_LOST = `
redis.call('HINCRBY', KEYS[1], 'lost', ARGV[1])
redis.call('HSETNX', KEYS[1], 'lostSince', ARGV[2])
redis.call('HSET', KEYS[1], 'lostUntil', ARGV[3])`;

/** Returns 0 if it was counted as lost. */
const APPEND = `
if redis.call('XLEN', KEYS[2]) < tonumber(ARGV[4]) then
  redis.call('XADD', KEYS[2], '*', 'e', ARGV[5])
  return 1
end
${COUNT_LOST}
return 0`;

/** All or nothing, and only after the entry that the hashes build on. */
const SEAL = `
local hash = redis.call('HGET', KEYS[1], 'hash')
if (hash or ARGV[1]) ~= ARGV[1] then return 0 end
local taken, sealed, at = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local lost = tonumber(ARGV[10])
local i = 11
for _ = 1, taken do
  redis.call('XDEL', KEYS[3], ARGV[i])
  i = i + 1
end
for _ = 1, sealed do
  redis.call('XADD', KEYS[2], ARGV[i] .. '-0', 'e', ARGV[i + 1])
  redis.call('ZADD', KEYS[4], at, ARGV[i + 2])
  i = i + 3
end
redis.call('HSET', KEYS[1], 'sequence', ARGV[2], 'hash', ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', at - tonumber(ARGV[9]))
if lost > 0 and redis.call('HINCRBY', KEYS[1], 'lost', -lost) <= 0 then
  redis.call('HDEL', KEYS[1], 'lost', 'lostSince', 'lostUntil')
end
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[1], 'removed', ARGV[4], 'removedHash', ARGV[5])
  redis.call('XTRIM', KEYS[2], 'MINID', '=', string.format('%d', tonumber(ARGV[4]) + 1) .. '-0')
end
return 1`;

export type AuditStore = ReturnType<typeof createAuditStore>;

/** The audit trail: what waits to be sealed, what is sealed, and how far it was sent. */
export function createAuditStore({
  redis,
  mostWaiting = MOST_WAITING,
}: {
  readonly redis: Connection;
  readonly mostWaiting?: number;
}) {
  return {
    /** `recorded`: JSON. False if too many wait to be sealed: it is counted as lost at that time. */
    async append(recorded: string, at: number): Promise<boolean> {
      const named = [keys.auditHead, keys.auditInbox];
      const args = [1, at, at, mostWaiting, recorded];
      return (await runScript(redis, APPEND, { named, args })) === 1;
    },

    /** The trail will tell of these with the next entries. */
    async countLost({ entries, since, until }: LostEntries): Promise<void> {
      await runScript(redis, COUNT_LOST, {
        named: [keys.auditHead],
        args: [entries, since, until],
      });
    },

    /** The oldest that are not sealed. */
    async inbox(limit: number): Promise<InboxEntry[]> {
      const found = await redis.xrange(keys.auditInbox, '-', '+', 'COUNT', limit);
      return found.map(([inboxId, fields]) => ({ inboxId, line: fields[1] ?? '' }));
    },

    /** Which of these digests belong to entries that were sealed lately. */
    async seen(digests: readonly string[]): Promise<Set<string>> {
      if (digests.length === 0) return new Set();
      const scores = await redis.zmscore(keys.auditSeen, ...digests);
      return new Set(digests.filter((_, i) => scores[i] != null));
    },

    /** False, and nothing is written, if another process has sealed since. */
    async seal(batch: SealBatch): Promise<boolean> {
      const { after, last, sealed, taken, removed, lost = 0, at } = batch;
      const named = [keys.auditHead, keys.auditTrail, keys.auditInbox, keys.auditSeen];
      const args = [
        ...[after.hash, last.sequence, last.hash, removed?.sequence ?? '', removed?.hash ?? ''],
        ...[taken.length, sealed.length, at, SEEN_MS, lost],
        ...taken,
        ...sealed.flatMap(({ sequence, line, digest }) => [sequence, line, digest]),
      ];
      return (await runScript(redis, SEAL, { named, args })) === 1;
    },

    async head(): Promise<AuditHead> {
      const stored = await redis.hgetall(keys.auditHead);
      const { sequence, hash, removed, removedHash } = stored;
      return {
        last: pointOf(sequence, hash) ?? START,
        removed: pointOf(removed, removedHash) ?? START,
        ...lostOf(stored),
      };
    },

    /** Sealed entries with sequence numbers from `from` on, as far as there are any. */
    async trail(from: number, limit: number): Promise<TrailEntry[]> {
      const found = await redis.xrange(keys.auditTrail, `${from}-0`, '+', 'COUNT', limit);
      return found.map(([id, fields]) => ({
        sequence: Number(id.split('-')[0]),
        line: fields[1] ?? '',
      }));
    },

    async sent(outlet: AuditOutlet): Promise<number> {
      return Number((await redis.hget(keys.auditSent, outlet)) ?? 0);
    },

    async setSent(outlet: AuditOutlet, sequence: number): Promise<void> {
      await redis.hset(keys.auditSent, outlet, sequence);
    },

    /** One process at a time works on the trail; the seal itself holds without it. Renews one's own. */
    async lease(holder: string): Promise<boolean> {
      if ((await redis.set(keys.auditLease, holder, 'PX', LEASE_MS, 'NX')) === 'OK') return true;
      if ((await redis.get(keys.auditLease)) !== holder) return false;
      return (await redis.set(keys.auditLease, holder, 'PX', LEASE_MS, 'XX')) === 'OK';
    },

    async release(holder: string): Promise<void> {
      await releaseLock(redis, keys.auditLease, holder);
    },

    /** How many entries wait to be sealed. */
    waiting: (): Promise<number> => redis.xlen(keys.auditInbox),
  };
}

function lostOf({ lost, lostSince, lostUntil }: Readonly<Record<string, string>>): {
  readonly lost?: LostEntries;
} {
  const entries = Number(lost ?? 0);
  if (!(entries > 0)) return {};
  return { lost: { entries, since: Number(lostSince), until: Number(lostUntil) } };
}

function pointOf(sequence: string | undefined, hash: string | undefined): AuditPoint | undefined {
  const point = AuditPoint.safeParse({ sequence: Number(sequence), hash });
  return point.success ? point.data : undefined;
}
