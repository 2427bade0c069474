import { type Definition, enclosingDefinitions } from '../../../index/outline.js';
import { extentOf } from './extent.js';
import type { SourceFile } from './source-file.js';

/** The definitions that a line is in, or begins, outermost first: those that end before it are not among them. */
export function definitionsAround(file: SourceFile, line: number): Definition[] {
  return enclosingDefinitions(file.outline, line).filter((one) => extentOf(one, file).end >= line);
}
