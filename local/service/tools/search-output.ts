import { z } from 'zod';
import { ChunkRecord, linesOf } from './chunks.js';
import type { Place } from './lookup.js';
import * as parameters from './parameters.js';

/** What the two searches give. */
export const SearchRecord = z.object({
  blocks: z
    .array(
      z.object({
        type: z.enum(['file', 'path']).describe('path: only its path fits.'),
        repo: z.string(),
        file: z.string(),
        url: z.string(),
        chunks: z.array(ChunkRecord),
      }),
    )
    .describe('Best first.'),
  notice: parameters.notice,
});
export type SearchRecord = z.infer<typeof SearchRecord>;
export type SearchBlock = SearchRecord['blocks'][number];

/** All blocks together stay below this, in characters. */
const MOST_TEXT = 64 * 1024;

/** The first blocks that fit into what a result may hold. */
export function withinSize<B extends { readonly chunks: readonly ChunkRecord[] }>(
  blocks: readonly B[],
): B[] {
  let size = 0;
  return blocks.filter(({ chunks }, n) => {
    size += chunks.reduce((sum, { content }) => sum + content.length, 200);
    return n === 0 || size <= MOST_TEXT;
  });
}

/** The lines of a file by its object id; none where it is binary. */
export async function readLines({ repository }: Place, objectId: string): Promise<string[]> {
  const bytes = await repository.blobs.read(objectId);
  return bytes.subarray(0, 8_000).includes(0) ? [] : linesOf(bytes.toString('utf8'));
}
