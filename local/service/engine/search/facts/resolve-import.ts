import { folderOf, groupPaths, joinPath, stemOf } from '../../../git/file-path.js';
import { extensionOf } from '../../../index/outline.js';

/** The files of a repository, to find what an import means. */
export interface FileTable {
  readonly paths: { has(path: string): boolean };
  /** By their name without its extension. */
  byStem(): ReadonlyMap<string, readonly string[]>;
  /** The Go files of each folder, without tests. */
  goFolders(): ReadonlyMap<string, readonly string[]>;
  /** The module that `go.mod` names. */
  readonly goModule?: string;
}

interface Paths {
  has(path: string): boolean;
  keys(): Iterable<string>;
}

/** What only some languages need is made when they do: there may be many files. */
export function fileTable(paths: Paths, goModule?: string): FileTable {
  let stems: ReadonlyMap<string, readonly string[]> | undefined;
  let folders: ReadonlyMap<string, readonly string[]> | undefined;
  return {
    paths,
    byStem() {
      stems ??= groupPaths(paths.keys(), stemOf);
      return stems;
    },
    goFolders() {
      folders ??= groupPaths(goFilesOf(paths.keys()), folderOf);
      return folders;
    },
    ...(goModule !== undefined && { goModule }),
  };
}

function goFilesOf(paths: Iterable<string>): string[] {
  return [...paths].filter((path) => /(?<!_test)\.go$/.test(path));
}

interface ImportLine {
  /** The importing file. */
  readonly from: string;
  readonly text: string;
}

type ImportResolver = (line: ImportLine, table: FileTable) => (string | undefined)[];

/**
 * The files that an import line means: by their paths alone, without the settings of build tools. Empty for
 * libraries, and for languages whose imports name no files.
 */
export function resolveImport(line: ImportLine, table: FileTable): string[] {
  const resolver = RESOLVERS.get(extensionOf(line.from));
  const found = resolver?.(line, table) ?? [];
  return [...new Set(found.flatMap((path) => path ?? []))];
}

const SCRIPT_ENDINGS = [
  'ts',
  'tsx',
  'mts',
  'cts',
  'js',
  'jsx',
  'mjs',
  'cjs',
  'vue',
  'svelte',
  'd.ts',
];

const script: ImportResolver = ({ from, text }, table) => {
  const specifier = /(?:from|import|require)\s*\(?\s*['"]([^'"]{1,300})['"]/.exec(text)?.[1] ?? '';
  const path = specifier.startsWith('.')
    ? joinPath(folderOf(from), specifier)
    : specifier.replace(/^[@~]\//, 'src/');
  if (path === undefined || (!path.includes('/') && !specifier.startsWith('.'))) return [];
  const bare = path.replace(/\.[mc]?jsx?$/, '');
  const candidates = [
    path,
    ...SCRIPT_ENDINGS.map((end) => `${bare}.${end}`),
    ...SCRIPT_ENDINGS.map((end) => `${path}.${end}`),
    ...SCRIPT_ENDINGS.map((end) => (path === '' ? `index.${end}` : `${path}/index.${end}`)),
  ];
  return [candidates.find((one) => table.paths.has(one))];
};

const python: ImportResolver = ({ from, text }, table) => {
  const [, dots = '', module = '', names = ''] =
    /^\s*from\s+(\.*)([\w.]*)\s+import\s+(.*)$/.exec(text) ?? [];
  const plain = /^\s*import\s+([\w.]+)/.exec(text)?.[1];
  if (dots === '' && module === '' && plain === undefined) return [];
  const parts = (plain ?? module).split('.').filter(Boolean);
  const base =
    dots === ''
      ? undefined
      : folderOf(from)
          .split('/')
          .filter(Boolean)
          .slice(0, dots.length > 1 ? 1 - dots.length : undefined);
  const find = (path: readonly string[]) => {
    const suffixes = [`${path.join('/')}.py`, `${path.join('/')}/__init__.py`];
    // `import logging` is no file of a package that happens to have that name.
    if (!base)
      return suffixes
        .map((one) => bySuffix(one, from, { table, isRoot: isPythonRoot }))
        .find(Boolean);
    return suffixes.map((one) => [...base, one].join('/')).find((one) => table.paths.has(one));
  };
  const imported = names
    .replace(/[()#].*$|\bas\s+\w+/g, '')
    .split(',')
    .map((name) => name.trim());
  const submodules = imported
    .filter((name) => /^\w+$/.test(name))
    .map((name) => find([...parts, name]));
  if (submodules.some(Boolean)) return submodules;
  if (parts.length > 0) return [find(parts)];
  return base ? [[...base, '__init__.py'].join('/')].filter((one) => table.paths.has(one)) : [];
};

const go: ImportResolver = ({ text }, { goModule, goFolders }) => {
  const path = /"([^"]{1,300})"/.exec(text)?.[1];
  if (path === undefined || goModule === undefined) return [];
  if (path !== goModule && !path.startsWith(`${goModule}/`)) return [];
  return [goFolders().get(path.slice(goModule.length + 1))?.[0]];
};

/** A class, a nested one, or a static member of it. */
const jvm: ImportResolver = ({ from, text }, table) => {
  const parts =
    /^\s*import\s+(?:static\s+)?([\w.]+)/.exec(text)?.[1]?.split('.').filter(Boolean) ?? [];
  const lengths = [parts.length, parts.length - 1, parts.length - 2].filter((length) => length > 1);
  const suffixes = lengths.flatMap((length) =>
    ['java', 'kt', 'scala', 'groovy'].map((end) => `${parts.slice(0, length).join('/')}.${end}`),
  );
  return [suffixes.map((one) => bySuffix(one, from, { table })).find(Boolean)];
};

const rust: ImportResolver = ({ from, text }, { paths }) => {
  const [, child] = /^\s*(?:pub(?:\([^)]{0,40}\))?\s+)?mod\s+(\w+)\s*;/.exec(text) ?? [];
  const folder = folderOf(from);
  const own = /\/?(?:mod|lib|main)\.rs$/.test(from) ? folder : from.replace(/\.rs$/, '');
  const files = (base: string, parts: readonly string[]) =>
    [
      `${[base, ...parts].filter(Boolean).join('/')}.rs`,
      `${[base, ...parts].filter(Boolean).join('/')}/mod.rs`,
    ].find((one) => paths.has(one));
  if (child !== undefined) return [files(own, [child])];
  const [, start, rest = ''] =
    /^\s*(?:pub(?:\([^)]{0,40}\))?\s+)?use\s+(crate|super|self)((?:::\w+)+)/.exec(text) ?? [];
  if (start === undefined) return [];
  const root = /^(?:.*\/)?src(?=\/)/.exec(from)?.[0] ?? '';
  const base = start === 'crate' ? root : start === 'self' ? own : folderOf(own);
  const parts = rest.split('::').filter(Boolean);
  for (let length = parts.length; length > 0; length -= 1) {
    const found = files(base, parts.slice(0, length));
    if (found) return [found];
  }
  return [];
};

