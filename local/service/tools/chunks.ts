import { z } from 'zod';
import { fileAddress } from '../pages/paths.js';
import type { Place } from './lookup.js';

export const ChunkRecord = z
  .object({ startLine: z.int(), endLine: z.int(), content: z.string() })
  .describe('Lines of a file, counted from 1, both included.');
export type ChunkRecord = z.infer<typeof ChunkRecord>;

const LONGEST_LINE = 500;

/** A file's text as lines, without their ends; an empty last one is none. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export interface ChunkSize {
  readonly before: number;
  readonly after: number;
  /** Chunks at most. */
  readonly most: number;
}

/** The lines with some around them; what touches is one chunk. */
export function chunksAround(
  lines: readonly string[],
  hits: readonly number[],
  { before, after, most }: ChunkSize,
): ChunkRecord[] {
  const spans: { start: number; end: number }[] = [];
  for (const hit of [...new Set(hits)].sort((a, b) => a - b)) {
    const start = Math.max(1, hit - before);
    const end = Math.min(lines.length, hit + after);
    const last = spans.at(-1);
    if (last && start <= last.end + 1) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans.slice(0, most).map(({ start, end }) => chunkOf(lines, start, end));
}

export function chunkOf(lines: readonly string[], startLine: number, endLine: number): ChunkRecord {
  const content = lines
    .slice(startLine - 1, endLine)
    .map(shortened)
    .join('\n');
  return { startLine, endLine, content };
}

/** Longer lines are generated or data. */
export function shortened(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** Where a file's page is, at its commit where a revision was asked for. */
export function urlOf(
  baseUrl: string,
  { repository, commit, revision }: Place,
  file: { readonly path: string; readonly lines?: { start: number; end: number } },
): string {
  const { name } = repository;
  const address = fileAddress({ repo: name, path: file.path }, file.lines);
  if (revision === undefined) return `${baseUrl}${address}`;
  return `${baseUrl}/${name}@${commit}${address.slice(name.length + 1)}`;
}
