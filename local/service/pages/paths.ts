import type { LineRange } from '../index/chunks.js';

/** A file: at the commit `rev` (its full id), otherwise at HEAD. */
export interface FileLocation {
  readonly repo: string;
  readonly rev?: string | undefined;
  readonly path: string;
}

/** The path of a file's page: `/repo@rev/-/blob/path?L10-20`. */
export function filePagePath({ repo, rev, path }: FileLocation, lines?: LineRange): string {
  const range = lines && (lines.end > lines.start ? `${lines.start}-${lines.end}` : lines.start);
  const at = rev === undefined ? '' : `@${rev.slice(0, 12)}`;
  return `/${encode(repo)}${at}/-/blob/${encode(path)}${range ? `?L${range}` : ''}`;
}

export type SourcePageKind = 'tree' | 'blob' | 'commit' | 'compare';

/** What the path of a page is about: `/acme/shop@rev/-/blob/path`. */
export interface SourcePagePath {
  /** The repository's name, with the revision as the URL has it. */
  readonly repo: string;
  readonly name: string;
  readonly revision?: string;
  /** `tree` without a `/-/`. */
  readonly kind: SourcePageKind;
  /** What follows `/-/kind/`, such as a file's path. */
  readonly rest: string;
}

/** Parses a decoded path without its leading slash. Names of repositories have slashes, but no `@`. */
export function parseSourcePagePath(path: string): SourcePagePath {
  const [separator = '', kind = 'tree'] = /\/-\/(tree|blob|commit|compare)\//.exec(path) ?? [];
  const end = separator === '' ? path.length : path.indexOf(separator);
  const repo = path.slice(0, end);
  const at = repo.indexOf('@');
  return {
    repo,
    name: at < 0 ? repo : repo.slice(0, at),
    ...(at >= 0 && { revision: repo.slice(at + 1) }),
    kind: kind as SourcePageKind,
    rest: path.slice(end + separator.length),
  };
}

/** The lines of a file page's URL: `?L10-20`, `?L10` or `?L10-L20`. */
export function requestedLines(query: Readonly<Record<string, unknown>>): LineRange | undefined {
  for (const key of Object.keys(query)) {
    const [, first, last] = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(key) ?? [];
    if (first === undefined) continue;
    const [start, end] = [Number(first), Number(last ?? first)];
    return { start: Math.min(start, end), end: Math.max(start, end) };
  }
  return undefined;
}

export function directoryPagePath(repo: string, path: string): string {
  return path === '' ? `/${encode(repo)}` : `/${encode(repo)}/-/tree/${encode(path)}`;
}

/** The page of a commit, by its id. */
export function commitPagePath(repo: string, commit: string): string {
  return `/${encode(repo)}/-/commit/${commit.slice(0, 12)}`;
}

/** Escapes parentheses too: they would end a Markdown link. */
function encode(path: string): string {
  const hex = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()'*!]/g, hex))
    .join('/');
}
