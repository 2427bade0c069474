import type { Snapshot } from '../../tools/lookup.js';
import type { Codebase, SourceFile } from '../codebase/codebase.js';
import type { ModuleValue, Value } from '../codebase/values.js';

export interface ImportContext {
  readonly from: SourceFile;
  readonly codebase: Codebase;
  /** The name that is to be imported. */
  readonly name?: string;
}

/** How a language resolves names that a file does not declare. */
export interface ModuleSystem {
  /** Resolves a module specifier. `EXTERNAL` if no repository has the module. */
  resolve(specifier: string, asking: ImportContext): Promise<Value[]>;
  /** What a name means that a file can use without importing it. */
  packageScope(name: string, asking: ImportContext): Promise<Value[]>;
  /** The files of the same package, including the file itself. */
  packageFiles(asking: ImportContext): Promise<readonly SourceFile[]>;
  /** The submodule with this name in a package's folder. */
  submodule(wanted: {
    readonly folder: NonNullable<ModuleValue['folder']>;
    readonly name: string;
    readonly library: Codebase;
  }): Promise<Value[]>;
}

/** Computes a result once per codebase. */
export function oncePerCodebase<R>(
  find: (codebase: Codebase) => Promise<R>,
): (codebase: Codebase) => Promise<R> {
  const known = new WeakMap<Codebase, Promise<R>>();
  return (codebase) => {
    const found = known.get(codebase) ?? find(codebase);
    known.set(codebase, found);
    return found;
  };
}

type RepositoryQuery<R> = (codebase: Codebase, snapshot: Snapshot) => Promise<R>;

/** Computes a result once per repository of a codebase. */
export function oncePerRepository<R>(find: RepositoryQuery<R>): RepositoryQuery<R> {
  const known = oncePerCodebase(async () => new Map<Snapshot, Promise<R>>());
  return async (codebase, snapshot) => {
    const snapshots = await known(codebase);
    const found = snapshots.get(snapshot) ?? find(codebase, snapshot);
    snapshots.set(snapshot, found);
    return found;
  };
}
