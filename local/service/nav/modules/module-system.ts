import type { Snapshot } from '../../tools/lookup.js';
import type { Codebase, SourceFile } from '../codebase/codebase.js';
import type { ModuleValue, Value } from '../codebase/values.js';

export interface ImportContext {
  readonly from: SourceFile;
  readonly codebase: Codebase;
  /** The one name that is wanted of it. */
  readonly name?: string;
}

/** Where a language keeps what a file names without declaring it. */
export interface ModuleSystem {
  /** What an import names, as it is written there. Outside where no repository has it. */
  resolve(specifier: string, asking: ImportContext): Promise<Value[]>;
  /** What a file sees without importing it. */
  packageScope(name: string, asking: ImportContext): Promise<Value[]>;
  /** The files of the same package, itself among them. */
  packageFiles(asking: ImportContext): Promise<readonly SourceFile[]>;
  /** What a folder holds by this name. */
  submodule(wanted: {
    readonly folder: NonNullable<ModuleValue['folder']>;
    readonly name: string;
    readonly library: Codebase;
  }): Promise<Value[]>;
}

/** Finds out once for each library. */
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

/** Finds out once for each repository of a library. */
export function oncePerRepository<R>(find: RepositoryQuery<R>): RepositoryQuery<R> {
  const known = oncePerCodebase(async () => new Map<Snapshot, Promise<R>>());
  return async (codebase, snapshot) => {
    const snapshots = await known(codebase);
    const found = snapshots.get(snapshot) ?? find(codebase, snapshot);
    snapshots.set(snapshot, found);
    return found;
  };
}
