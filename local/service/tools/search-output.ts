import { z } from 'zod';
import { Chunk, splitLines } from './chunks.js';
import type { Snapshot } from './lookup.js';
import * as parameters from './parameters.js';

/** What the two searches give. */
export const SearchOutput = z.object({
  blocks: z
    .array(
      z.object({
        type: z.enum(['file', 'path']).describe('path: only its path fits.'),
        repo: z.string(),
        file: z.string(),
        url: z.string(),
        chunks: z.array(Chunk),
      }),
    )
    .describe('Best first.'),
  notice: parameters.notice,
});
export type SearchOutput = z.infer<typeof SearchOutput>;
export type SearchBlock = SearchOutput['blocks'][number];

/** All blocks together stay below this, in characters. */
const MAX_TEXT = 64 * 1024;

/** The first blocks that fit into what a result may hold. */
export function limitTotalSize<B extends { readonly chunks: readonly Chunk[] }>(
  blocks: readonly B[],
): B[] {
  let size = 0;
  return blocks.filter(({ chunks }, n) => {
    size += chunks.reduce((sum, { content }) => sum + content.length, 200);
    return n === 0 || size <= MAX_TEXT;
  });
}

/** The lines of a file by its object id; none where it is binary. */
export async function readLines({ repository }: Snapshot, objectId: string): Promise<string[]> {
  const bytes = await repository.blobs.read(objectId);
  return bytes.subarray(0, 8_000).includes(0) ? [] : splitLines(bytes.toString('utf8'));
}
