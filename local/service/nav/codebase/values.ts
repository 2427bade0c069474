import type { Snapshot } from '../../tools/lookup.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import { fileKey, type SourceFile } from './codebase.js';

/** A declaration of a file, or an instance of it. */
export interface DeclarationValue {
  readonly kind: 'declaration';
  readonly file: SourceFile;
  readonly declaration: number;
  /** An instance of the class, rather than the class itself. */
  readonly isInstance: boolean;
}

/** A module or package that can be imported. */
export interface ModuleValue {
  readonly kind: 'module';
  readonly language: LanguageName;
  readonly files: readonly SourceFile[];
  /** Contains its submodules: of a Python package, or of a JavaScript package without an entry point. */
  readonly folder?: { readonly snapshot: Snapshot; readonly path: string } | undefined;
}

/** What an access path resolves to. No value at all means that it could not be resolved. */
export type Value =
  | DeclarationValue
  | ModuleValue
  | { readonly kind: 'collection'; readonly of: Value }
  /** A method of a collection. */
  | { readonly kind: 'collection-method'; readonly name: string; readonly of: Value }
  /** A function passed to such a method: its parameter is an element. */
  | { readonly kind: 'callback'; readonly of: Value }
  /** Defined by the language, or by a library that is not among the repositories. */
  | { readonly kind: 'external' };

export const EXTERNAL_VALUE: Value = { kind: 'external' };

/** Identifies a declaration. */
export function declarationKey({
  file,
  declaration,
}: Pick<DeclarationValue, 'file' | 'declaration'>): string {
  return `${fileKey(file)}#${declaration}`;
}

/** Without duplicate declarations. */
export function distinct(values: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    if (value.kind !== 'declaration') return true;
    const key = declarationKey(value);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

export function declarationValues(
  file: SourceFile,
  numbers: readonly number[],
): DeclarationValue[] {
  return numbers.map((declaration) => ({
    kind: 'declaration',
    file,
    declaration,
    isInstance: false,
  }));
}

export function isClass({ file, declaration }: DeclarationValue): boolean {
  return file.declaration(declaration).isClass === true;
}

/** An instance of a class; any other value unchanged. */
export function instanceOf(value: Value): Value {
  return value.kind === 'declaration' && isClass(value) ? { ...value, isInstance: true } : value;
}

/** Methods of lists, sets, maps and streams that return a collection of the same elements, or one element. */
const RETURNS_COLLECTION = new Set([
  ...['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'concat', 'values'],
  ...['stream', 'iterator', 'toList', 'copy', 'sorted', 'distinct', 'subList', 'listIterator'],
]);
const RETURNS_ELEMENT = new Set([
  ...['find', 'findLast', 'at', 'pop', 'shift', 'get', 'getFirst', 'getLast', 'next', 'poll'],
  ...['peek', 'orElse', 'orElseThrow', 'findFirst', 'findAny', 'remove', 'popleft'],
]);
/** Their results depend on their arguments. */
const RETURNS_UNKNOWN = new Set([
  'then',
  'map',
  'flatMap',
  'reduce',
  'collect',
  'items',
  'entries',
  'entrySet',
]);

/** Methods that take an element, rather than a callback. */
const TAKES_ELEMENT = new Set(['push', 'unshift', 'add', 'includes', 'indexOf', 'append', 'set']);

/** The argument that a collection's method expects. */
export function collectionMethodArgument({
  name,
  of,
}: {
  readonly name: string;
  readonly of: Value;
}): Value[] {
  return [TAKES_ELEMENT.has(name) ? of : { kind: 'callback', of }];
}

/** The result of a collection's method; `undefined` for unknown methods. */
export function collectionMethodResult({
  name,
  of,
}: {
  readonly name: string;
  readonly of: Value;
}): Value[] | undefined {
  if (RETURNS_COLLECTION.has(name)) return [{ kind: 'collection', of }];
  if (RETURNS_ELEMENT.has(name)) return [of];
  return RETURNS_UNKNOWN.has(name) ? [] : undefined;
}