const c: ImportResolver = ({ from, text }, table) => {
  const path = /^\s*#\s*include\s*"([^"]{1,300})"/.exec(text)?.[1];
  return path === undefined ? [] : [besideOrBySuffix(path, from, table)];
};

const ruby: ImportResolver = ({ from, text }, table) => {
  const [, relative, path] =
    /^\s*require(_relative)?\s*\(?\s*['"]([^'"]{1,300})['"]/.exec(text) ?? [];
  if (path === undefined) return [];
  const file = `${path.replace(/\.rb$/, '')}.rb`;
  return [
    relative
      ? besideOrBySuffix(file, from, table)
      : bySuffix(file, from, { table, isRoot: isLibrary }),
  ];
};

const php: ImportResolver = ({ from, text }, table) => {
  const parts = /^\s*use\s+(?:function\s+)?\\?([\w\\]{1,300})/.exec(text)?.[1]?.split('\\') ?? [];
  const suffixes = [3, 2].map((count) => `${parts.slice(-count).join('/')}.php`);
  return parts.length < 2
    ? []
    : [suffixes.map((one) => bySuffix(one, from, { table })).find(Boolean)];
};

const lua: ImportResolver = ({ from, text }, table) => {
  const path = /\brequire\s*\(?\s*['"]([^'"]{1,300})['"]/.exec(text)?.[1]?.replaceAll('.', '/');
  if (path === undefined) return [];
  return [
    [`${path}.lua`, `${path}/init.lua`].map((one) => bySuffix(one, from, { table })).find(Boolean),
  ];
};

const RESOLVERS: ReadonlyMap<string, ImportResolver> = new Map(
  Object.entries<ImportResolver>({
    ...forEach(['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'], script),
    ...forEach(['py', 'pyi'], python),
    go,
    ...forEach(['java', 'kt', 'kts', 'scala', 'groovy'], jvm),
    rs: rust,
    ...forEach(['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'm', 'mm'], c),
    rb: ruby,
    php,
    lua,
  }),
);

function forEach(
  extensions: readonly string[],
  resolver: ImportResolver,
): Record<string, ImportResolver> {
  return Object.fromEntries(extensions.map((extension) => [extension, resolver]));
}

type IsRoot = (folder: string, table: FileTable) => boolean;

const isPythonRoot: IsRoot = (folder, { paths }) => !paths.has(`${folder}/__init__.py`);
const isLibrary: IsRoot = (folder) => /(?:^|\/)(?:lib|lua|src|app)$/.test(folder);

function besideOrBySuffix(path: string, from: string, table: FileTable): string | undefined {
  const beside = joinPath(folderOf(from), path);
  if (beside !== undefined && table.paths.has(beside)) return beside;
  return bySuffix(path.replace(/^(?:\.{1,2}\/)+/, ''), from, { table });
}

/** Of several files with this end of the path, the nearest to the importing one. `isRoot`: of the folder before it. */
function bySuffix(
  suffix: string,
  from: string,
  { table, isRoot = () => true }: { readonly table: FileTable; readonly isRoot?: IsRoot },
): string | undefined {
  const fitting = (table.byStem().get(stemOf(suffix)) ?? []).filter((path) => {
    const folder = path.slice(0, -suffix.length - 1);
    return path === suffix || (path.endsWith(`/${suffix}`) && isRoot(folder, table));
  });
  return fitting.toSorted((a, b) => shared(b, from) - shared(a, from) || a.length - b.length)[0];
}

function shared(a: string, b: string): number {
  const others = b.split('/');
  const parts = a.split('/');
  const first = parts.findIndex((part, n) => part !== others[n]);
  return first < 0 ? parts.length : first;
}
