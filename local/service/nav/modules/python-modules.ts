import { folderOf, joinPath } from '../../git/file-path.js';
import type { Snapshot } from '../../tools/lookup.js';
import type { Codebase } from '../codebase/codebase.js';
import { EXTERNAL_VALUE, type Value } from '../codebase/values.js';
import { findPathsByName, openFirstExisting } from './find-files.js';
import { type ModuleSystem, oncePerRepository } from './module-system.js';

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];

export const pythonModuleSystem: ModuleSystem = {
  async resolve(specifier, { from, codebase }) {
    const [dots = ''] = /^\.+/.exec(specifier) ?? [];
    const path = specifier.slice(dots.length).replaceAll('.', '/');
    if (dots !== '') {
      const up = '../'.repeat(dots.length - 1);
      const folder = joinPath(folderOf(from.path), up);
      const found =
        folder === undefined ? undefined : await moduleAt(codebase, from.snapshot, [folder, path]);
      return [found ?? EXTERNAL_VALUE];
    }
    const snapshots = [
      from.snapshot,
      ...codebase.snapshots.filter((snapshot) => snapshot !== from.snapshot),
    ];
    for (const snapshot of snapshots) {
      const roots = await importRoots(codebase, snapshot);
      const own =
        snapshot === from.snapshot ? await scriptFolder(codebase, snapshot, from.path) : [];
      for (const root of [...roots, ...own]) {
        const found = await moduleAt(codebase, snapshot, [root, path]);
        if (found) return [found];
      }
    }
    return [EXTERNAL_VALUE];
  },
  packageScope: async () => [],
  packageFiles: async ({ from }) => [from],
  async submodule({ folder, name, library: codebase }) {
    const found = await moduleAt(codebase, folder.snapshot, [folder.path, name]);
    return found ? [found] : [];
  },
};

/** A module is a file, a package, or a folder that contains modules (a namespace package). */
async function moduleAt(
  codebase: Codebase,
  snapshot: Snapshot,
  parts: readonly [string, string],
): Promise<Value | undefined> {
  const path = parts.filter(Boolean).join('/');
  const inside = path === '' ? '' : `${path}/`;
  const folder = { snapshot, path };
  const starts = [`${inside}__init__.py`, `${inside}__init__.pyi`];
  const start = await openFirstExisting(codebase, snapshot, starts);
  if (start) return { kind: 'module', language: 'python', files: [start], folder };
  const file = await openFirstExisting(codebase, snapshot, [`${path}.py`, `${path}.pyi`]);
  if (file) return { kind: 'module', language: 'python', files: [file] };
  const isFolder = (await moduleFolders(codebase, snapshot)).has(path);
  return isFolder ? { kind: 'module', language: 'python', files: [], folder } : undefined;
}

/** The folders that contain modules at any depth. */
const moduleFolders = oncePerRepository(
  async (codebase, snapshot): Promise<ReadonlySet<string>> => {
    const folders = new Set<string>();
    for (const path of (await codebase.files(snapshot)).keys()) {
      if (!path.endsWith('.py')) continue;
      for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
    }
    return folders;
  },
);

/** Where absolute imports start: the root, each project's folder, and their source folders. */
const importRoots = oncePerRepository(async (codebase, snapshot): Promise<readonly string[]> => {
  const found = await Promise.all(
    PROJECT_FILES.map((name) => findPathsByName(codebase, snapshot, name)),
  );
  const projects = new Set(['', ...found.flat().map(folderOf)]);
  return [...projects].flatMap((folder) => {
    return [folder, ...['src', 'lib', 'python'].map((one) => joinPath(folder, one) ?? '')];
  });
});

/** A script can import modules of its own folder; a module of a package cannot. */
async function scriptFolder(
  codebase: Codebase,
  snapshot: Snapshot,
  path: string,
): Promise<string[]> {
  const folder = folderOf(path);
  const isPackage = (await codebase.files(snapshot)).has(`${folder}/__init__.py`);
  return isPackage ? [] : [folder];
}
