import type { Snapshot } from '../../tools/lookup.js';
import type { Library, SourceFile } from '../codebase/codebase.js';
import type { Module, Value } from '../codebase/values.js';

export interface Asking {
  readonly from: SourceFile;
  readonly library: Library;
  /** The one name that is wanted of it. */
  readonly name?: string;
}

/** Where a language keeps what a file names without declaring it. */
export interface Modules {
  /** What an import names, as it is written there. Outside where no repository has it. */
  find(specifier: string, asking: Asking): Promise<Value[]>;
  /** What a file sees without importing it. */
  beside(name: string, asking: Asking): Promise<Value[]>;
  /** The files of the same package, itself among them. */
  siblings(asking: Asking): Promise<readonly SourceFile[]>;
  /** What a folder holds by this name. */
  part(wanted: {
    readonly folder: NonNullable<Module['folder']>;
    readonly name: string;
    readonly library: Library;
  }): Promise<Value[]>;
}

/** Finds out once for each library. */
export function perLibrary<R>(
  find: (library: Library) => Promise<R>,
): (library: Library) => Promise<R> {
  const known = new WeakMap<Library, Promise<R>>();
  return (library) => {
    const found = known.get(library) ?? find(library);
    known.set(library, found);
    return found;
  };
}

type OfPlace<R> = (library: Library, place: Snapshot) => Promise<R>;

/** Finds out once for each repository of a library. */
export function perPlace<R>(find: OfPlace<R>): OfPlace<R> {
  const known = perLibrary(async () => new Map<Snapshot, Promise<R>>());
  return async (library, place) => {
    const places = await known(library);
    const found = places.get(place) ?? find(library, place);
    places.set(place, found);
    return found;
  };
}
