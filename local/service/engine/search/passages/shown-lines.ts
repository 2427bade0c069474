import type { LineRange } from '../../../index/chunks.js';
import type { Query } from '../../../index/query.js';
import { definitionTerm, termsOf } from '../../../index/terms.js';
import { linesFrom, signatureEnd } from './extent.js';
import { isContainer, membersOf, type Passage } from './passage.js';

/** Lines of a passage as they are shown: its signature, and what is around the point. */
export interface ShownLines extends LineRange {
  /** “…” stands for lines that are left out. */
  readonly lines: readonly string[];
}

const MAX_LINES = 10;
const MAX_SIGNATURE_LINES = 3;
const MAX_BODY_LINES = 6;
const MAX_LINE_LENGTH = 140;

/** At most ten lines and three “…”; docs are left out, since the answer says them. */
export function shownLines(passage: Passage, query: Query): ShownLines {
  const { start, end, definition } = passage;
  if (!definition || definition.kind === 'section') {
    return withEllipses(passage, window(linesFrom(start, end), passage, query));
  }
  const code = codeLines(passage);
  if (code.length <= MAX_LINES) return withEllipses(passage, code);
  const last = Math.min(signatureEnd(passage.file.lines, start), start + MAX_SIGNATURE_LINES - 1);
  const signature = linesFrom(start, last);
  const body = code.filter((line) => line > last);
  const members = isContainer(passage) ? memberLines(passage, query) : [];
  if (members.length > 0) return withMembers(passage, [...signature, ...members]);
  return withEllipses(passage, [...signature, ...window(body, passage, query)]);
}

/** Without the docstring below the signature, and without blank lines at the end. */
function codeLines({ start, end, docs, file }: Passage): number[] {
  const isDocs = (line: number) => docs !== undefined && line >= docs.start && line <= docs.end;
  const lines = linesFrom(start, end).filter((line) => !isDocs(line));
  while (lines.length > 1 && (file.lines[(lines.at(-1) ?? 1) - 1] ?? '').trim() === '') lines.pop();
  return lines;
}

/** The first lines of the members that fit the query best, in their order. */
function memberLines(passage: Passage, query: Query): number[] {
  const terms = new Set(query.terms.map(({ term }) => term));
  const asked = new Set(query.definitionTerms.map(({ term }) => term));
  const members = membersOf(passage).map(({ name, line }, n) => {
    const fits = termsOf(name).filter((term) => terms.has(term)).length;
    const isPrivate = /^[_#]/.test(name) && !asked.has(definitionTerm(name));
    return { line, score: fits - (isPrivate ? 1 : 0) - n / 1_000 };
  });
  return members
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_BODY_LINES)
    .map(({ line }) => line)
    .sort((a, b) => a - b);
}

/** The lines next to each other that say most about the query; the first ones of several alike. */
function window(lines: readonly number[], { file }: Passage, query: Query): number[] {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const scores = lines.map((line) => {
    const terms = new Set(termsOf(file.lines[line - 1] ?? ''));
    return [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  });
  let best = { from: 0, score: -1 };
  for (let from = 0; from + MAX_BODY_LINES <= Math.max(lines.length, MAX_BODY_LINES); from += 1) {
    const sum = scores.slice(from, from + MAX_BODY_LINES).reduce((all, one) => all + one, 0);
    const score = sum * (startsInside(lines.slice(from, from + MAX_BODY_LINES), file) ? 0.8 : 1);
    if (score > best.score) best = { from, score };
  }
  const chosen = lines.slice(best.from, best.from + MAX_BODY_LINES);
  const isBlank = (line: number | undefined) => (file.lines[(line ?? 1) - 1] ?? '').trim() === '';
  while (chosen.length > 1 && isBlank(chosen[0])) chosen.shift();
  while (chosen.length > 1 && isBlank(chosen.at(-1))) chosen.pop();
  return chosen;
}

/** A class: its first line and those of members, each ending with “…”, since its body is left out. */
function withMembers({ file, start, end }: Passage, numbers: readonly number[]): ShownLines {
  const lines = numbers.map((line) => {
    const text = cut((file.lines[line - 1] ?? '').trimEnd());
    return line === start || text.endsWith('…') ? text : `${text} …`;
  });
  const last = numbers.at(-1) ?? start;
  const isMore = linesFrom(last + 1, end).some(
    (line) => (file.lines[line - 1] ?? '').trim() !== '',
  );
  return { lines: isMore ? [...lines, ellipsisLike(lines.at(-1) ?? '')] : lines, start, end: last };
}

/** Whether the first line is deeper than a later one: such as inside of a block that ends among them. */
function startsInside(lines: readonly number[], file: Passage['file']): boolean {
  const indents = lines.map((line) => (file.lines[line - 1] ?? '').search(/\S/));
  const [first = -1, ...others] = indents;
  return first < 0 || others.some((one) => one >= 0 && one < first);
}

function withEllipses({ file, end, start }: Passage, numbers: readonly number[]): ShownLines {
  const shown: string[] = [];
  const textOf = (line: number) => file.lines[line - 1] ?? '';
  const isLeftOut = (from: number, to: number) =>
    linesFrom(from, to).some((line) => textOf(line).trim() !== '');
  let previous = start - 1;
  for (const line of numbers) {
    if (isLeftOut(previous + 1, line - 1)) shown.push(ellipsisLike(textOf(line)));
    else if (line > previous + 1 && shown.length > 0) shown.push('');
    shown.push(cut(textOf(line)));
    previous = line;
  }
  if (isLeftOut(previous + 1, end)) shown.push(ellipsisLike(textOf(previous)));
  return { lines: shown, start: numbers[0] ?? start, end: numbers.at(-1) ?? start };
}

function ellipsisLike(text: string): string {
  return `${/^\s*/.exec(text)?.[0] ?? ''}…`;
}

function cut(text: string): string {
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH - 1)}…` : text;
}
