import { stemOf } from '../../../git/file-path.js';
import { extensionOf } from '../../../index/outline.js';
import { escapeRegex } from '../../../tools/escape-regex.js';
import type { SearchedRepository } from '../passages/find.js';
import type { SourceFile } from '../passages/source-file.js';
import { hasWord } from '../text/has-word.js';
import type { Declared } from './declared.js';
import { type LookUp, readFileAt } from './look-up.js';
import { isOfSeveral } from './receivers-of-routes.js';
import { type FileTable, fileTable, resolveImport } from './resolve-import.js';
import { joined } from './route-prefixes.js';

/** The routes of a file that another line puts below a path: all of them, or those of one router. */
interface Target {
  readonly path: string;
  readonly receiver?: string;
}

interface Mount {
  readonly route: Declared;
  readonly target: Target;
}

interface Known {
  readonly mounts: readonly Mount[];
  /** Of which it is known what router they are called on. */
  readonly clear: ReadonlySet<Declared>;
}

interface Files {
  readonly table: FileTable;
  read(path: string): Promise<SourceFile | undefined>;
}

const MAX_DEPTH = 3;
/** Of one route: more ways to it are named by nobody. */
const MAX_PREFIXES = 8;

/** With the paths below which other files put them: `app.use('/api', routes.api)`, `path("api/", include(…))`. */
export async function withMounts(
  all: readonly Declared[],
  searched: SearchedRepository,
  input: Pick<LookUp, 'filesOf' | 'context'>,
): Promise<Declared[]> {
  const own = all.filter(({ mounts }) => mounts !== undefined);
  if (own.length === 0) return [...all];
  const files: Files = {
    table: fileTable(await input.filesOf(searched)),
    read: (path) => readFileAt({ searched, path }, input),
  };
  const mounts: Mount[] = [];
  for (const route of own) {
    const target = await targetOf(route, files);
    if (target) mounts.push({ route, target });
  }
  const clear = new Set(all.filter(({ receiver, file }) => !isOfSeveral(receiver, file)));
  const known: Known = { mounts, clear };
  return all
    .filter((route) => !isPlain(route))
    .filter((route) => !mounts.some((mount) => mount.route === route && isUsed(mount, clear)))
    .map((route) => below(route, known));
}

/** It has no path of its own, as `app.include_router(beds)`. */
function isPlain({ verb, name }: Declared): boolean {
  return verb === 'USE' && name === '';
}

/** Its routes are in the list. */
function isUsed(mount: Mount, clear: ReadonlySet<Declared>): boolean {
  return [...clear].some((route) => route !== mount.route && isOf(route, mount));
}

function below(route: Declared, known: Known): Declared {
  const found = prefixesFor([route], known).filter(({ path }) => path !== '');
  const [shortest, ...others] = found.toSorted((a, b) => a.path.length - b.path.length);
  if (!shortest) return route;
  const { path, mount } = shortest;
  return {
    ...route,
    name: joined(path, route.name),
    alsoNamed: others.map((one) => joined(one.path, route.name)),
    prefix: { path, line: mount.start, file: mount.file },
  };
}

interface FoundPrefix {
  readonly path: string;
  readonly mount: Declared;
}

/** `chain`: the route, and what is known to be around it. */
function prefixesFor(chain: readonly Declared[], known: Known): FoundPrefix[] {
  const [inner] = chain;
  if (!inner || chain.length > MAX_DEPTH || !known.clear.has(inner)) return [];
  const found: FoundPrefix[] = [];
  for (const mount of known.mounts) {
    if (found.length >= MAX_PREFIXES) break;
    if (!isOf(inner, mount) || chain.some((one) => isSameRouter(one, mount.route))) continue;
    found.push(...throughMount(mount.route, [mount.route, ...chain], known));
  }
  return found.slice(0, MAX_PREFIXES);
}

function throughMount(mount: Declared, chain: readonly Declared[], known: Known): FoundPrefix[] {
  const outer = prefixesFor(chain, known);
  if (outer.length === 0) return [{ path: mount.name, mount }];
  return outer.map((one) => ({
    path: one.path === '' ? mount.name : joined(one.path, mount.name),
    mount: one.path === '' ? mount : one.mount,
  }));
}

/** A router is never below itself. */
function isSameRouter(one: Declared, other: Declared): boolean {
  return one.file.path === other.file.path && one.receiver === other.receiver;
}

function isOf({ file, receiver }: Declared, { target }: Mount): boolean {
  if (file.path !== target.path) return false;
  return target.receiver === undefined || receiver === undefined || receiver === target.receiver;
}

