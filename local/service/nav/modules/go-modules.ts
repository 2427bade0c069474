import { folderOf, groupPaths, joinPath } from '../../git/file-path.js';
import type { Snapshot } from '../../tools/lookup.js';
import type { Codebase, SourceFile } from '../codebase/codebase.js';
import { declarationValues, EXTERNAL_VALUE, type Value } from '../codebase/values.js';
import { findPathsByName } from './find-files.js';
import {
  type ImportContext,
  type ModuleSystem,
  oncePerCodebase,
  oncePerRepository,
} from './module-system.js';

const MAX_FILES = 150;

interface GoModule {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly folder: string;
}

export const goModuleSystem: ModuleSystem = {
  async resolve(specifier, { codebase, from }) {
    const modules = await goModules(codebase);
    const fitting = modules
      .filter(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
      .sort(
        (a, b) =>
          b.name.length - a.name.length || sameRepository(b, from) - sameRepository(a, from),
      );
    for (const { name, snapshot, folder } of fitting) {
      const path = joinPath(folder, specifier.slice(name.length)) ?? '';
      const files = (await filesInFolder(codebase, snapshot, path)).filter(
        ({ path: one }) => !isTest(one),
      );
      if (files.length > 0) return [{ kind: 'module', language: 'go', files } satisfies Value];
    }
    return [EXTERNAL_VALUE];
  },
  async packageScope(name, asking) {
    const files = await packageFiles(asking);
    const others = files.filter(({ path }) => path !== asking.from.path);
    return others.flatMap((file) => {
      const own = file
        .declarationsNamed(0, name)
        .filter((n) => !file.declaration(n).alias?.steps[0]?.startsWith('@'));
      return declarationValues(file, own);
    });
  },
  packageFiles,
  submodule: async () => [],
};

/** The files of the same folder that declare the same package. */
async function packageFiles({ from, codebase }: ImportContext): Promise<readonly SourceFile[]> {
  const files = await filesInFolder(codebase, from.snapshot, folderOf(from.path));
  return files.filter(({ path, symbols }) => {
    return symbols.package === from.symbols.package && (!isTest(path) || isTest(from.path));
  });
}

function sameRepository({ snapshot }: GoModule, from: SourceFile): number {
  return snapshot === from.snapshot ? 1 : 0;
}

function isTest(path: string): boolean {
  return path.endsWith('_test.go');
}

async function filesInFolder(
  codebase: Codebase,
  snapshot: Snapshot,
  folder: string,
): Promise<SourceFile[]> {
  const paths = (await goPathsByFolder(codebase, snapshot)).get(folder) ?? [];
  const own = paths.slice(0, MAX_FILES);
  const files = await Promise.all(own.map((path) => codebase.open(snapshot, path)));
  return files.flatMap((file) => file ?? []);
}

const goPathsByFolder = oncePerRepository(
  async (codebase, snapshot): Promise<ReadonlyMap<string, string[]>> => {
    const paths = [...(await codebase.files(snapshot)).keys()];
    return groupPaths(
      paths.filter((path) => path.endsWith('.go')),
      folderOf,
    );
  },
);

/** The modules of all repositories, found by their `go.mod` files. */
const goModules = oncePerCodebase(async (codebase): Promise<GoModule[]> => {
  const found: GoModule[] = [];
  for (const snapshot of codebase.snapshots) {
    for (const path of await findPathsByName(codebase, snapshot, 'go.mod')) {
      const text = await codebase.text(snapshot, path);
      const name = /^module\s+"?([^\s"]+)/m.exec(text ?? '')?.[1];
      if (name) found.push({ name, snapshot, folder: folderOf(path) });
    }
  }
  return found;
});
