import { filePagePath } from '../../pages/paths.js';

/** A file as a tool showed it. */
export interface FileSeen {
  readonly repo: string;
  readonly path: string;
  /** The commit, where it is not the head. */
  readonly rev?: string;
}

/** Lines counted from 1, both included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Cited extends FileSeen, Span {}

/** The lines that tools showed for this question: nothing else may be cited. */
export interface Ledger {
  add(file: FileSeen, span: Span): void;
  /** What was shown, for the addresses that stand in it. */
  addText(text: string): void;
  /** Those of the named lines that were shown; nothing where none was. */
  find(name: string, span: Span): Cited | undefined;
  /** Whether this very text was shown. */
  has(text: string): boolean;
}

/** `repository/path`, as the model is told to cite it. */
export function nameOf({ repo, rev, path }: FileSeen): string {
  return `${repoAt({ repo, rev })}/${path}`;
}

/** Where the page of what was cited is, relative to the service. */
export function addressOf({ repo, rev, path, start, end }: Cited): string {
  return filePagePath({ repo, rev, path }, { start, end });
}

function repoAt({ repo, rev }: { repo: string; rev: string | undefined }): string {
  return rev === undefined ? repo : `${repo}@${rev.slice(0, 12)}`;
}

export function createLedger(): Ledger {
  const files = new Map<string, { file: FileSeen; spans: Span[] }>();
  const texts: string[] = [];
  /** By its full name, or by its path where only one file has it. */
  function entryOf(name: string) {
    const exact = files.get(name);
    if (exact) return exact;
    const alike = [...files.values()].filter(({ file }) => file.path === name);
    return alike.length === 1 ? alike[0] : undefined;
  }
  return {
    add(file, span) {
      const entry = files.get(nameOf(file)) ?? { file, spans: [] };
      entry.spans = merged([...entry.spans, span]);
      files.set(nameOf(file), entry);
    },
    addText: (text) => void texts.push(text),
    find(name, span) {
      const entry = entryOf(name);
      const shared = entry && longest(entry.spans.flatMap((shown) => common(shown, span)));
      return shared && { ...entry.file, ...shared };
    },
    has: (text) => texts.some((shown) => shown.includes(text)),
  };
}

/** In order; what touches is one. */
function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || span.start > last.end + 1) result.push(span);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return result;
}

function common(a: Span, b: Span): Span[] {
  const [start, end] = [Math.max(a.start, b.start), Math.min(a.end, b.end)];
  return start <= end ? [{ start, end }] : [];
}

function longest(spans: readonly Span[]): Span | undefined {
  return [...spans].sort((a, b) => b.end - b.start - (a.end - a.start))[0];
}
