import type { Definition } from './outline.js';

/** Lines of a file, counted from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a file that is indexed and found by itself. */
export type Chunk = LineRange;

/**
 * Splits a file into chunks of about `size` lines: where possible just before a definition, and
 * preferably before one that is not nested.
 */
export function splitIntoChunks(
  lineCount: number,
  outline: readonly Definition[],
  size: number,
): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 1;
  while (start <= lineCount) {
    const end = Math.min(lineCount, nextChunkStart(start, outline, size) - 1);
    chunks.push({ start, end });
    start = end + 1;
  }
  return chunks;
}

function nextChunkStart(start: number, outline: readonly Definition[], size: number): number {
  const last = start + size;
  const candidates = outline.filter(({ line }) => line >= start + size / 2 && line <= last);
  const shallowest = Math.min(...candidates.map(({ depth }) => depth));
  return candidates.findLast(({ depth }) => depth === shallowest)?.line ?? last;
}
