import type { WorkspaceUser } from '../model/conversation-record.js';
import { HomeState } from '../model/home.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** After somebody opened their Home tab, it is kept up to date for this long, ms. */
const TTL_MS = 10 * 60_000;

export type HomeStore = ReturnType<typeof createHomeStore>;

/** Who opened their Home tab recently, and what it shows them. */
export function createHomeStore({ redis }: { redis: Connection }) {
  return {
    async record({ workspace, user }: WorkspaceUser, state: HomeState): Promise<void> {
      await redis.set(keys.home(workspace, user), JSON.stringify(state), 'PX', TTL_MS);
    },

    /** Undefined if they have not opened it recently, or another version stored the state. */
    async load({ workspace, user }: WorkspaceUser): Promise<HomeState | undefined> {
      const kept = await redis.get(keys.home(workspace, user));
      return kept === null ? undefined : HomeState.safeParse(JSON.parse(kept)).data;
    },
  };
}
