import type { Codebase, SourceFile } from '../codebase/codebase.js';
import type { DeclarationValue, ModuleValue, Value } from '../codebase/values.js';
import type { AccessPath, DeclarationSpace } from '../symbols/symbol-table.js';

/** What is in something: a class, a module, a package. */
export interface MemberLookup {
  members(value: Value, name: string, stack: ResolutionStack | undefined): Promise<Value[]>;
  /** Only what the class's own bases have. */
  inherited(
    value: DeclarationValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
  /** What a module shows by a name; nothing where it is not known which file of it to ask. */
  moduleExports(
    module: ModuleValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
  /** What a file shows by a name. */
  fileExports(file: SourceFile, name: string, stack: ResolutionStack | undefined): Promise<Value[]>;
  /** What a name means that no scope of the file declares. */
  implicitNames(
    file: SourceFile,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
}

/** What is being followed, so that nothing is followed in circles. */
export interface ResolutionStack {
  readonly key: string;
  readonly parent: ResolutionStack | undefined;
  readonly depth: number;
}

/** What the parts of the resolver ask of each other. */
export interface ResolverContext extends MemberLookup {
  readonly codebase: Codebase;
  resolve(file: SourceFile, path: AccessPath, at: ResolveOptions): Promise<Value[]>;
  evaluate(
    file: SourceFile,
    path: AccessPath,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
  followAlias(value: Value, stack: ResolutionStack | undefined): Promise<Value[]>;
}

export interface ResolveOptions {
  readonly stack: ResolutionStack | undefined;
  readonly space?: DeclarationSpace;
}

const MAX_STACK_DEPTH = 60;

/** The trail with one more on it; nothing where it has been there, or is too long. */
export function push(stack: ResolutionStack | undefined, key: string): ResolutionStack | undefined {
  const length = (stack?.depth ?? 0) + 1;
  if (length > MAX_STACK_DEPTH) return undefined;
  for (let at = stack; at; at = at.parent) if (at.key === key) return undefined;
  return { key, parent: stack, depth: length };
}

/** One after the other, and all that they give. */
export async function flatMapSeries<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(...(await map(item)));
  return results;
}
