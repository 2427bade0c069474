import type { WorkspaceUser } from '../model/conversation-record.js';
import { HomeState } from '../model/home.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** So long after somebody has looked at their Home it is kept fresh, ms. */
const FRESH_MS = 10 * 60_000;

export type HomeStore = ReturnType<typeof createHomeStore>;

/** Who looked at their Home lately, and at what in it. */
export function createHomeStore({ redis }: { redis: Connection }) {
  return {
    async record({ workspace, user }: WorkspaceUser, look: HomeState): Promise<void> {
      await redis.set(keys.home(workspace, user), JSON.stringify(look), 'PX', FRESH_MS);
    },

    /** Undefined where they have not looked lately, or another version knows at what. */
    async look({ workspace, user }: WorkspaceUser): Promise<HomeState | undefined> {
      const kept = await redis.get(keys.home(workspace, user));
      return kept === null ? undefined : HomeState.safeParse(JSON.parse(kept)).data;
    },
  };
}
