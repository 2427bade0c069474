import type { Snapshot } from '../../tools/lookup.js';
import type { Library, SourceFile } from '../codebase/codebase.js';
import { named, OUTSIDE, type Value } from '../codebase/values.js';
import { type Asking, type Modules, perLibrary, perPlace } from './module-system.js';
import { filesNamed, folderOf, joined } from './paths.js';

const MOST_FILES = 150;

interface GoModule {
  readonly name: string;
  readonly place: Snapshot;
  readonly folder: string;
}

export const goModules: Modules = {
  async find(specifier, { library, from }) {
    const modules = await modulesIn(library);
    const fitting = modules
      .filter(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
      .sort((a, b) => b.name.length - a.name.length || near(b, from) - near(a, from));
    for (const { name, place, folder } of fitting) {
      const path = joined(folder, specifier.slice(name.length)) ?? '';
      const files = (await filesIn(library, place, path)).filter(({ path: one }) => !isTest(one));
      if (files.length > 0) return [{ kind: 'module', language: 'go', files } satisfies Value];
    }
    return [OUTSIDE];
  },
  async beside(name, asking) {
    const files = await siblings(asking);
    const others = files.filter(({ path }) => path !== asking.from.path);
    return others.flatMap((file) => {
      const own = file
        .declared(0, name)
        .filter((n) => !file.declaration(n).alias?.steps[0]?.startsWith('@'));
      return named(file, own);
    });
  },
  siblings,
  part: async () => [],
};

/** The files of the same folder that say the same package. */
async function siblings({ from, library }: Asking): Promise<readonly SourceFile[]> {
  const files = await filesIn(library, from.place, folderOf(from.path));
  return files.filter(({ path, summary }) => {
    return summary.package === from.summary.package && (!isTest(path) || isTest(from.path));
  });
}

function near({ place }: GoModule, from: SourceFile): number {
  return place === from.place ? 1 : 0;
}

function isTest(path: string): boolean {
  return path.endsWith('_test.go');
}

async function filesIn(library: Library, place: Snapshot, folder: string): Promise<SourceFile[]> {
  const paths = (await byFolder(library, place)).get(folder) ?? [];
  const own = paths.slice(0, MOST_FILES);
  const files = await Promise.all(own.map((path) => library.open(place, path)));
  return files.flatMap((file) => file ?? []);
}

const byFolder = perPlace(async (library, place): Promise<ReadonlyMap<string, string[]>> => {
  const folders = new Map<string, string[]>();
  for (const path of (await library.files(place)).keys()) {
    if (!path.endsWith('.go')) continue;
    const known = folders.get(folderOf(path));
    if (known) known.push(path);
    else folders.set(folderOf(path), [path]);
  }
  return folders;
});

/** By their `go.mod`. */
const modulesIn = perLibrary(async (library): Promise<GoModule[]> => {
  const found: GoModule[] = [];
  for (const place of library.places) {
    for (const path of await filesNamed(library, place, 'go.mod')) {
      const text = await library.text(place, path);
      const name = /^module\s+"?([^\s"]+)/m.exec(text ?? '')?.[1];
      if (name) found.push({ name, place, folder: folderOf(path) });
    }
  }
  return found;
});
