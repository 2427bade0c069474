import type { Codebase, SourceFile } from '../codebase/codebase.js';
import type { DeclarationValue, ModuleValue, Value } from '../codebase/values.js';
import type { AccessPath, DeclarationSpace } from '../symbols/symbol-table.js';

/** Looks up names in classes, modules and packages. */
export interface MemberLookup {
  members(value: Value, name: string, stack: ResolutionStack | undefined): Promise<Value[]>;
  /** Only from the base types of the class. */
  inherited(
    value: DeclarationValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
  /** No value if it is unknown which of the module's files exports the name. */
  moduleExports(
    module: ModuleValue,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
  fileExports(file: SourceFile, name: string, stack: ResolutionStack | undefined): Promise<Value[]>;
  /** What a name means that no scope of the file declares: from wildcard imports or the same package. */
  implicitNames(
    file: SourceFile,
    name: string,
    stack: ResolutionStack | undefined,
  ): Promise<Value[]>;
}

/** What is being resolved, to detect cycles. */
export interface ResolutionStack {
  readonly key: string;
  readonly parent: ResolutionStack | undefined;
  readonly depth: number;
}

/** What the parts of the resolver need of each other. */
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

/** `undefined` if the key is on the stack already (a cycle), or the stack is too deep. */
export function pushResolution(
  stack: ResolutionStack | undefined,
  key: string,
): ResolutionStack | undefined {
  const length = (stack?.depth ?? 0) + 1;
  if (length > MAX_STACK_DEPTH) return undefined;
  for (let at = stack; at; at = at.parent) if (at.key === key) return undefined;
  return { key, parent: stack, depth: length };
}

/** Maps the items one after the other. */
export async function flatMapSeries<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) for (const result of await map(item)) results.push(result);
  return results;
}
