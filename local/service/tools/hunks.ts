import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff';
import type { RE2JS } from 're2js';
import { z } from 'zod';
import type { Repository } from '../git/repository.js';
import { fileUrl, truncateLine } from './file-chunks.js';
import { type LoggedCommit, parseCommit } from './git-log.js';
import { matchRanges } from './patterns.js';

const Position = z.object({ line: z.int(), column: z.int() });
export const HunkResult = z.object({
  repository: z.string(),
  commit: z.string(),
  diffHunk: z.string().describe('The file’s two header lines, and the hunk.'),
  url: z.string(),
  matchRanges: z
    .array(z.object({ start: Position, end: Position }))
    .describe('Where the pattern is in diffHunk; lines and columns are counted from 0.'),
  authorName: z.string(),
  message: z.string(),
});

export interface HunkSearch {
  readonly repository: Repository;
  readonly lines: { readonly regex: RE2JS; readonly added: boolean; readonly removed: boolean };
  readonly url: string;
  /** ms since the epoch: lines that are reached later are not searched. */
  readonly deadline: number;
}

export interface FoundHunk {
  /** When it was committed, ms since the epoch. */
  readonly time: number;
  readonly record: z.infer<typeof HunkResult>;
}

const MAX_LINES = 60;
const LINES_BEFORE_MATCH = 8;

/** The hunks of a logged commit that contain a match. */
export function matchingHunks(text: string, search: HunkSearch): FoundHunk[] {
  const commit = parseCommit(text);
  if (!commit.patch.includes('diff --git ')) return [];
  return parsePatch(commit.patch).flatMap((file) =>
    file.hunks.flatMap((hunk) => matchHunk({ commit, file, hunk }, search) ?? []),
  );
}

interface HunkOfCommit {
  readonly commit: LoggedCommit;
  readonly file: StructuredPatch;
  readonly hunk: StructuredPatchHunk;
}

function matchHunk(
  { commit, file, hunk }: HunkOfCommit,
  search: HunkSearch,
): FoundHunk | undefined {
  const { regex, added, removed } = search.lines;
  const matched = hunk.lines.map((line) => {
    // A pattern can take milliseconds for each line, and no timer runs meanwhile.
    if (Date.now() > search.deadline) return [];
    const counts = (added && line.startsWith('+')) || (removed && line.startsWith('-'));
    return counts ? matchRanges(regex, truncateLine(line.slice(1))) : [];
  });
  const first = matched.findIndex((ranges) => ranges.length > 0);
  if (first < 0) return undefined;
  const start = hunk.lines.length > MAX_LINES ? Math.max(0, first - LINES_BEFORE_MATCH) : 0;
  const head = [`--- ${file.oldFileName}`, `+++ ${file.newFileName}`, hunkHeader(hunk)];
  const lines = hunk.lines.slice(start, start + MAX_LINES).map(truncateLine);
  const ranges = matched.slice(start, start + MAX_LINES).flatMap((found, n) => {
    const line = head.length + n;
    return found.map(([from, to]) => ({
      start: { line, column: from + 1 },
      end: { line, column: to + 1 },
    }));
  });
  const record = {
    repository: search.repository.name,
    commit: commit.commit,
    diffHunk: [...head, ...lines].join('\n'),
    url: hunkUrl({ commit, file, hunk }, search),
    matchRanges: ranges,
    authorName: commit.name,
    message: commit.message.slice(0, 1_000),
  };
  return { time: Date.parse(commit.date), record };
}

/** The URL of the file after the commit, or before it if the file was deleted. */
function hunkUrl({ commit, file, hunk }: HunkOfCommit, { repository, url }: HunkSearch): string {
  const gone = file.isDelete || file.newFileName === '/dev/null';
  const at = gone ? commit.parent : commit.commit;
  const path = withoutPrefix(gone ? file.oldFileName : file.newFileName);
  const start = gone ? hunk.oldStart : hunk.newStart;
  const count = gone ? hunk.oldLines : hunk.newLines;
  const lines = { start: Math.max(1, start), end: Math.max(1, start + count - 1) };
  return fileUrl(url, { repository, commit: at, revision: at }, { path, lines });
}

/** A path without git's `a/` or `b/`. */
export function withoutPrefix(fileName: string | undefined): string {
  return (fileName ?? '').replace(/^[ab]\//, '');
}

/** As git writes it: an empty side has the number of the line before, which the parser has incremented. */
export function hunkHeader(hunk: StructuredPatchHunk): string {
  const { oldStart, oldLines, newStart, newLines } = hunk;
  const from = oldLines === 0 ? oldStart - 1 : oldStart;
  const to = newLines === 0 ? newStart - 1 : newStart;
  return `@@ -${from},${oldLines} +${to},${newLines} @@`;
}
