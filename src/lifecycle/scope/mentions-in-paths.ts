import { isNegated, isUsed, type Mention } from './mention.js';
import { isOrdinary, isUnmistakable } from './ordinary-words.js';
import type { RepositoryNames } from './repository-names.js';

/** What may be a link, a path, a module or a package. */
const CHUNK = /[^\s"'`“”<>()[\]{},;|]{2,600}/g;
const LIBRARIES = /\/?(?:node_modules|site-packages|dist-packages|pkg\/mod|vendor|gems)\//;
/** Hosts whose links begin with an owner and a repository. */
const FORGE = /git|bitbucket|codeberg|forge/;
const SCHEME = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** Folders in which people keep clones, and servers what they run. */
const ROOTS = new Set('builds code projects repos workspace workspaces'.split(' '));
const TOP_ROOTS = new Set([...ROOTS, ...'build opt srv work'.split(' ')]);
const MAX_CHUNKS = 2_000;

/** Links, paths, modules and packages in a text that name a repository, also those of stack traces. */
export function mentionsInPaths(text: string, names: RepositoryNames): Mention[] {
  const found: Mention[] = [];
  let chunks = 0;
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    chunks += 1;
    if (chunks > MAX_CHUNKS) break;
    const before = text.slice(Math.max(0, index - 40), index);
    const mentions = isPath(chunk)
      ? inPath(chunk.replaceAll('\\', '/'), names)
      : inPackage(chunk, before, names);
    if (isUsed(before) && !SCHEME.test(chunk)) continue;
    const negated = isNegated(before) ? ({ negated: true } as const) : {};
    found.push(...mentions.map((mention) => ({ ...mention, ...negated })));
  }
  return found;
}

/** Whether part of a text is read here, and so is no words. */
export function isPath(chunk: string): boolean {
  return /[/\\]/.test(chunk);
}

/** What is in front of a folder of libraries is the code that uses them. */
function inPath(chunk: string, names: RepositoryNames): Mention[] {
  const [own = '', ...libraries] = chunk.split(LIBRARIES);
  const inside = libraries.at(-1);
  return [
    ...ofPath(own, names).map(asName),
    ...(inside === undefined ? [] : ofLibrary(inside, names)).map(asLibrary),
  ];
}

const asName = (repositories: readonly string[]): Mention => ({ repositories, kind: 'name' });
const asLibrary = (repositories: readonly string[]): Mention => ({
  ...asName(repositories),
  library: true,
});

function ofPath(path: string, names: RepositoryNames): (readonly string[])[] {
  const parts = partsOf(path);
  const found = named(parts, names) ?? ofLink(path, parts, names) ?? ofFolder(path, parts, names);
  return found === undefined || found.length === 0 ? [] : [found];
}

/** The folder of a library is named as its package is. */
function ofLibrary(path: string, names: RepositoryNames): (readonly string[])[] {
  const parts = partsOf(path);
  const [first = ''] = parts;
  const found = named(parts, names) ?? names.byOwnName(first.replace(/-\d[\w.]*$/, ''));
  return found.length === 0 ? [] : [found];
}

function partsOf(path: string): string[] {
  return path
    .replace(SCHEME, '')
    .replace(/^[\w.-]{1,60}@([\w.-]{1,100}):/, '$1/')
    .replace(/[?#][^/]*$/, '')
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 40)
    .map((part) => part.replace(/^@/, '').replace(/@.*$|[#!].*$|(?::\d+)+$|[.:]+$/g, ''))
    .map((part) => part.replace(/\.git$/, ''));
}

/** The first parts that are a repository's name: `acme/shop`, `github.com/acme/shop`. */
function named(parts: readonly string[], names: RepositoryNames): readonly string[] | undefined {
  for (let from = 0; from < parts.length - 1; from += 1) {
    for (let to = Math.min(parts.length, from + names.depth); to - from >= 2; to -= 1) {
      const found = names.byPath(parts.slice(from, to).join('/'));
      if (found.length > 0) return found;
    }
  }
  return undefined;
}

/** Where repositories are listed without an owner: `github.com/acme/NAME`, `example.com/NAME/-/blob`. */
function ofLink(
  path: string,
  parts: readonly string[],
  names: RepositoryNames,
): readonly string[] | undefined {
  const [host = '', , third = ''] = parts;
  if (!SCHEME.test(path) && !/\.(?:com|org|net|io|dev)$/.test(host)) return undefined;
  const page = parts.indexOf('-');
  if (page < 2 && !FORGE.test(host)) return [];
  const name = page < 2 ? third : (parts[page - 1] ?? '');
  return names.byOwnName(name).filter((repository) => !repository.includes('/'));
}

/** `kombu/connection.py`, `/srv/shop-api/dist/prices.js`. */
function ofFolder(
  path: string,
  parts: readonly string[],
  names: RepositoryNames,
): readonly string[] | undefined {
  const folders = parts.slice(0, -1);
  const [first = ''] = folders;
  const isFile = /\.[a-z]\w{0,9}$/i.test(parts.at(-1) ?? '') || parts.length > 2;
  if (!isFile) return undefined;
  if (!path.startsWith('/') && !isOrdinary(first)) {
    const found = names.byOwnName(first);
    if (found.length > 0) return found;
  }
  const clone = folders.find(
    (folder, i) =>
      names.byOwnName(folder).length > 0 && (isUnmistakable(folder) || isInRoot(path, folders, i)),
  );
  return clone === undefined ? undefined : names.byOwnName(clone);
}

function isInRoot(path: string, folders: readonly string[], i: number): boolean {
  const above = folders[i - 1] ?? '';
  return path.startsWith('/') && (i === 1 ? TOP_ROOTS : ROOTS).has(above);
}

/** `okhttp3.internal.Http2Stream` in a stack trace, `com.acme:shop`. */
function inPackage(chunk: string, before: string, names: RepositoryNames): Mention[] {
  const [group = '', artifact] = chunk.split(':');
  if (artifact !== undefined && group.includes('.') && /^[a-z]/i.test(artifact)) {
    const found = [artifact, group.replace(/^.*\./, '')].map((name) => ofPackage(name, names));
    return found
      .filter((each) => each.length > 0)
      .slice(0, 1)
      .map(asName);
  }
  const parts = chunk.split('.');
  const isFrame = /(?:^|\s)at\s{1,4}$/.test(before) && parts.length > 2;
  const isImport = /(?:^|\s|[`"'])(?:from|import)\s{1,3}["'`]?$/.test(before);
  if (!isFrame && !(isImport && /^[a-z_@]/.test(chunk))) return [];
  const [first = '', owner = '', name = ''] = parts;
  const found = names.byPath(`${owner}/${name}`);
  if (found.length > 0 && first.length <= 4) return [asName(found)];
  const own = isOrdinary(first) ? [] : ofPackage(first, names);
  return own.length === 0 ? [] : [asName(own)];
}

/** Packages often end in the number of a major version. */
function ofPackage(name: string, names: RepositoryNames): readonly string[] {
  const found = names.byOwnName(name);
  return found.length > 0 ? found : names.byOwnName(name.replace(/\d{1,3}$/, ''));
}
