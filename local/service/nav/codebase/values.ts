import type { Snapshot } from '../../tools/lookup.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import { fileKey, type SourceFile } from './codebase.js';

/** A declaration of a file. */
export interface DeclarationValue {
  readonly kind: 'declaration';
  readonly file: SourceFile;
  readonly declaration: number;
  /** Whether it is a value of the class rather than the class. */
  readonly isInstance: boolean;
}

/** What can be imported as one. */
export interface ModuleValue {
  readonly kind: 'module';
  readonly language: LanguageName;
  /** The files that make it up. */
  readonly files: readonly SourceFile[];
  /** Where its parts are: the modules of a package of Python, all files of one without an entry. */
  readonly folder?: { readonly snapshot: Snapshot; readonly path: string } | undefined;
}

/** What a path leads to. None at all is one that could not be followed. */
export type Value =
  | DeclarationValue
  | ModuleValue
  | { readonly kind: 'collection'; readonly of: Value }
  /** A method of many values. */
  | { readonly kind: 'collection-method'; readonly name: string; readonly of: Value }
  /** What is given to such a method: it gets one of the values. */
  | { readonly kind: 'callback'; readonly of: Value }
  /** Of the language itself, or of a library that is not among the repositories. */
  | { readonly kind: 'external' };

export const EXTERNAL: Value = { kind: 'external' };

/** Tells declarations apart. */
export function declarationKey({
  file,
  declaration,
}: Pick<DeclarationValue, 'file' | 'declaration'>): string {
  return `${fileKey(file)}#${declaration}`;
}

/** Each declaration once. */
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

/** A value of the class that it is; anything else as it is. */
export function instanceOf(value: Value): Value {
  return value.kind === 'declaration' && isClass(value) ? { ...value, isInstance: true } : value;
}

/** The methods of lists, sets, maps and streams that give as many again, or one of them. */
const RETURNS_COLLECTION = new Set([
  ...['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'concat', 'values'],
  ...['stream', 'iterator', 'toList', 'copy', 'sorted', 'distinct', 'subList', 'listIterator'],
]);
const RETURNS_ELEMENT = new Set([
  ...['find', 'findLast', 'at', 'pop', 'shift', 'get', 'getFirst', 'getLast', 'next', 'poll'],
  ...['peek', 'orElse', 'orElseThrow', 'findFirst', 'findAny', 'remove', 'popleft'],
]);
/** What they give depends on what they are given. */
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

/** They take one of them rather than a function of one. */
const TAKES_ELEMENT = new Set(['push', 'unshift', 'add', 'includes', 'indexOf', 'append', 'set']);

/** What such a method expects. */
export function collectionMethodArgument({
  name,
  of,
}: {
  readonly name: string;
  readonly of: Value;
}): Value[] {
  return [TAKES_ELEMENT.has(name) ? of : { kind: 'callback', of }];
}

/** What a call of such a method gives; nothing said of one that is not known. */
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
