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

/** What is not longer is shown whole. */
const MAX_LINES = 16;
/** Of a longer one the members say more. */
const MAX_CLASS_LINES = 10;
const MAX_SIGNATURE_LINES = 3;
const MAX_BODY_LINES = 6;
const MAX_LINE_LENGTH = 140;

/** All lines if there is `room` for them, or else at most ten and three “…”; docs are left out, since the answer says them. */
export function shownLines(passage: Passage, query: Query, room = MAX_LINES): ShownLines {
  const { start, end, definition } = passage;
  if (!definition || definition.kind === 'section') {
    return withEllipses(passage, window(linesFrom(start, end), passage, query));
  }
  const code = codeLines(passage);
  if (code.length <= (isContainer(passage) ? Math.min(room, MAX_CLASS_LINES) : room))
    return withEllipses(passage, code);
  const last = Math.min(signatureEnd(passage.file.lines, start), start + MAX_SIGNATURE_LINES - 1);
  const signature = linesFrom(start, last);
  const body = code.filter((line) => line > last);
  const members = isContainer(passage) ? memberLines(passage, query) : [];
  if (members.length > 0) return withMembers(passage, [...signature, ...members]);
  const chosen = window(body, passage, query);
  const spare = Math.max(2, room - signature.length);
  return withEllipses(passage, withEnd([...signature, ...chosen.slice(0, spare)], body, passage));
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

/**
 * The lines that say and decide most about the query: next to each other, or in two places if those say much more. The
 * first ones of several alike.
 */
function window(lines: readonly number[], { file }: Passage, query: Query): number[] {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const scores = lines.map((line) => {
    const text = file.lines[line - 1] ?? '';
    const terms = new Set(termsOf(text));
    const said = [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    return COMMENT.test(text) ? said * COMMENT_FACTOR : said + decisionScore(text);
  });
  const search: WindowSearch = { lines, scores, file };
  const whole = bestWindow(search, MAX_BODY_LINES);
  const first = bestWindow(search, FIRST_LINES);
  const second = bestWindow(search, SECOND_LINES, first);
  const isApart = second.score > 0 && first.score + second.score > whole.score * MIN_GAIN;
  if (!isApart) return withoutBlanks(linesOf(whole, search), file);
  const parts = [first, second].sort((a, b) => a.from - b.from);
  return parts.flatMap((part) => withoutIdleEnds(part, search));
}

/** What is returned at the end, where little is left out before it. */
function withEnd(chosen: readonly number[], body: readonly number[], { file }: Passage): number[] {
  const last = chosen.at(-1) ?? 0;
  const rest = body.filter((line) => line > last && (file.lines[line - 1] ?? '').trim() !== '');
  const at = rest.findLastIndex((line) => RESULT.test(file.lines[line - 1] ?? ''));
  const isLast = rest.slice(at + 1).every((line) => CLOSING.test(file.lines[line - 1] ?? ''));
  if (at < 0 || !isLast) return [...chosen];
  return [...chosen, ...(rest.length <= MAX_REST_LINES ? rest : rest.slice(at))];
}

const MAX_REST_LINES = 2;
const RESULT = /^\s*(?:return|throw|raise)\b.*\S/;
const CLOSING = /^[\s)\]};,]*(?:end)?$/;

const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;)/;
const COMMENT_FACTOR = 0.7;
const FIRST_LINES = 4;
const SECOND_LINES = 3;
/** Lines in two places are harder to read. */
const MIN_GAIN = 1.3;

/** How much a line decides, next to a word of the question: what is thrown, returned, awaited or asked for. */
function decisionScore(text: string): number {
  if (/\b(?:log|logger|debug|console|assert\w*|trace)\b/i.test(text)) return 0;
  if (/\b(?:throw|raise|panic|reject|fail)\b/.test(text)) return 0.3;
  if (/\b(?:return|await|yield)\b.*\(/.test(text)) return 0.35;
  if (
    /^\s*(?:\}\s*)?(?:if|else if|elif|elsif|unless|case|when|switch|match|guard|while)\b/.test(text)
  )
    return 0.25;
  return /[^=!<>]=[^=>].*\(/.test(text) ? 0.1 : 0;
}

interface WindowSearch {
  readonly lines: readonly number[];
  readonly scores: readonly number[];
  readonly file: Passage['file'];
}

interface LineWindow {
  readonly from: number;
  readonly size: number;
  readonly score: number;
}

/** The best lines next to each other, by their places; apart from another window. */
function bestWindow(
  { lines, scores, file }: WindowSearch,
  size: number,
  apart?: LineWindow,
): LineWindow {
  let best: LineWindow = { from: 0, size: apart ? 0 : size, score: -1 };
  for (let from = 0; from + size <= Math.max(lines.length, size); from += 1) {
    const isNear = apart && from < apart.from + apart.size + 1 && apart.from < from + size + 1;
    if (isNear) continue;
    const sum = scores.slice(from, from + size).reduce((all, one) => all + one, 0);
    const score = sum * (startsInside(lines.slice(from, from + size), file) ? 0.8 : 1);
    if (score > best.score) best = { from, size, score };
  }
  return best;
}

function linesOf({ from, size }: LineWindow, { lines }: WindowSearch): readonly number[] {
  return lines.slice(from, from + size);
}

/** Lines in two places begin and end with what says something. */
function withoutIdleEnds({ from, size }: LineWindow, { lines, scores }: WindowSearch): number[] {
  const isIdle = (at: number) => (scores[at] ?? 0) <= 0;
  let [first, last] = [from, from + size - 1];
  while (first < last && isIdle(first)) first += 1;
  while (last > first && isIdle(last)) last -= 1;
  return lines.slice(first, last + 1);
}

function withoutBlanks(lines: readonly number[], file: Passage['file']): number[] {
  const chosen = [...lines];
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

function withEllipses({ file, end, start, docs }: Passage, numbers: readonly number[]): ShownLines {
  const isDocs = (line: number) => docs !== undefined && line >= docs.start && line <= docs.end;
  const shown: string[] = [];
  const textOf = (line: number) => file.lines[line - 1] ?? '';
  const leftOut = (from: number, to: number) =>
    linesFrom(from, to).filter((line) => textOf(line).trim() !== '');
  // One line takes no more room than the mark of its absence.
  const markOf = ([only = 0, another]: readonly number[], like: number) =>
    another === undefined && textOf(only).length < MAX_LINE_LENGTH && !isDocs(only)
      ? textOf(only)
      : ellipsisLike(textOf(like));
  let previous = start - 1;
  for (const line of numbers) {
    const between = leftOut(previous + 1, line - 1);
    if (between.length > 0) shown.push(markOf(between, line));
    else if (line > previous + 1 && shown.length > 0) shown.push('');
    shown.push(cut(textOf(line)));
    previous = line;
  }
  const rest = leftOut(previous + 1, end);
  if (rest.length > 0) shown.push(markOf(rest, previous));
  const last = rest.length === 1 ? (rest[0] ?? end) : (numbers.at(-1) ?? start);
  return { lines: shown, start: numbers[0] ?? start, end: last };
}

function ellipsisLike(text: string): string {
  return `${/^\s*/.exec(text)?.[0] ?? ''}…`;
}

function cut(text: string): string {
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH - 1)}…` : text;
}
