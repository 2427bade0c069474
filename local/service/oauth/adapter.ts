import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js';

interface StoredEntry {
  readonly payload: AdapterPayload;
  /** In ms since the epoch. */
  readonly expiresAt: number;
}

/** Kinds that exist only after a user has consented; anybody can cause the others. */
const AFTER_CONSENT = new Set(['AccessToken', 'RefreshToken', 'Grant']);
const MAX_AFTER_CONSENT = 10_000;
const MAX_BEFORE_CONSENT = 1_000;

/**
 * The providers' storage, in memory only: the same one for each kind. Each kind has a limit of its own, so that a flood of
 * unauthenticated requests never evicts tokens; over the limit, the least recently used entry goes.
 */
export function createAdapterFactory(): AdapterFactory {
  const adapters = new Map<string, Adapter>();
  return (kind) => {
    const maxEntries = AFTER_CONSENT.has(kind) ? MAX_AFTER_CONSENT : MAX_BEFORE_CONSENT;
    const adapter = adapters.get(kind) ?? createAdapter(maxEntries);
    adapters.set(kind, adapter);
    return adapter;
  };
}

/** The storage of one kind, with at most `maxEntries`. */
export function createAdapter(maxEntries: number): Adapter {
  const entries = new Map<string, StoredEntry>();
  const find = (id: string) => {
    const found = getUnexpired(entries, id);
    if (found) setNewest(entries, id, found);
    return found?.payload;
  };
  const findBy = (matches: (payload: AdapterPayload) => boolean) => {
    const [id] = [...entries].find(([, { payload }]) => matches(payload)) ?? [];
    return id === undefined ? undefined : find(id);
  };
  return {
    upsert: async (id, payload, seconds = Number.POSITIVE_INFINITY) => {
      setNewest(entries, id, { payload, expiresAt: Date.now() + seconds * 1000 });
      evict(entries, maxEntries);
    },
    find: async (id) => find(id),
    findByUid: async (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: async (code) => findBy((payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = find(id);
      // Two concurrent requests may both have found it unused.
      if (!payload || payload.consumed) throw new InvalidGrant('used already');
      payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void entries.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id);
    },
  };
}

function getUnexpired(entries: Map<string, StoredEntry>, id: string): StoredEntry | undefined {
  const found = entries.get(id);
  if (found && found.expiresAt > Date.now()) return found;
  entries.delete(id);
  return undefined;
}

function setNewest(entries: Map<string, StoredEntry>, id: string, value: StoredEntry): void {
  entries.delete(id);
  entries.set(id, value);
}

/** Evicts expired entries first, then the least recently used. */
function evict(entries: Map<string, StoredEntry>, maxEntries: number): void {
  if (entries.size <= maxEntries) return;
  for (const id of [...entries.keys()]) getUnexpired(entries, id);
  const excess = [...entries.keys()].slice(0, Math.max(0, entries.size - maxEntries));
  for (const id of excess) entries.delete(id);
}
