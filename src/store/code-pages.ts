import { CodePage } from '../model/code.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** Buttons older than this lead nowhere, ms. */
const KEPT_MS = 24 * 3600_000;

export type CodePageStore = ReturnType<typeof createCodePageStore>;

/** What is too long for a button, such as a cursor, by a name of ours. */
export function createCodePageStore({ redis }: { redis: Connection }) {
  return {
    async keep(turns: ReadonlyMap<string, CodePage>): Promise<void> {
      const pipeline = redis.pipeline();
      for (const [name, turn] of turns) {
        pipeline.set(keys.codePage(name), JSON.stringify(turn), 'PX', KEPT_MS);
      }
      const done = (await pipeline.exec()) ?? [];
      for (const [error] of done) if (error !== null) throw error;
    },

    /** Notes that a share is tried; says whether it was before. */
    async startShare(visit: string): Promise<boolean> {
      const first = await redis.set(keys.codeShare(visit), '1', 'PX', KEPT_MS, 'NX');
      return first === null;
    },

    /** Undefined also where another version wrote what this one cannot read. */
    async load(name: string): Promise<CodePage | undefined> {
      const text = await redis.get(keys.codePage(name));
      return text === null ? undefined : CodePage.safeParse(JSON.parse(text)).data;
    },
  };
}
