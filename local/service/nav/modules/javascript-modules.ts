import { z } from 'zod';
import { folderOf, joinPath } from '../../git/file-path.js';
import { roleOf } from '../../index/file-role.js';
import type { Snapshot } from '../../tools/lookup.js';
import type { Codebase, SourceFile } from '../codebase/codebase.js';
import { EXTERNAL_VALUE, type Value } from '../codebase/values.js';
import { findPathsByName, openFirstExisting } from './find-files.js';
import { type ImportContext, type ModuleSystem, oncePerCodebase } from './module-system.js';
import { aliasedPaths } from './path-aliases.js';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts'];
/** Folders of build output, whose sources are elsewhere. */
const BUILD_OUTPUT = /^(?:dist|lib|build|out|esm|cjs)(?=\/|$)/;
const ENTRY_POINTS = ['src/index', 'index', 'src/main', 'main', 'lib/index', 'src/lib', 'mod'];

const PackageManifest = z.looseObject({
  name: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  types: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  exports: z.unknown().optional(),
});

interface Package {
  readonly snapshot: Snapshot;
  readonly folder: string;
  readonly manifest: z.output<typeof PackageManifest>;
}

export const javascriptModuleSystem: ModuleSystem = {
  async resolve(specifier, asking) {
    const { from, codebase } = asking;
    if (/^\.{1,2}(\/|$)/.test(specifier)) {
      const path = joinPath(folderOf(from.path), specifier);
      const file =
        path === undefined ? undefined : await resolveFile(codebase, from.snapshot, path);
      return file ? [moduleValue(file)] : [EXTERNAL_VALUE];
    }
    if (specifier.startsWith('node:')) return [EXTERNAL_VALUE];
    for (const path of await aliasedPaths(specifier, asking)) {
      const file = await resolveFile(codebase, from.snapshot, path);
      if (file) return [moduleValue(file)];
    }
    return (await resolvePackage(specifier, asking)) ?? (await resolveFromRoot(specifier, asking));
  },
  packageScope: async () => [],
  packageFiles: async ({ from }) => [from],
  async submodule({ folder: { snapshot, path: folder }, name, library: codebase }) {
    const { paths } = await codebase.filesContaining(snapshot, name);
    const inside = folder === '' ? paths : paths.filter((path) => path.startsWith(`${folder}/`));
    const values: Value[] = [];
    for (const path of inside.filter((one) => roleOf(one) === 'code').slice(0, 30)) {
      const file = await codebase.open(snapshot, path);
      if (file?.symbols.exports.some((one) => one.name === name)) values.push(moduleValue(file));
    }
    return values;
  },
};

function moduleValue(file: SourceFile): Value {
  return { kind: 'module', language: 'javascript', files: [file] };
}

/** Resolves like TypeScript and bundlers: `./cart.js` may be `cart.ts`. */
function resolveFile(
  codebase: Codebase,
  snapshot: Snapshot,
  path: string,
): Promise<SourceFile | undefined> {
  const bare = path.replace(/\.([mc]?)jsx?$/, '');
  const inside = path === '' ? '' : `${path}/`;
  return openFirstExisting(codebase, snapshot, [
    ...(/\.[mc]?jsx?$/.test(path) ? EXTENSIONS.map((end) => `${bare}${end}`) : []),
    path,
    ...EXTENSIONS.map((end) => `${path}${end}`),
    ...EXTENSIONS.map((end) => `${inside}index${end}`),
  ]);
}

async function resolvePackage(
  specifier: string,
  { from, codebase }: ImportContext,
): Promise<Value[] | undefined> {
  const [name = specifier] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const sub = specifier.slice(name.length + 1);
  const packages = await packagesOf(codebase);
  const named = packages.filter(({ manifest }) => manifest.name === name);
  const own = named.find(({ snapshot }) => snapshot === from.snapshot) ?? named[0];
  const found = own ?? (await repositoryAsPackage(name, codebase));
  if (!found) return undefined;
  const { snapshot, folder } = found;
  for (const path of entryPaths(found, sub)) {
    const file = await resolveFile(codebase, snapshot, path);
    if (file) return [moduleValue(file)];
  }
  return [
    { kind: 'module', language: 'javascript', files: [], folder: { snapshot, path: folder } },
  ];
}

