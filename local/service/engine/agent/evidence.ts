import type { LineRange } from '../../index/chunks.js';
import { filePagePath } from '../../pages/paths.js';

export interface FileVersion {
  readonly repo: string;
  readonly path: string;
  /** The commit; absent at the head. */
  readonly rev?: string;
}

export interface Citation extends FileVersion, LineRange {}

/** What the tools showed the model for this question. Only these lines may be cited. */
export interface Evidence {
  addLines(file: FileVersion, range: LineRange): void;
  /** Adds a text, for the URLs in it. */
  addText(text: string): void;
  /** The part of the cited lines that was shown; `undefined` if none was. */
  findLines(name: string, range: LineRange): Citation | undefined;
  /** Whether the exact text was shown. */
  hasText(text: string): boolean;
}

/** `repository/path`, or `repository@commit/path`: how the model cites a file. */
export function citedName({ repo, rev, path }: FileVersion): string {
  return `${repositoryAt({ repo, rev })}/${path}`;
}

/** The page of the cited lines, relative to the service's URL. */
export function citationLink({ repo, rev, path, start, end }: Citation): string {
  return filePagePath({ repo, rev, path }, { start, end });
}

function repositoryAt({ repo, rev }: { repo: string; rev: string | undefined }): string {
  return rev === undefined ? repo : `${repo}@${rev.slice(0, 12)}`;
}

export function createEvidence(): Evidence {
  const files = new Map<string, { file: FileVersion; ranges: LineRange[] }>();
  const texts: string[] = [];
  /** By its cited name, or by its path if only one file has that. */
  function entryOf(name: string) {
    const exact = files.get(name);
    if (exact) return exact;
    const alike = [...files.values()].filter(({ file }) => file.path === name);
    return alike.length === 1 ? alike[0] : undefined;
  }
  return {
    addLines(file, range) {
      const entry = files.get(citedName(file)) ?? { file, ranges: [] };
      entry.ranges = mergeRanges([...entry.ranges, range]);
      files.set(citedName(file), entry);
    },
    addText: (text) => void texts.push(text),
    findLines(name, range) {
      const entry = entryOf(name);
      const lines = entry && longest(entry.ranges.flatMap((shown) => intersect(shown, range)));
      return lines && { ...entry.file, ...lines };
    },
    hasText: (text) => texts.some((shown) => shown.includes(text)),
  };
}

/** Sorts the ranges, and joins those that touch. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || range.start > last.end + 1) result.push(range);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return result;
}

function intersect(a: LineRange, b: LineRange): LineRange[] {
  const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
  return start <= end ? [{ start, end }] : [];
}

function longest(ranges: readonly LineRange[]): LineRange | undefined {
  return [...ranges].sort((a, b) => b.end - b.start - (a.end - a.start))[0];
}
