import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js';

interface Kept {
  readonly payload: AdapterPayload;
  /** In ms since the epoch. */
  readonly until: number;
}

/** What only a person who agreed brings into being; the rest anybody can ask for. */
const OF_PEOPLE = new Set(['AccessToken', 'RefreshToken', 'Grant']);
const MOST_OF_PEOPLE = 10_000;
const MOST = 1_000;

/**
 * What the provider remembers, in memory: it ends with the process. Each kind has a bound of its own,
 * so that a flood of what anybody can ask for never pushes out somebody's tokens; over the bound the
 * longest unused goes.
 */
export function createAdapters(): AdapterFactory {
  return (kind) => adapterOf(OF_PEOPLE.has(kind) ? MOST_OF_PEOPLE : MOST);
}

/** One kind of thing, at most so many of it. */
export function adapterOf(most: number): Adapter {
  const kept = new Map<string, Kept>();
  const find = (id: string) => {
    const found = alive(kept, id);
    if (found) moveLast(kept, id, found);
    return found?.payload;
  };
  const findBy = (fits: (payload: AdapterPayload) => boolean) => {
    const [id] = [...kept].find(([, { payload }]) => fits(payload)) ?? [];
    return id === undefined ? undefined : find(id);
  };
  return {
    upsert: async (id, payload, seconds = Number.POSITIVE_INFINITY) => {
      moveLast(kept, id, { payload, until: Date.now() + seconds * 1000 });
      makeRoom(kept, most);
    },
    find: async (id) => find(id),
    findByUid: async (uid) => findBy((payload) => payload.uid === uid),
    findByUserCode: async (code) => findBy((payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = find(id);
      // Of two that come at once, both have found it unused.
      if (!payload || payload.consumed) throw new InvalidGrant('used already');
      payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void kept.delete(id),
    revokeByGrantId: async (grantId) => {
      for (const [id, { payload }] of kept) if (payload.grantId === grantId) kept.delete(id);
    },
  };
}

function alive(kept: Map<string, Kept>, id: string): Kept | undefined {
  const found = kept.get(id);
  if (found && found.until > Date.now()) return found;
  kept.delete(id);
  return undefined;
}

function moveLast(kept: Map<string, Kept>, id: string, value: Kept): void {
  kept.delete(id);
  kept.set(id, value);
}

/** First what has expired, then what was unused the longest. */
function makeRoom(kept: Map<string, Kept>, most: number): void {
  if (kept.size <= most) return;
  for (const id of [...kept.keys()]) alive(kept, id);
  const over = [...kept.keys()].slice(0, Math.max(0, kept.size - most));
  for (const id of over) kept.delete(id);
}
