import { z } from 'zod';
import { roleOf } from '../../index/file-role.js';
import type { Snapshot } from '../../tools/lookup.js';
import type { Library, SourceFile } from '../codebase/codebase.js';
import { OUTSIDE, type Value } from '../codebase/values.js';
import { type Asking, type Modules, perLibrary } from './module-system.js';
import { filesNamed, firstOf, folderOf, joined } from './paths.js';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts'];
/** What is built, and from where. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs)(?=\/|$)/;
const ENTRIES = ['src/index', 'index', 'src/main', 'main', 'lib/index', 'src/lib', 'mod'];

const Description = z.looseObject({
  name: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  types: z.string().optional().catch(undefined),
  source: z.string().optional().catch(undefined),
  exports: z.unknown().optional(),
});

interface Package {
  readonly place: Snapshot;
  readonly folder: string;
  readonly description: z.output<typeof Description>;
}

export const javascriptModules: Modules = {
  async find(specifier, asking) {
    const { from, library } = asking;
    if (/^\.{1,2}(\/|$)/.test(specifier)) {
      const path = joined(folderOf(from.path), specifier);
      const file = path === undefined ? undefined : await fileAt(library, from.place, path);
      return file ? [moduleOf(file)] : [OUTSIDE];
    }
    if (specifier.startsWith('node:')) return [OUTSIDE];
    return (await inPackage(specifier, asking)) ?? (await fromRoot(specifier, asking));
  },
  beside: async () => [],
  siblings: async ({ from }) => [from],
  async part({ folder: { place, path: folder }, name, library }) {
    const { paths } = await library.having(place, name);
    const inside = folder === '' ? paths : paths.filter((path) => path.startsWith(`${folder}/`));
    const values: Value[] = [];
    for (const path of inside.filter((one) => roleOf(one) === 'code').slice(0, 30)) {
      const file = await library.open(place, path);
      if (file?.summary.exports.some((one) => one.name === name)) values.push(moduleOf(file));
    }
    return values;
  },
};

function moduleOf(file: SourceFile): Value {
  return { kind: 'module', language: 'javascript', files: [file] };
}

/** As TypeScript and bundlers look: `./cart.js` may be written as `cart.ts`. */
function fileAt(library: Library, place: Snapshot, path: string): Promise<SourceFile | undefined> {
  const bare = path.replace(/\.([mc]?)jsx?$/, '');
  const inside = path === '' ? '' : `${path}/`;
  return firstOf(library, place, [
    ...(/\.[mc]?jsx?$/.test(path) ? EXTENSIONS.map((end) => `${bare}${end}`) : []),
    path,
    ...EXTENSIONS.map((end) => `${path}${end}`),
    ...EXTENSIONS.map((end) => `${inside}index${end}`),
  ]);
}

async function inPackage(
  specifier: string,
  { from, library }: Asking,
): Promise<Value[] | undefined> {
  const [name = specifier] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
  const sub = specifier.slice(name.length + 1);
  const packages = await packagesOf(library);
  const named = packages.filter(({ description }) => description.name === name);
  const own = named.find(({ place }) => place === from.place) ?? named[0];
  const found = own ?? (await repositoryAs(name, library));
  if (!found) return undefined;
  const { place, folder } = found;
  for (const path of entriesOf(found, sub)) {
    const file = await fileAt(library, place, path);
    if (file) return [moduleOf(file)];
  }
  return [{ kind: 'module', language: 'javascript', files: [], folder: { place, path: folder } }];
}

/** One without a description of its own goes by the repository's name. */
async function repositoryAs(name: string, library: Library): Promise<Package | undefined> {
  const place = library.places.find(({ repository }) => repository.name === name);
  if (!place || (await library.files(place)).has('package.json')) return undefined;
  return { place, folder: '', description: { exports: undefined } };
}

const packagesOf = perLibrary(async (library): Promise<Package[]> => {
  const found: Package[] = [];
  for (const place of library.places) {
    for (const path of await filesNamed(library, place, 'package.json')) {
      const description = described(await library.text(place, path));
      if (description) found.push({ place, folder: folderOf(path), description });
    }
  }
  return found;
});

function described(text: string | undefined): z.output<typeof Description> | undefined {
  try {
    return Description.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

/** Where a package's module may be written, likelier places first. */
function entriesOf({ folder, description }: Package, sub: string): string[] {
  const { exports, source, types, module, main } = description;
  const said = sub === '' ? [...targetsOf(exports, '.'), source, module, main, types] : [];
  const given = [
    ...said,
    ...(sub === '' ? ENTRIES : [...targetsOf(exports, `./${sub}`), sub, `src/${sub}`]),
  ];
  return given.flatMap((target) => {
    if (target === undefined) return [];
    const path = target.replace(/^\.\//, '').replace(/\.d\.([mc]?)ts$/, '.$1js');
    const sources = BUILT.test(path)
      ? [path.replace(BUILT, 'src'), path.replace(/^[^/]+\//, '')]
      : [];
    return [...sources, path].flatMap((one) => joined(folder, one) ?? []);
  });
}

/** All that `exports` names for a module, whatever the condition. */
function targetsOf(exports: unknown, wanted: string): string[] {
  if (typeof exports === 'string') return wanted === '.' ? [exports] : [];
  if (typeof exports !== 'object' || exports === null) return [];
  const entries = Object.entries(exports);
  const isByPath = entries.some(([key]) => key.startsWith('.'));
  if (!isByPath) return wanted === '.' ? stringsIn(exports) : [];
  return entries.flatMap(([key, target]) => {
    if (key === wanted) return stringsIn(target);
    const [before = '', after] = key.split('*');
    const fits = after !== undefined && wanted.startsWith(before) && wanted.endsWith(after);
    const star = wanted.slice(before.length, wanted.length - (after?.length ?? 0));
    return fits ? stringsIn(target).map((one) => one.replace('*', star)) : [];
  });
}

/** Conditions lie within each other, a few deep. */
function stringsIn(target: unknown, depth = 0): string[] {
  if (typeof target === 'string') return [target];
  if (typeof target !== 'object' || target === null || depth > 6) return [];
  return Object.values(target).flatMap((one) => stringsIn(one, depth + 1));
}

/** `src/cart`, `@/cart` and `~/cart`, by the customs of bundlers. */
async function fromRoot(specifier: string, { from, library }: Asking): Promise<Value[]> {
  const path = specifier.replace(/^[@~]\//, 'src/');
  if (!path.includes('/')) return [OUTSIDE];
  const roots = (await packagesOf(library))
    .filter(({ place, folder }) => place === from.place && from.path.startsWith(`${folder}/`))
    .map(({ folder }) => folder);
  for (const root of [...roots, '']) {
    const inside = joined(root, path);
    const file = inside === undefined ? undefined : await fileAt(library, from.place, inside);
    if (file) return [moduleOf(file)];
  }
  return [OUTSIDE];
}
