import { type Definition, enclosingDefinitions } from '../../../../index/outline.js';
import type { BaseType, TypeHeader } from './type-header.js';

export interface HeaderFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly outline: readonly Definition[];
}

/** What one line of a file, counted from 1, begins to say about the bases of a type. */
export type HeaderReader = (file: HeaderFile, line: number) => TypeHeader | undefined;

/** A header of one line. */
export function oneLine(
  { lines }: HeaderFile,
  line: number,
  said: { readonly name: string; readonly bases: readonly BaseType[]; readonly text?: string },
): TypeHeader {
  return { text: (lines[line - 1] ?? '').trim(), ...said, line, end: line, kind: 'type' };
}

/** The type or module that a line is in. */
export function typeAround({ outline }: HeaderFile, line: number): Definition | undefined {
  return enclosingDefinitions(outline, line).findLast(
    (one) => one.line < line && (one.kind === 'class' || one.kind === 'module'),
  );
}

/** The function or type that a line is in, for what has no name of its own. */
export function functionOrTypeAround(
  { outline }: HeaderFile,
  line: number,
): Definition | undefined {
  return enclosingDefinitions(outline, line).findLast(
    (one) => one.line < line && one.kind !== 'constant',
  );
}
