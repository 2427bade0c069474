import { type AskedTerms, askedIn, MAX_LINES_READ } from './asked-terms.js';
import { isContainer, isSection, type Passage } from './passage.js';
import { isImport } from './passage-weight.js';
import { perObject } from './read-once.js';
import type { SourceFile } from './source-file.js';

/** For each call of a definition that is not in its own lines: the terms of the question in the lines around the call. */
export type CallSites = (passage: Passage) => readonly ReadonlySet<string>[];

/** Lines that tell what a call is for. */
const LINES_BEFORE = 4;
const LINES_AFTER = 2;
/** Of a name, the first in the order of the files. */
const MAX_CALLS = 60;
/** Longer ones are generated or data. */
const MAX_LINE_LENGTH = 400;
/** Names of three characters or more. */
const CALLED = /(?<![\w$])[A-Za-z_]\w{2,}(?=\s*\()|(?<=\.)[A-Za-z_]\w{2,}/g;

interface Call {
  readonly file: SourceFile;
  readonly line: number;
}

/** The calls in these files, told by their names alone. */
export function callSitesIn(
  files: readonly SourceFile[],
  { weights }: Pick<AskedTerms, 'weights'>,
): CallSites {
  const calls = callsByName(files);
  const termsOfLine = lineTerms(weights);
  const termsAround = ({ file, line }: Call): ReadonlySet<string> => {
    const terms = new Set<string>();
    for (let near = line - LINES_BEFORE; near <= line + LINES_AFTER; near += 1) {
      for (const term of termsOfLine(file, near)) terms.add(term);
    }
    return terms;
  };
  return perObject((passage) => {
    const { definition, file, start, end } = passage;
    if (!definition || isContainer(passage) || isSection(passage)) return [];
    const isOutside = (call: Call) => call.file !== file || call.line < start || call.line > end;
    return (calls.get(definition.name) ?? []).filter(isOutside).map(termsAround);
  });
}

/** The terms of the question in a line, looked for once. */
function lineTerms(weights: AskedTerms['weights']) {
  const known = new Map<SourceFile, (ReadonlySet<string> | undefined)[]>();
  return (file: SourceFile, line: number): ReadonlySet<string> => {
    const lines = known.get(file) ?? [];
    known.set(file, lines);
    const terms =
      lines[line] ?? askedIn((file.lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH), weights);
    lines[line] = terms;
    return terms;
  };
}

/** Of the names that the files define; what defines or imports a name does not call it. */
function callsByName(files: readonly SourceFile[]): ReadonlyMap<string, readonly Call[]> {
  const names = files.flatMap(({ outline }) => outline.map(({ name }) => name));
  const calls = new Map<string, Call[]>(names.map((name) => [name, []]));
  for (const file of files) {
    const definitions = new Set(file.outline.map(({ name, line }) => `${line} ${name}`));
    file.lines.slice(0, MAX_LINES_READ).forEach((text, at) => {
      if (text.length > MAX_LINE_LENGTH || isImport(file, at + 1)) return;
      for (const name of new Set(text.match(CALLED))) {
        const known = calls.get(name);
        const isDefined = definitions.has(`${at + 1} ${name}`);
        if (known && known.length < MAX_CALLS && !isDefined) known.push({ file, line: at + 1 });
      }
    });
  }
  return calls;
}
