import { filePagePath } from '../../pages/paths.js';

/** A file as a tool showed it. */
export interface FileVersion {
  readonly repo: string;
  readonly path: string;
  /** The commit, where it is not the head. */
  readonly rev?: string;
}

/** Lines counted from 1, both included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export interface Citation extends FileVersion, LineRange {}

/** The lines that tools showed for this question: nothing else may be cited. */
export interface Evidence {
  addLines(file: FileVersion, span: LineRange): void;
  /** What was shown, for the addresses that stand in it. */
  addText(text: string): void;
  /** Those of the named lines that were shown; nothing where none was. */
  findLines(name: string, span: LineRange): Citation | undefined;
  /** Whether this very text was shown. */
  hasText(text: string): boolean;
}

/** `repository/path`, as the model is told to cite it. */
export function citedName({ repo, rev, path }: FileVersion): string {
  return `${repositoryAt({ repo, rev })}/${path}`;
}

/** Where the page of what was cited is, relative to the service. */
export function citationLink({ repo, rev, path, start, end }: Citation): string {
  return filePagePath({ repo, rev, path }, { start, end });
}

function repositoryAt({ repo, rev }: { repo: string; rev: string | undefined }): string {
  return rev === undefined ? repo : `${repo}@${rev.slice(0, 12)}`;
}

export function createEvidence(): Evidence {
  const files = new Map<string, { file: FileVersion; spans: LineRange[] }>();
  const texts: string[] = [];
  /** By its full name, or by its path where only one file has it. */
  function entryOf(name: string) {
    const exact = files.get(name);
    if (exact) return exact;
    const alike = [...files.values()].filter(({ file }) => file.path === name);
    return alike.length === 1 ? alike[0] : undefined;
  }
  return {
    addLines(file, span) {
      const entry = files.get(citedName(file)) ?? { file, spans: [] };
      entry.spans = mergeRanges([...entry.spans, span]);
      files.set(citedName(file), entry);
    },
    addText: (text) => void texts.push(text),
    findLines(name, span) {
      const entry = entryOf(name);
      const shared = entry && longest(entry.spans.flatMap((shown) => intersect(shown, span)));
      return shared && { ...entry.file, ...shared };
    },
    hasText: (text) => texts.some((shown) => shown.includes(text)),
  };
}

/** In order; what touches is one. */
function mergeRanges(spans: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || span.start > last.end + 1) result.push(span);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return result;
}

function intersect(a: LineRange, b: LineRange): LineRange[] {
  const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
  return start <= end ? [{ start, end }] : [];
}

function longest(spans: readonly LineRange[]): LineRange | undefined {
  return [...spans].sort((a, b) => b.end - b.start - (a.end - a.start))[0];
}
