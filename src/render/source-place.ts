import type { Source } from '../model/answer.js';

/** What a source's link leads to, as far as the link itself says it. All of it is raw. */
export interface SourcePlace {
  readonly repository: string;
  readonly revision?: string;
  readonly path?: string;
  /** Both included, as the link has them: a 0 is none. */
  readonly lines?: { readonly start: number; readonly end: number };
}

/** The form of an instance's own links: `/repository@revision/-/blob/path?L10-20`. */
const LINK = /^\/?([^?#]+?)(?:\/-\/\w+\/([^?#]*))?\/?(?:[?#](.*))?$/;
/** A name may hold an `@` of its own, behind a slash (`npm/@scope/name`). */
const NAME = /^((?:[^@]|(?<=\/)@)+)(?:@(.+))?$/;
const LINES = /^L(\d{1,7})(?::\d+)?(?:-L?(\d{1,7}))?/;

/** Undefined where neither link nor type says that it is a place in a repository. */
export function sourcePlace({
  type,
  link,
}: Pick<Source, 'type' | 'link'>): SourcePlace | undefined {
  const path = link.replace(/^https?:\/\/[^/]+/i, '');
  const [, whole = '', file, rest = ''] = LINK.exec(path) ?? [];
  const [, repository, revision] = NAME.exec(decoded(whole)) ?? [];
  const known = file !== undefined || /^repo/i.test(type);
  if (repository === undefined || !known || /^[a-z]+:/i.test(path)) return undefined;
  return {
    repository,
    ...(revision !== undefined && { revision }),
    ...(file !== undefined && { path: decoded(file) }),
    ...linesIn(rest),
  };
}

/** A file of this very instance: what its tools can read. */
export function fileOn(
  source: Pick<Source, 'type' | 'link'>,
  baseUrl: string,
): (SourcePlace & { readonly path: string }) | undefined {
  const link = withinInstance(source.link, baseUrl);
  if (link === undefined || !/\/-\/blob\/[^?#]/.test(link)) return undefined;
  const place = sourcePlace({ type: source.type, link });
  return place?.path === undefined ? undefined : { ...place, path: place.path };
}

/** The link as a path below `{base_url}`, which may have a path of its own. */
function withinInstance(link: string, baseUrl: string): string | undefined {
  const { origin, pathname } = new URL(baseUrl);
  if (/^https?:/i.test(link) && !(URL.canParse(link) && new URL(link).origin === origin)) {
    return undefined;
  }
  const root = pathname.replace(/\/+$/, '');
  const path = link.replace(/^https?:\/\/[^/]+/i, '');
  return path.startsWith(`${root}/`) ? path.slice(root.length) : path;
}

function linesIn(rest: string): Pick<SourcePlace, 'lines'> {
  const [, first, last = first] = LINES.exec(rest) ?? [];
  if (first === undefined) return {};
  const [start = 0, end = 0] = [Number(first), Number(last)].sort((a, b) => a - b);
  return { lines: { start, end } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
