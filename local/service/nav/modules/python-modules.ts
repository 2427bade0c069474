import type { Snapshot } from '../../tools/lookup.js';
import type { Library } from '../codebase/codebase.js';
import { OUTSIDE, type Value } from '../codebase/values.js';
import { type Modules, perPlace } from './module-system.js';
import { filesNamed, firstOf, folderOf, joined } from './paths.js';

const DESCRIPTIONS = ['pyproject.toml', 'setup.py', 'setup.cfg'];

export const pythonModules: Modules = {
  async find(specifier, { from, library }) {
    const [dots = ''] = /^\.+/.exec(specifier) ?? [];
    const path = specifier.slice(dots.length).replaceAll('.', '/');
    if (dots !== '') {
      const up = '../'.repeat(dots.length - 1);
      const folder = joined(folderOf(from.path), up);
      const found =
        folder === undefined ? undefined : await moduleAt(library, from.place, [folder, path]);
      return [found ?? OUTSIDE];
    }
    const places = [from.place, ...library.places.filter((place) => place !== from.place)];
    for (const place of places) {
      const roots = await rootsOf(library, place);
      const own = place === from.place ? await scriptFolder(library, place, from.path) : [];
      for (const root of [...roots, ...own]) {
        const found = await moduleAt(library, place, [root, path]);
        if (found) return [found];
      }
    }
    return [OUTSIDE];
  },
  beside: async () => [],
  siblings: async ({ from }) => [from],
  async part({ folder, name, library }) {
    const found = await moduleAt(library, folder.place, [folder.path, name]);
    return found ? [found] : [];
  },
};

/** A module is a file, a package, or a folder with modules in it. */
async function moduleAt(
  library: Library,
  place: Snapshot,
  parts: readonly [string, string],
): Promise<Value | undefined> {
  const path = parts.filter(Boolean).join('/');
  const inside = path === '' ? '' : `${path}/`;
  const folder = { place, path };
  const starts = [`${inside}__init__.py`, `${inside}__init__.pyi`];
  const start = await firstOf(library, place, starts);
  if (start) return { kind: 'module', language: 'python', files: [start], folder };
  const file = await firstOf(library, place, [`${path}.py`, `${path}.pyi`]);
  if (file) return { kind: 'module', language: 'python', files: [file] };
  const isFolder = (await foldersOf(library, place)).has(path);
  return isFolder ? { kind: 'module', language: 'python', files: [], folder } : undefined;
}

/** The folders that have modules, at any depth. */
const foldersOf = perPlace(async (library, place): Promise<ReadonlySet<string>> => {
  const folders = new Set<string>();
  for (const path of (await library.files(place)).keys()) {
    if (!path.endsWith('.py')) continue;
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  return folders;
});

/** Where absolute imports begin: the root, each project's folder, and their sources. */
const rootsOf = perPlace(async (library, place): Promise<readonly string[]> => {
  const found = await Promise.all(DESCRIPTIONS.map((name) => filesNamed(library, place, name)));
  const projects = new Set(['', ...found.flat().map(folderOf)]);
  return [...projects].flatMap((folder) => {
    return [folder, ...['src', 'lib', 'python'].map((one) => joined(folder, one) ?? '')];
  });
});

/** A script sees what lies beside it, a module of a package does not. */
async function scriptFolder(library: Library, place: Snapshot, path: string): Promise<string[]> {
  const folder = folderOf(path);
  const isPackage = (await library.files(place)).has(`${folder}/__init__.py`);
  return isPackage ? [] : [folder];
}
