import type { Library, SourceFile } from '../codebase/codebase.js';
import type { Module, Named, Value } from '../codebase/values.js';
import type { Path, Space } from '../symbols/symbol-table.js';

/** What is in something: a class, a module, a package. */
export interface Members {
  members(value: Value, name: string, trail: Trail | undefined): Promise<Value[]>;
  /** Only what the class's own bases have. */
  inherited(value: Named, name: string, trail: Trail | undefined): Promise<Value[]>;
  /** What a module shows by a name; nothing where it is not known which file of it to ask. */
  shown(module: Module, name: string, trail: Trail | undefined): Promise<Value[]>;
  /** What a file shows by a name. */
  exported(file: SourceFile, name: string, trail: Trail | undefined): Promise<Value[]>;
  /** What a name means that no scope of the file declares. */
  beyond(file: SourceFile, name: string, trail: Trail | undefined): Promise<Value[]>;
}

/** What is being followed, so that nothing is followed in circles. */
export interface Trail {
  readonly key: string;
  readonly before: Trail | undefined;
  readonly length: number;
}

/** What the parts of the resolver ask of each other. */
export interface Following extends Members {
  readonly library: Library;
  named(file: SourceFile, path: Path, at: At): Promise<Value[]>;
  evaluate(file: SourceFile, path: Path, trail: Trail | undefined): Promise<Value[]>;
  followed(value: Value, trail: Trail | undefined): Promise<Value[]>;
}

export interface At {
  readonly trail: Trail | undefined;
  readonly space?: Space;
}

const LONGEST_TRAIL = 60;

/** The trail with one more on it; nothing where it has been there, or is too long. */
export function onward(trail: Trail | undefined, key: string): Trail | undefined {
  const length = (trail?.length ?? 0) + 1;
  if (length > LONGEST_TRAIL) return undefined;
  for (let at = trail; at; at = at.before) if (at.key === key) return undefined;
  return { key, before: trail, length };
}

/** One after the other, and all that they give. */
export async function all<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(...(await map(item)));
  return results;
}
