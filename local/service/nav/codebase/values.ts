import type { Snapshot } from '../../tools/lookup.js';
import type { LanguageName } from '../symbols/symbol-table.js';
import { fileKey, type SourceFile } from './codebase.js';

/** A declaration of a file. */
export interface Named {
  readonly kind: 'named';
  readonly file: SourceFile;
  readonly declaration: number;
  /** Whether it is a value of the class rather than the class. */
  readonly isValue: boolean;
}

/** What can be imported as one. */
export interface Module {
  readonly kind: 'module';
  readonly language: LanguageName;
  /** The files that make it up. */
  readonly files: readonly SourceFile[];
  /** Where its parts are: the modules of a package of Python, all files of one without an entry. */
  readonly folder?: { readonly place: Snapshot; readonly path: string } | undefined;
}

/** What a path leads to. None at all is one that could not be followed. */
export type Value =
  | Named
  | Module
  | { readonly kind: 'many'; readonly of: Value }
  /** A method of many values. */
  | { readonly kind: 'method'; readonly name: string; readonly of: Value }
  /** What is given to such a method: it gets one of the values. */
  | { readonly kind: 'callback'; readonly of: Value }
  /** Of the language itself, or of a library that is not among the repositories. */
  | { readonly kind: 'outside' };

export const OUTSIDE: Value = { kind: 'outside' };

/** Tells declarations apart. */
export function keyOf({ file, declaration }: Pick<Named, 'file' | 'declaration'>): string {
  return `${fileKey(file)}#${declaration}`;
}

/** Each declaration once. */
export function distinct(values: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    if (value.kind !== 'named') return true;
    const key = keyOf(value);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

export function named(file: SourceFile, numbers: readonly number[]): Named[] {
  return numbers.map((declaration) => ({ kind: 'named', file, declaration, isValue: false }));
}

export function isClass({ file, declaration }: Named): boolean {
  return file.declaration(declaration).isClass === true;
}

/** A value of the class that it is; anything else as it is. */
export function instanceOf(value: Value): Value {
  return value.kind === 'named' && isClass(value) ? { ...value, isValue: true } : value;
}

/** The methods of lists, sets, maps and streams that give as many again, or one of them. */
const MANY_AGAIN = new Set([
  ...['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'concat', 'values'],
  ...['stream', 'iterator', 'toList', 'copy', 'sorted', 'distinct', 'subList', 'listIterator'],
]);
const ONE_OF_THEM = new Set([
  ...['find', 'findLast', 'at', 'pop', 'shift', 'get', 'getFirst', 'getLast', 'next', 'poll'],
  ...['peek', 'orElse', 'orElseThrow', 'findFirst', 'findAny', 'remove', 'popleft'],
]);
/** What they give depends on what they are given. */
const UNKNOWN = new Set([
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
const TAKING_ONE = new Set(['push', 'unshift', 'add', 'includes', 'indexOf', 'append', 'set']);

/** What such a method expects. */
export function takenBy({ name, of }: { readonly name: string; readonly of: Value }): Value[] {
  return [TAKING_ONE.has(name) ? of : { kind: 'callback', of }];
}

/** What a call of such a method gives; nothing said of one that is not known. */
export function givenBy({
  name,
  of,
}: {
  readonly name: string;
  readonly of: Value;
}): Value[] | undefined {
  if (MANY_AGAIN.has(name)) return [{ kind: 'many', of }];
  if (ONE_OF_THEM.has(name)) return [of];
  return UNKNOWN.has(name) ? [] : undefined;
}
