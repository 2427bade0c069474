import { type AskedTerms, askedIn, MAX_LINES_READ } from './asked-terms.js';
import { isContainer, isSection, type Passage } from './passage.js';
import type { SourceFile } from './source-file.js';

/**
 * The terms of the question in the lines around each call of a definition, outside of it. Calls are told by their
 * name alone.
 */
export type CallSites = (passage: Passage) => readonly ReadonlySet<string>[];

/** Lines that tell what a call is for. */
const LINES_BEFORE = 4;
const LINES_AFTER = 2;
/** Of a name; one that is called more often says little. */
const MAX_CALLS = 60;
const MIN_NAME_LENGTH = 3;
/** Longer ones are generated or data. */
const MAX_LINE_LENGTH = 400;
const CALLED = /(?<![\w$])[A-Za-z_]\w{2,}(?=\s*\()|(?<=\.)[A-Za-z_]\w{2,}/g;

interface Call {
  readonly file: SourceFile;
  readonly line: number;
}

/** The calls in these files. */
export function callSitesIn(
  files: readonly SourceFile[],
  { weights }: Pick<AskedTerms, 'weights'>,
): CallSites {
  const calls = callsByName(files);
  const known = new Map<Call, ReadonlySet<string>>();
  const termsAround = (call: Call): ReadonlySet<string> => {
    const { file, line } = call;
    const terms =
      known.get(call) ??
      askedIn(
        file.lines.slice(Math.max(0, line - 1 - LINES_BEFORE), line + LINES_AFTER).join('\n'),
        weights,
      );
    known.set(call, terms);
    return terms;
  };
  return (passage) => {
    const { definition, file, start, end } = passage;
    if (!definition || isContainer(passage) || isSection(passage)) return [];
    const isOutside = (call: Call) => call.file !== file || call.line < start || call.line > end;
    return (calls.get(definition.name) ?? [])
      .filter(isOutside)
      .slice(0, MAX_CALLS)
      .map(termsAround);
  };
}

/** Of the names that the files define. */
function callsByName(files: readonly SourceFile[]): ReadonlyMap<string, readonly Call[]> {
  const names = files.flatMap(({ outline }) => outline.map(({ name }) => name));
  const calls = new Map<string, Call[]>(
    names.filter(({ length }) => length >= MIN_NAME_LENGTH).map((name) => [name, []]),
  );
  for (const file of files) {
    file.lines.slice(0, MAX_LINES_READ).forEach((text, at) => {
      if (text.length > MAX_LINE_LENGTH) return;
      for (const name of new Set(text.match(CALLED))) calls.get(name)?.push({ file, line: at + 1 });
    });
  }
  return calls;
}
