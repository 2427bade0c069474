import { z } from 'zod';
import { filePagePath } from '../pages/paths.js';
import type { Snapshot } from './lookup.js';

export const FileChunk = z
  .object({ startLine: z.int(), endLine: z.int(), content: z.string() })
  .describe('Lines of a file, counted from 1, both included.');
export type FileChunk = z.infer<typeof FileChunk>;

const MAX_LINE_LENGTH = 500;

/** Splits text into lines without line endings; a final newline adds no empty line. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export interface ChunkSize {
  readonly before: number;
  readonly after: number;
  /** Chunks at most. */
  readonly maxChunks: number;
}

/** Chunks of the lines with context; adjacent chunks are merged. */
export function chunksAround(
  lines: readonly string[],
  hits: readonly number[],
  { before, after, maxChunks }: ChunkSize,
): FileChunk[] {
  const spans: { start: number; end: number }[] = [];
  for (const hit of [...new Set(hits)].sort((a, b) => a - b)) {
    const start = Math.max(1, hit - before);
    const end = Math.min(lines.length, hit + after);
    const last = spans.at(-1);
    if (last && start <= last.end + 1) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans.slice(0, maxChunks).map(({ start, end }) => createChunk(lines, start, end));
}

export function createChunk(
  lines: readonly string[],
  startLine: number,
  endLine: number,
): FileChunk {
  const content = lines
    .slice(startLine - 1, endLine)
    .map(truncateLine)
    .join('\n');
  return { startLine, endLine, content };
}

/** Cuts off long lines, which are generated or data. */
export function truncateLine(line: string): string {
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line;
}

/** The URL of a file's page, at the commit if a revision was requested. */
export function fileUrl(
  baseUrl: string,
  { repository, commit, revision }: Snapshot,
  file: { readonly path: string; readonly lines?: { start: number; end: number } },
): string {
  const { name } = repository;
  const address = filePagePath({ repo: name, path: file.path }, file.lines);
  if (revision === undefined) return `${baseUrl}${address}`;
  return `${baseUrl}/${name}@${commit}${address.slice(name.length + 1)}`;
}
