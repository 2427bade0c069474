import { CodePage } from '../model/code.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** Older buttons no longer work, ms. */
const TTL_MS = 24 * 3600_000;

export type CodePageStore = ReturnType<typeof createCodePageStore>;

/** Pages of results whose parameters do not fit into a button, for example a long cursor. */
export function createCodePageStore({ redis }: { redis: Connection }) {
  return {
    async keep(pages: ReadonlyMap<string, CodePage>): Promise<void> {
      const pipeline = redis.pipeline();
      for (const [name, page] of pages) {
        pipeline.set(keys.codePage(name), JSON.stringify(page), 'PX', TTL_MS);
      }
      const results = (await pipeline.exec()) ?? [];
      for (const [error] of results) if (error !== null) throw error;
    },

    /** Undefined if there is none, or another version stored another format. */
    async load(name: string): Promise<CodePage | undefined> {
      const text = await redis.get(keys.codePage(name));
      return text === null ? undefined : CodePage.safeParse(JSON.parse(text)).data;
    },
  };
}
