export interface LineRange {
  readonly start: number;
  readonly end: number;
}

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

/** Escapes parentheses too: they would end a Markdown link. */
function encode(path: string): string {
  const hex = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()'*!]/g, hex))
    .join('/');
}
