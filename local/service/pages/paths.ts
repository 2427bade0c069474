/** A file: at the commit `rev` (its full id), otherwise at HEAD. */
export interface FileLocation {
  readonly repo: string;
  readonly rev?: string | undefined;
  readonly path: string;
}

/** The path of a file's page: `/repo@rev/-/blob/path?L10-20`. */
export function filePagePath(
  { repo, rev, path }: FileLocation,
  lines?: { readonly start: number; readonly end: number },
): string {
  const range = lines && (lines.end > lines.start ? `${lines.start}-${lines.end}` : lines.start);
  const at = rev === undefined ? '' : `@${rev.slice(0, 12)}`;
  return `/${encode(repo)}${at}/-/blob/${encode(path)}${range ? `?L${range}` : ''}`;
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