async function targetOf(
  { file, mounts = '' }: Declared,
  files: Files,
): Promise<Target | undefined> {
  const [head = '', ...members] = mounts.split('.');
  if (extensionOf(file.path) === 'py') return pythonTarget(file, mounts, files);
  const text = importOf(head, file);
  if (text === undefined)
    return members.length === 0 ? { path: file.path, receiver: head } : undefined;
  const path = importedAs(head, file, files.table);
  const member = importedName(head, text) ?? members[0];
  if (path === undefined || (member !== undefined && !PLAIN_NAME.test(member))) return undefined;
  return exportedBy(path, { member, files, depth: MAX_DEPTH });
}

const PLAIN_NAME = /^[\w$]+$/;

/** As the module calls it: of `{ api as routes }` and `{ api: routes }`, `api`. */
function importedName(name: string, text: string): string | undefined {
  const [, , list = ''] = /^([^{]*)\{([^}]*)\}/.exec(text) ?? [];
  const pairs = list.split(',').map((one) => one.trim().split(/ +as +| *: */));
  return pairs.find((one) => one.at(-1) === name)?.[0];
}

function importOf(name: string, { lines, path }: SourceFile): string | undefined {
  const pattern = extensionOf(path) === 'py' ? PYTHON_IMPORT : IMPORT;
  return lines.find((one) => pattern.test(one) && hasWord(one, name));
}

/** Of `beds as other`, `beds`. */
function renamed(name: string, text: string): string {
  const source = `\\b(\\w{1,60})\\s+as\\s+${escapeRegex(name)}(?![\\w$])`;
  return new RegExp(source).exec(text)?.[1] ?? name;
}

/** The file that a name of another file is imported from, or is. */
export function importedAs(name: string, file: SourceFile, table: FileTable): string | undefined {
  const text = importOf(name, file);
  if (text === undefined) return undefined;
  const original = renamed(name, text);
  const isPython = extensionOf(file.path) === 'py';
  // Of several names in one line, only this one.
  const line = isPython ? text.replace(/\bimport\b.*$/, `import ${original}`) : text;
  return resolveImport({ from: file.path, text: line }, table)[0];
}

const PYTHON_IMPORT = /^(?:from|import)\s/;
const IMPORT = /^(?:import|(?:export\s+)?(?:const|let|var))\s.{0,200}(?:\bfrom\s*['"]|\brequire\()/;

interface Wanted {
  readonly member: string | undefined;
  readonly files: Files;
  readonly depth: number;
}

/** The router that a module exports, by its name in there. */
async function exportedBy(path: string, wanted: Wanted): Promise<Target | undefined> {
  const { member, files, depth } = wanted;
  const file = await files.read(path);
  if (!file || depth === 0) return undefined;
  const again = file.lines.find((one) =>
    /^(?:module\.exports\s*=\s*require\(|export \* from)/.test(one),
  );
  if (again !== undefined) {
    const [next] = resolveImport({ from: path, text: again }, files.table);
    return next === undefined ? undefined : exportedBy(next, { ...wanted, depth: depth - 1 });
  }
  if (member === undefined) {
    const receiver = firstIn(
      file,
      /^(?:module\.exports\s*=|export\s+default)\s*(\w{1,60})\s*;?\s*$/,
    );
    return { path, ...(receiver !== undefined && { receiver }) };
  }
  const exported = firstIn(
    file,
    new RegExp(
      `^(?:\\s+|(?:module\\.)?exports\\.)${escapeRegex(member)}\\s*[:=]\\s*(\\w{1,60})\\s*[,;]?\\s*$`,
    ),
  );
  return { path, receiver: exported ?? member };
}

function firstIn({ lines }: SourceFile, pattern: RegExp): string | undefined {
  return lines.map((one) => pattern.exec(one)?.[1]).find(Boolean);
}

/** `hc.api.urls` in quotes is a module; a name is imported, or a list or a router of the same file. */
function pythonTarget(file: SourceFile, mounts: string, { table }: Files): Target | undefined {
  const quoted = /^(['"])([\w.]+)\1$/.exec(mounts)?.[2];
  if (quoted !== undefined) {
    const [path] = resolveImport({ from: file.path, text: `import ${quoted}` }, table);
    return path === undefined ? undefined : { path, receiver: 'urlpatterns' };
  }
  const [head = '', ...members] = mounts.replace(/\.urls$/, '').split('.');
  const text = importOf(head, file);
  if (text === undefined)
    return members.length === 0 ? { path: file.path, receiver: head } : undefined;
  const path = importedAs(head, file, table);
  if (path === undefined) return undefined;
  const name = renamed(head, text);
  const isModule = stemOf(path) === name || path.endsWith(`/${name}/__init__.py`);
  return { path, receiver: isModule ? (members[0] ?? 'urlpatterns') : name };
}
