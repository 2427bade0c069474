import { z } from 'zod';
import { FileChunk, splitLines } from './file-chunks.js';
import type { Snapshot } from './lookup.js';
import * as parameters from './parameters.js';

/** The output of both search tools. */
export const SearchOutput = z.object({
  blocks: z
    .array(
      z.object({
        type: z.enum(['file', 'path']).describe('path: only its path fits.'),
        repo: z.string(),
        file: z.string(),
        url: z.string(),
        chunks: z.array(FileChunk),
      }),
    )
    .describe('Best first.'),
  notice: parameters.notice,
});
export type SearchOutput = z.infer<typeof SearchOutput>;
export type SearchBlock = SearchOutput['blocks'][number];

/** The limit for all blocks together, in characters. */
const MAX_TEXT = 64 * 1024;

/** The first blocks that fit into a result. */
export function limitTotalSize<B extends { readonly chunks: readonly FileChunk[] }>(
  blocks: readonly B[],
): B[] {
  let size = 0;
  return blocks.filter(({ chunks }, n) => {
    size += chunks.reduce((sum, { content }) => sum + content.length, 200);
    return n === 0 || size <= MAX_TEXT;
  });
}

/** The lines of a file by its object id; empty for a binary file. */
export async function readLines({ repository }: Snapshot, objectId: string): Promise<string[]> {
  const bytes = await repository.blobs.read(objectId);
  return bytes.subarray(0, 8_000).includes(0) ? [] : splitLines(bytes.toString('utf8'));
}
