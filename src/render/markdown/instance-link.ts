import { parseConversationLink } from '../../deepsearch/conversation-link.js';
import type { Source } from '../../model/answer.js';
import type { CodeLink, InstanceLink } from '../../model/instance-link.js';
import { absoluteUrl } from './link.js';

/*
 * The form of an instance's own links, read and written in this one place:
 * `/repository@revision/-/blob/path?L10-20`, with `tree`, `commit` or `compare` for `blob`.
 */
const LINK = /^\/?([^?#]+?)(?:\/-\/(\w+)\/([^?#]*))?\/?(?:[?#](.*))?$/;
/** A name may hold an `@` of its own, behind a slash (`npm/@scope/name`). */
const PLACE = /^((?:[^@]|(?<=\/)@)+)(?:@(.+))?$/;
/** `L10`, `L10-20` or `L10:3-20:5`, behind `?`, `&` or `#`. */
const LINES = /(?:^|[?&#])L(\d{1,7})(?::\d+)?(?:-L?(\d{1,7})(?::\d+)?)?(?!\w)/;

/** What a source's link leads to, as far as the link itself says it. All of it is raw. */
export interface SourcePlace {
  readonly repository: string;
  readonly revision?: string;
  readonly path?: string;
  /** Both included, as the link has them: a 0 is none. */
  readonly lines?: { readonly start: number; readonly end: number };
}

export type FilePlace = SourcePlace & { readonly path: string };

/** Undefined where neither link nor type says that it is a place in a repository. */
export function sourcePlace(
  { type, link }: Pick<Source, 'type' | 'link'>,
  baseUrl: string,
): SourcePlace | undefined {
  const found = read(withinInstance(link, baseUrl) ?? link.replace(/^(?:https?:)?\/\/[^/]+/i, ''));
  return found?.kind !== undefined || /^repo/i.test(type) ? found?.place : undefined;
}

/** A file of this very instance: what its tools can read. */
export function fileOn({ link }: Pick<Source, 'link'>, baseUrl: string): FilePlace | undefined {
  const path = withinInstance(link, baseUrl);
  const found = path === undefined ? undefined : read(path);
  return found?.kind === 'blob' ? fileAt(found.place) : undefined;
}

/**
 * The repository that a link of the instance leads into, as its page or anything in it. Undefined where it leads
 * elsewhere, or does not say: a conversation, a search.
 */
export function repositoryOn(link: string, baseUrl: string): string | undefined {
  const path = withinInstance(link, baseUrl);
  if (path === undefined || parseConversationLink(path) !== undefined) return undefined;
  const found = read(path);
  const isSearch = found?.kind === undefined && path.includes('?');
  return isSearch ? undefined : found?.place.repository;
}

function fileAt(place: SourcePlace): FilePlace | undefined {
  return place.path ? { ...place, path: place.path } : undefined;
}

/** What a link leads to; undefined where it is none of the instance's, or of no use in a preview. */
export function instanceLink(link: string, baseUrl: string): InstanceLink | undefined {
  const path = URL.canParse(link) ? withinInstance(link, baseUrl) : undefined;
  if (path === undefined) return undefined;
  if (parseConversationLink(link) !== undefined) return { kind: 'conversation' };
  const { kind, place } = read(path) ?? {};
  return place?.path ? codeLink(kind, { ...place, path: place.path }) : undefined;
}

function codeLink(kind: string | undefined, place: FilePlace): CodeLink | undefined {
  const { repository: repo, path, lines, ...at } = place;
  if (kind === 'commit') return { kind, repo, commit: path };
  if (kind === 'compare') return comparison(repo, path);
  if (kind !== 'blob') return undefined;
  return { kind: 'file', repo, ...at, path, ...(lines && lines.start > 0 && { lines }) };
}

function comparison(repo: string, range: string): CodeLink | undefined {
  const [base, head, ...more] = range.split('...');
  if (!base || !head || more.length > 0) return undefined;
  return { kind: 'comparison', repo, base, head };
}

/**
 * The link as a path below `{base_url}`, which may have a path of its own that links leave out or
 * repeat. Undefined where it leads elsewhere.
 */
function withinInstance(link: string, baseUrl: string): string | undefined {
  if (onInstance(link, baseUrl) === undefined) return undefined;
  const { pathname } = new URL(baseUrl);
  const root = pathname.replace(/\/+$/, '');
  const [, scheme, rest = link] = /^([a-z][a-z0-9+.-]*:)(?:\/\/[^/?#]*)?(.*)$/is.exec(link) ?? [];
  const isBelow = rest.startsWith(`${root}/`);
  if (scheme !== undefined && !isBelow) return undefined;
  return isBelow ? rest.slice(root.length) : rest;
}

/** Where a link leads; undefined where that is another host. */
function onInstance(link: string, baseUrl: string): string | undefined {
  const url = absoluteUrl(link, baseUrl);
  return url !== undefined && new URL(url).host === new URL(baseUrl).host ? url : undefined;
}

interface Found {
  readonly kind: string | undefined;
  readonly place: SourcePlace;
}

function read(link: string): Found | undefined {
  const [, whole = '', kind, path, tail = ''] = LINK.exec(link) ?? [];
  const [, name, at] = PLACE.exec(whole) ?? [];
  const repository = decoded(name);
  const [revision, file] = [decoded(at), decoded(path)];
  if (repository === undefined || /^[a-z]+:/i.test(link)) return undefined;
  if (path !== undefined && file === undefined) return undefined;
  return {
    kind,
    place: {
      repository,
      ...(revision !== undefined && { revision }),
      ...(file !== undefined && { path: file }),
      ...linesIn(tail),
    },
  };
}

function linesIn(tail: string): Pick<SourcePlace, 'lines'> {
  const [, first, last = first] = LINES.exec(tail) ?? [];
  if (first === undefined) return {};
  const [start = 0, end = 0] = [Number(first), Number(last)].sort((a, b) => a - b);
  return { lines: { start, end } };
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

// Writing

export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

interface Place {
  readonly repo: string;
  readonly path: string;
  readonly revision?: string | undefined;
  readonly lines?: LineSpan | undefined;
}

export type Links = ReturnType<typeof createLinks>;

/** Where things are read on the instance. Undefined where there is no such address. */
export function createLinks(baseUrl: string) {
  const at = (path: string) => absoluteUrl(`/${path}`, baseUrl);
  return {
    repository: (repo: string) => at(inPath(repo)),

    file({ repo, path, revision, lines }: Place): string | undefined {
      const range = lines === undefined ? '' : `?L${lines.first}-${lines.last}`;
      return at(`${whole(repo, revision)}/-/blob/${inPath(path)}${range}`);
    },

    folder({ repo, path, revision }: Omit<Place, 'lines'>): string | undefined {
      const root = path === '' || path === '.';
      return at(`${whole(repo, revision)}${root ? '' : `/-/tree/${inPath(path)}`}`);
    },

    commit: (repo: string, commit: string) => at(`${inPath(repo)}/-/commit/${inPath(commit)}`),

    comparison: (repo: string, base: string, head: string) =>
      at(`${inPath(repo)}/-/compare/${inPath(base)}...${inPath(head)}`),

    /** A link that the service gave. */
    given: (link: string | undefined) =>
      link === undefined ? undefined : onInstance(link, baseUrl),
  };
}

function whole(repo: string, revision: string | undefined): string {
  return revision === undefined ? inPath(repo) : `${inPath(repo)}@${inPath(revision)}`;
}

function inPath(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/');
}
