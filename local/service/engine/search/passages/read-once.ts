import { termsOf } from '../../../index/terms.js';
import type { SourceFile } from './source-file.js';

/** What is read from an object, once for each, and forgotten with it. */
export function perObject<K extends object, T>(read: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    const found = known.get(of) ?? { value: read(of) };
    known.set(of, found);
    return found.value;
  };
}

type Lines = Pick<SourceFile, 'lines'>;

/**
 * What a line says by itself, read once for each line of a file, counted from 1: the excerpts that are compared overlap,
 * and each part of a question compares them anew.
 */
export function perLine<T>(read: (text: string) => T): (file: Lines, line: number) => T {
  const ofFile = perObject((_: Lines['lines']): (T | undefined)[] => []);
  return ({ lines }, line) => {
    const known = ofFile(lines);
    const said = known[line] ?? read(lines[line - 1] ?? '');
    known[line] = said;
    return said;
  };
}

export const termsOfLine: (file: Lines, line: number) => readonly string[] = perLine(termsOf);