/** A repository without a `package.json` is a package of the repository's name, without its owner. */
async function repositoryAsPackage(name: string, codebase: Codebase): Promise<Package | undefined> {
  const snapshot = codebase.snapshots.find(
    ({ repository }) => repository.name.split('/').at(-1) === name,
  );
  if (!snapshot || (await codebase.files(snapshot)).has('package.json')) return undefined;
  return { snapshot, folder: '', manifest: { exports: undefined } };
}

const packagesOf = oncePerCodebase(async (codebase): Promise<Package[]> => {
  const found: Package[] = [];
  for (const snapshot of codebase.snapshots) {
    for (const path of await findPathsByName(codebase, snapshot, 'package.json')) {
      const description = parseManifest(await codebase.text(snapshot, path));
      if (description) found.push({ snapshot, folder: folderOf(path), manifest: description });
    }
  }
  return found;
});

function parseManifest(text: string | undefined): z.output<typeof PackageManifest> | undefined {
  try {
    return PackageManifest.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Where a package's module may be written, likelier snapshots first. */
function entryPaths({ folder, manifest }: Package, sub: string): string[] {
  const { exports, source, types, module, main } = manifest;
  const said = sub === '' ? [...exportTargets(exports, '.'), source, module, main, types] : [];
  const given = [
    ...said,
    ...(sub === '' ? ENTRY_POINTS : [...exportTargets(exports, `./${sub}`), sub, `src/${sub}`]),
  ];
  return given.flatMap((target) => {
    if (target === undefined) return [];
    const path = target.replace(/^\.\//, '').replace(/\.d\.([mc]?)ts$/, '.$1js');
    const sources = BUILD_OUTPUT.test(path)
      ? [path.replace(BUILD_OUTPUT, 'src'), path.replace(/^[^/]+\//, '')]
      : [];
    return [...sources, path].flatMap((one) => joinPath(folder, one) ?? []);
  });
}

/** All targets of a module in `exports`, for any condition. */
function exportTargets(exports: unknown, wanted: string): string[] {
  if (typeof exports === 'string') return wanted === '.' ? [exports] : [];
  if (typeof exports !== 'object' || exports === null) return [];
  const entries = Object.entries(exports);
  const isByPath = entries.some(([key]) => key.startsWith('.'));
  if (!isByPath) return wanted === '.' ? conditionalTargets(exports) : [];
  return entries.flatMap(([key, target]) => {
    if (key === wanted) return conditionalTargets(target);
    const [before = '', after] = key.split('*');
    const fits = after !== undefined && wanted.startsWith(before) && wanted.endsWith(after);
    const star = wanted.slice(before.length, wanted.length - (after?.length ?? 0));
    return fits ? conditionalTargets(target).map((one) => one.replace('*', star)) : [];
  });
}

/** Conditions may be nested. */
function conditionalTargets(target: unknown, depth = 0): string[] {
  if (typeof target === 'string') return [target];
  if (typeof target !== 'object' || target === null || depth > 6) return [];
  return Object.values(target).flatMap((one) => conditionalTargets(one, depth + 1));
}

/** `src/cart`, `@/cart` and `~/cart`: common aliases in bundlers. */
async function resolveFromRoot(
  specifier: string,
  { from, codebase }: ImportContext,
): Promise<Value[]> {
  const path = specifier.replace(/^[@~]\//, 'src/');
  if (!path.includes('/')) return [EXTERNAL_VALUE];
  const roots = (await packagesOf(codebase))
    .filter(
      ({ snapshot, folder }) => snapshot === from.snapshot && from.path.startsWith(`${folder}/`),
    )
    .map(({ folder }) => folder);
  for (const root of [...roots, '']) {
    const inside = joinPath(root, path);
    const file =
      inside === undefined ? undefined : await resolveFile(codebase, from.snapshot, inside);
    if (file) return [moduleValue(file)];
  }
  return [EXTERNAL_VALUE];
}
