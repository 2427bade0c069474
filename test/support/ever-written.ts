import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from './stack.js';

/** All that was ever written to a stack's Redis, from its append-only file. */
export async function everWritten({ store }: Pick<Stack, 'store'>): Promise<string> {
  const [, dir = ''] = (await store.config('GET', 'dir')) as string[];
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'))
    .join('\n');
}
