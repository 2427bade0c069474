import { isBelow } from '../../../git/file-path.js';
import { counted } from '../../../markdown/counted.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { displayName } from '../draft/describe.js';
import type { Draft, Statement } from '../draft/draft.js';
import { flowchart } from '../draft/flowchart.js';
import { lineSpan } from '../draft/line-text.js';
import { lineReference } from '../draft/reference.js';
import { type Import, importGraphOf } from '../facts/import-graph.js';
import { findPath, type NamedPath, pathReference } from '../facts/named-path.js';
import { findSymbol } from '../facts/named-symbol.js';
import { linesFrom } from '../passages/extent.js';
import { isInDocs, type Passage } from '../passages/passage.js';
import { hasWord } from '../text/has-word.js';
import type { FormInput } from './form.js';

const MAX_LINES = 3;

/** How two folders or files import each other, or in which of their lines two definitions name each other. */
export async function relation(
  input: FormInput,
  first: string,
  second: string,
): Promise<Draft | undefined> {
  const [a, b] = [await findPath(first, input), await findPath(second, input)];
  if (a && b) return a.searched === b.searched ? betweenPaths(a, b, input) : undefined;
  const [one, other] = [await findSymbol(first, input), await findSymbol(second, input)];
  if (!one || !other || one.passage === other.passage) return undefined;
  return betweenSymbols(one.passage, other.passage);
}

async function betweenPaths(
  a: NamedPath,
  b: NamedPath,
  input: FormInput,
): Promise<Draft | undefined> {
  if (isBelow(a.path, b.path) || isBelow(b.path, a.path)) return undefined;
  const { imports, isComplete } = await importGraphOf(a, { own: true, incoming: true }, input);
  const there = imports.filter(({ from, to }) => isBelow(from, a.path) && isBelow(to, b.path));
  const back = imports.filter(({ from, to }) => isBelow(from, b.path) && isBelow(to, a.path));
  if (there.length === 0 && back.length === 0) return undefined;
  const least = isComplete ? '' : 'At least: ';
  const ways = [
    { lines: there, said: importing(a, b, there) },
    { lines: back, said: importing(b, a, back) },
  ];
  const said = ways
    .toSorted((one, other) => other.lines.length - one.lines.length)
    // What was not found may be in a file that was not read.
    .filter(({ lines }) => isComplete || lines.length > 0)
    .map((one) => one.said);
  const edges = [
    ...(there.length > 0 ? [{ from: a.path, to: b.path }] : []),
    ...(back.length > 0 ? [{ from: b.path, to: a.path }] : []),
  ];
  return {
    statements: [{ markdown: `${least}${said.join(', and ')}`, reference: pathReference(a) }],
    diagram: flowchart(edges),
    links: [...there.slice(0, MAX_LINES), ...back.slice(0, MAX_LINES)].map((one) =>
      importLine(one, a),
    ),
    followups: [`What depends on ${a.path}?`, `What depends on ${b.path}?`],
  };
}

function importing(from: NamedPath, to: NamedPath, lines: readonly Import[]): string {
  return lines.length === 0
    ? `${codeSpan(from.path)} imports nothing from ${codeSpan(to.path)}`
    : `${codeSpan(from.path)} imports ${codeSpan(to.path)} in ${counted(lines.length, 'line')}`;
}

function importLine(
  { from, line, text }: Import,
  { searched: { repo, commit } }: NamedPath,
): Statement {
  return {
    markdown: `${codeSpan(from)}: ${lineSpan(text)}`,
    reference: lineReference({ repo, commit, path: from }, line),
  };
}

function betweenSymbols(a: Passage, b: Passage): Draft | undefined {
  const lines = [...naming(a, b), ...naming(b, a)];
  const [first, ...others] = lines;
  return first && { statements: [first], links: others };
}

/** The lines of one that have the name of the other one. */
function naming(passage: Passage, other: Passage): Statement[] {
  const { file, start, end } = passage;
  const name = other.definition?.name ?? '';
  const isInside = (line: number) =>
    other.file === file && line >= other.start && line <= other.end;
  return linesFrom(start, end)
    .filter(
      (line) =>
        hasWord(file.lines[line - 1] ?? '', name) && !isInside(line) && !isInDocs(line, passage),
    )
    .slice(0, MAX_LINES)
    .map((line) => ({
      markdown: `${displayName(passage)} names ${displayName(other)}: ${lineSpan(file.lines[line - 1] ?? '', name)}`,
      reference: lineReference(file, line),
    }));
}
