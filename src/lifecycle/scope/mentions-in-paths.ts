import { isNegated, isUsed, type Mention } from './mention.js';
import { isOrdinary, isUnmistakable } from './ordinary-words.js';
import type { RepositoryNames } from './repository-names.js';

/** What may be a link, a path, a module or a package. */
const CHUNK = /[^\s"'`“”<>()[\]{},;|]{2,600}/g;
const LIBRARIES =
  /\/?(?:node_modules|site-packages|dist-packages|pkg\/mod|vendor|gems|registry\/src\/[^/]{1,100})\//;
/** Hosts whose links begin with an owner and a repository. */
const FORGE = /git|bitbucket|codeberg|forge/;
const SCHEME = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** Folders in which people keep clones, and servers what they run. */
const ROOTS = new Set('builds code projects repos workspace workspaces'.split(' '));
const TOP_ROOTS = new Set([...ROOTS, ...'build opt srv work'.split(' ')]);
/** How bundlers name the files of a project. */
const BUNDLER = /^webpack(?:-internal)?:\/{2,3}/;
const MAX_CHUNKS = 2_000;

/** Links, paths, modules and packages in a text that name a repository, also those of stack traces. */
export function mentionsInPaths(text: string, names: RepositoryNames): Mention[] {
  const found: Mention[] = [];
  let chunks = 0;
  for (const { 0: chunk, index } of text.matchAll(CHUNK)) {
    chunks += 1;
    if (chunks > MAX_CHUNKS) break;
    const end = index + chunk.length;
    const before = text.slice(Math.max(0, index - 40), index);
    const mentions = isPath(chunk)
      ? inPath(chunk.replaceAll('\\', '/').replace(BUNDLER, ''), names)
      : inPackage(chunk, { before, after: text.slice(end, end + 120) }, names);
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

/** What is around a chunk: `before` it on the line, and `after` it. */
interface Around {
  readonly before: string;
  readonly after: string;
}

/** `okhttp3.internal.Http2Stream` in a stack trace, `com.acme:shop`. */
function inPackage(chunk: string, around: Around, names: RepositoryNames): Mention[] {
  const [group = '', artifact] = chunk.split(':');
  if (artifact !== undefined && group.includes('.') && /^[a-z]/i.test(artifact)) {
    return inCoordinates(group, artifact, names);
  }
  const parts = chunk.split('.');
  if (parts.length > 2 && isFrame(around)) return inFrame(parts, names);
  const isImport = /(?:^|\s|[`"'])(?:from|import)\s{1,3}["'`]?$/.test(around.before);
  return isImport && /^[a-z_@]/.test(chunk) ? ofRoot(parts[0], names).map(asName) : [];
}

function isFrame({ before, after }: Around): boolean {
  return /(?:^|\s)at\s{1,4}$/.test(before) || /^\(\w{1,100}\.(?:java|kt|scala|groovy):/.test(after);
}

/** The group is an organization, and may be that of the repository: `com.squareup.okhttp3:okhttp-tls`. */
function inCoordinates(group: string, artifact: string, names: RepositoryNames): Mention[] {
  const found = [artifact, group.replace(/^.*\./, '')].map((name) => ofPackage(name, names));
  return found
    .filter((each) => each.length > 0)
    .slice(0, 1)
    .map(asName);
}

/** `com.acme.shop.Cart` and `Acme.Shop.Cart` are code of one's own, `okio.Buffer` is a library's. */
function inFrame(parts: readonly string[], names: RepositoryNames): Mention[] {
  const [first = '', second = '', third = ''] = parts;
  const owned = [`${second}/${third}`, `${first}/${second}`].map((path) => names.byPath(path));
  const own = owned.find((each) => each.length > 0);
  if (own !== undefined) return [asName(own)];
  const isReversedDomain = /^(?:com|org|net|io|dev|co|me|de|fr|uk|jp)$/.test(first);
  return ofRoot(isReversedDomain ? third : first, names).map(asLibrary);
}

function ofRoot(name: string | undefined, names: RepositoryNames): (readonly string[])[] {
  const found = name === undefined || isOrdinary(name) ? [] : ofPackage(name, names);
  return found.length === 0 ? [] : [found];
}

/** Packages often end in the number of a major version. */
function ofPackage(name: string, names: RepositoryNames): readonly string[] {
  const found = names.byOwnName(name);
  return found.length > 0 ? found : names.byOwnName(name.replace(/\d{1,3}$/, ''));
}
