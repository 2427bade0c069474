import type { Definition } from './outline.js';

/** Lines of a file, counted from 1, both included. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a file into pieces of about `size` lines, where possible just before something that it
 * defines, the outermost preferred.
 */
export function chunksOf(lineCount: number, outline: readonly Definition[], size: number): Chunk[] {
  const chunks: Chunk[] = [];
  let start = 1;
  while (start <= lineCount) {
    const end = Math.min(lineCount, cutBefore(start, outline, size) - 1);
    chunks.push({ start, end });
    start = end + 1;
  }
  return chunks;
}

/** The first line of the piece after the one that begins at `start`. */
function cutBefore(start: number, outline: readonly Definition[], size: number): number {
  const last = start + size;
  const candidates = outline.filter(({ line }) => line >= start + size / 2 && line <= last);
  const shallowest = Math.min(...candidates.map(({ depth }) => depth));
  return candidates.findLast(({ depth }) => depth === shallowest)?.line ?? last;
}
