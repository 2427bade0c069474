import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How up to date a clone is that the service fetches. Times are in ms since the epoch. */
export const Freshness = z.object({
  url: z.string(),
  /** When it was last fetched; absent before that. */
  fetchedAt: z.number().optional(),
  /** Since when fetching has failed; absent if the last attempt succeeded. */
  failingSince: z.number().optional(),
  /** Why the last attempt failed, as the end of a sentence. */
  problem: z.string().max(500).optional(),
});
export type Freshness = z.output<typeof Freshness>;

/** In the clone itself, so that every thread can read it, and it survives a restart. */
const FILE = 'deepsearch-sync.json';

/** `undefined` for a repository that the service does not fetch. */
export async function readFreshness(gitDir: string): Promise<Freshness | undefined> {
  try {
    return Freshness.parse(JSON.parse(await readFile(join(gitDir, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Atomic, also if several services share the clone. What a killed one leaves is deleted as git's locks are. */
export async function writeFreshness(gitDir: string, freshness: Freshness): Promise<void> {
  const path = join(gitDir, FILE);
  const temporary = `${path}.${randomUUID()}.lock`;
  try {
    await writeFile(temporary, JSON.stringify(freshness), { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
