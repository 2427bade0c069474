import type { LineRange } from '../../../index/chunks.js';
import { type Definition, indexAtLine } from '../../../index/outline.js';
import { indent } from '../text/indent.js';

import { perObject } from './read-once.js';

const MAX_SIGNATURE_LINES = 12;
/** Of those that have a line for each parameter; Python has the docstring below them. */
const MAX_LONG_SIGNATURE_LINES = 80;
const LONG_SIGNATURE = /^\s*(?:class|def|async\s+def)\b|^[^=]*[(<]\s*$/;
/** Of languages that end a block with a word. */
const CLOSING = /^(?:[)\]}>]|end\b|fi\b|done\b|esac\b)/;
/** In Ruby and Elixir, as far indented as the function that they belong to. */
const CONTINUING = /^(?:rescue|ensure|else|catch)\b/;
const OPENS_AGAIN = /[{(:=,[]\s*(?:\/\/.*|#.*)?$|=>\s*$/;
const PREPROCESSOR = /^#\s*(?:if|else|elif|endif|define|undef|include|pragma|region)/;

/** The last line, counted from 1, of what a definition says before its body. */
export function signatureEnd(lines: readonly string[], line: number): number {
  let open = 0;
  const first = lines[line - 1] ?? '';
  const most = LONG_SIGNATURE.test(first) ? MAX_LONG_SIGNATURE_LINES : MAX_SIGNATURE_LINES;
  for (let at = line; at < line + most && at <= lines.length; at += 1) {
    if (at >= line + MAX_SIGNATURE_LINES && isOutside(lines[at - 1] ?? '', indent(first))) break;
    for (const mark of (lines[at - 1] ?? '').slice(0, 300)) {
      if (mark === '(' || mark === '[') open += 1;
      if (mark === ')' || mark === ']') open -= 1;
    }
    const text = (lines[at - 1] ?? '').trim();
    if (text.endsWith('<')) open += 1;
    if (text.startsWith('>')) open -= 1;
    if (open <= 0) return /^\s*\{\s*$/.test(lines[at] ?? '') ? at + 1 : at;
  }
  return line;
}

/** Of the definition, whose bracket in a string may never be closed. */
function isOutside(text: string, depth: number): boolean {
  const at = indent(text);
  return at >= 0 && at <= depth && !/^[)\]#>]/.test(text.slice(at));
}

/**
 * The lines from a definition's first to its last. Rather too few than too many: they end where a line is indented
 * no deeper, unless it closes the body. A section ends before the next heading.
 */
export function extentOf(
  definition: Definition,
  {
    lines,
    outline,
  }: { readonly lines: readonly string[]; readonly outline: readonly Definition[] },
): LineRange {
  const { line: start, depth, kind } = definition;
  if (definition.isSingleLine) return { start, end: start };
  if (definition.isDirective) return { start, end: continuedEnd(lines, start) };
  const isSection = kind === 'section';
  const next = nextIn(
    withoutDirectives(outline),
    start,
    isSection ? Number.POSITIVE_INFINITY : depth,
  )?.line;
  const limit = (next ?? lines.length + 1) - 1;
  if (isSection) return { start, end: withoutBlank(start, limit, lines) };
  const body = conditionsEnd(lines, signatureEnd(lines, start));
  const layout = layoutOf(lines);
  if (lines[body - 1]?.trimEnd().endsWith('{')) {
    const end = (layout.closing.get(depth) ?? []).find((at) => at > body && at <= limit);
    if (end !== undefined) return { start, end };
  }
  return { start, end: indentedEnd({ start: body, end: limit }, { lines, layout, depth }) };
}

/** Behind a signature, the last line of `where T: Clone,` and so on, up to the brace. */
function conditionsEnd(lines: readonly string[], signature: number): number {
  if (!/^\s*where\b/.test(lines[signature] ?? '')) return signature;
  const below = lines.slice(signature, signature + MAX_SIGNATURE_LINES);
  const end = below.findIndex((text) => /[{};]\s*$/.test(text));
  return end >= 0 && below[end]?.trimEnd().endsWith('{') ? signature + end + 1 : signature;
}

/** The last line of those that each end with a backslash but for the last. */
function continuedEnd(lines: readonly string[], line: number): number {
  let end = line;
  while (lines[end - 1]?.endsWith('\\')) end += 1;
  return Math.min(end, lines.length);
}

/** Whose indentation says nothing: `#define` may be inside of a struct and begin its line. */
const withoutDirectives = perObject((outline: readonly Definition[]) =>
  outline.filter(({ isDirective }) => !isDirective),
);

/** The first definition below a line that is no deeper. */
function nextIn(
  outline: readonly Definition[],
  line: number,
  depth: number,
): Definition | undefined {
  const nextLower = nextLowerOf(outline);
  let at = indexAtLine(outline, line + 1);
  while (at < outline.length && (outline[at]?.depth ?? 0) > depth) at = nextLower[at] ?? at + 1;
  return outline[at];
}

/** To go through all lines for each of the definitions around them takes too long where these are many. */
const nextLowerOf = perObject((outline: readonly Definition[]) =>
  nextLower(outline.map(({ depth }) => depth)),
);

/** For each number the index of the first one behind it that is lower; behind the last one if there is none. */
function nextLower(numbers: readonly number[]): Int32Array {
  const next = new Int32Array(numbers.length).fill(numbers.length);
  const open: number[] = [];
  for (const [n, number] of numbers.entries()) {
    while (open.length > 0 && (numbers[open.at(-1) ?? 0] ?? 0) > number) next[open.pop() ?? 0] = n;
    open.push(n);
  }
  return next;
}

/** How the lines of a file are indented; lines are counted from 1. */
interface Layout {
  /** The lines that are neither blank nor for a preprocessor. */
  readonly numbers: readonly number[];
  /** By their index: their indentation, and the index of the next one that is indented less. */
  readonly indents: readonly number[];
  readonly nextLower: Int32Array;
  /** By indentation: the lines that begin with a closing brace, and open no other block. */
  readonly closing: ReadonlyMap<number, readonly number[]>;
}

const layoutOf = perObject((lines: readonly string[]): Layout => {
  const numbers: number[] = [];
  const indents: number[] = [];
  const closing = new Map<number, number[]>();
  for (const [n, text] of lines.entries()) {
    const at = indent(text);
    if (at < 0 || (text[at] === '#' && PREPROCESSOR.test(text.slice(at)))) continue;
    numbers.push(n + 1);
    indents.push(at);
    if (text[at] !== '}' || text.trimEnd().endsWith('{')) continue;
    const same = closing.get(at);
    if (same) same.push(n + 1);
    else closing.set(at, [n + 1]);
  }
  return { numbers, indents, nextLower: nextLower(indents), closing };
});

interface IndentedBlock {
  readonly lines: readonly string[];
  readonly layout: Layout;
  readonly depth: number;
}

function indentedEnd(
  within: LineRange,
  { lines, layout: { numbers, indents, nextLower }, depth }: IndentedBlock,
): number {
  const first = indexAbove(numbers, within.start);
  const behind = indexAbove(numbers, within.end);
  const lastBefore = (at: number) =>
    at > first ? (numbers[at - 1] ?? within.start) : Math.min(within.start, within.end);
  for (let at = first; at < behind; ) {
    const columns = indents[at] ?? 0;
    if (columns > depth) {
      at = nextLower[at] ?? behind;
      continue;
    }
    const trimmed = (lines[(numbers[at] ?? 0) - 1] ?? '').trim();
    const isOpening = columns === depth && trimmed.startsWith('{');
    const isClosing = columns === depth && CLOSING.test(trimmed);
    const isContinuing = columns === depth && CONTINUING.test(trimmed);
    if (!isOpening && !isClosing && !isContinuing) return lastBefore(at);
    at += 1;
    if (!isOpening && !isContinuing && !OPENS_AGAIN.test(trimmed)) return lastBefore(at);
  }
  return lastBefore(behind);
}

/** The index of the first number that is larger. */
function indexAbove(numbers: readonly number[], limit: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] ?? 0) > limit) to = middle;
    else from = middle + 1;
  }
  return from;
}

function withoutBlank(start: number, end: number, lines: readonly string[]): number {
  let last = end;
  while (last > start && (lines[last - 1] ?? '').trim() === '') last -= 1;
  return last;
}

/** Their numbers. */
export function linesFrom(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, n) => start + n);
}
