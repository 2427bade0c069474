import type { LineRange } from '../../../index/chunks.js';
import type { Query } from '../../../index/query.js';
import { definitionTerm, termsOf } from '../../../index/terms.js';
import { type AskedTerms, askedAbout, termWeights } from './asked-terms.js';
import { bestLines } from './best-lines.js';
import { cutLine, cutSignature, MAX_SHOWN_LENGTH } from './cut-line.js';
import { extentOf, linesFrom, signatureEnd } from './extent.js';
import {
  definitionPassage,
  firstLine,
  isContainer,
  isInDocs,
  membersOf,
  type Passage,
} from './passage.js';

/** Lines of a passage as they are shown: its signature, and what is around the point. */
export interface ShownLines extends LineRange {
  /** “…” stands for lines that are left out. */
  readonly lines: readonly string[];
}

/** What is not longer is shown whole. */
const MAX_LINES = 16;
/** Of a longer class with several members, these say more. */
const MAX_CLASS_LINES = 10;
const MAX_SIGNATURE_LINES = 3;
const MAX_BODY_LINES = 6;

/** What the lines are chosen by. */
export interface LinesWanted {
  readonly query: Query;
  /** Rows; less than that is shown whole. */
  readonly room?: number;
  /** If it is known better than by the query alone. */
  readonly asked?: AskedTerms;
  /** Lines that were found to say most: of a class, those outside of its members are shown. */
  readonly near?: LineRange;
}

/** All lines if there is room for them, or else the most telling ones; docs are left out, since the answer says them. */
export function shownLines(passage: Passage, wanted: LinesWanted): ShownLines {
  const { start, end, definition } = passage;
  const { query, room = MAX_LINES, near } = wanted;
  if (!definition || definition.kind === 'section') {
    const lines = choose(linesFrom(start, end), { passage, ...wanted, room: MAX_BODY_LINES });
    return withEllipses(passage, lines);
  }
  const code = codeLineNumbers(passage);
  const isClass = isContainer(passage) && !near;
  const hasMembers = isClass && membersOf(passage).length > 1;
  if (code.length <= (hasMembers ? Math.min(room, MAX_CLASS_LINES) : room))
    return withEllipses(passage, code);
  const last = Math.min(signatureEnd(passage.file.lines, start), start + MAX_SIGNATURE_LINES - 1);
  const signature = linesFrom(start, last);
  const values =
    isClass && ENUM.test(passage.file.lines[start - 1] ?? '') ? valueLines(passage) : [];
  if (values.length > 0) return withValues(passage, signature, values);
  const members = isClass ? memberLines(passage, query) : [];
  if (members.length > 0) return withMembers(passage, [...signature, ...members]);
  const owned = isContainer(passage) ? membersOf(passage) : [];
  const bodies = owned.map((one) => ({
    start: firstLine(definitionPassage(passage.file, one)),
    line: one.line,
    end: extentOf(one, passage.file).end,
  }));
  const isOfMember = (line: number) =>
    bodies.some((one) => line >= one.start && line <= one.end && line !== one.line);
  const body = code.filter((line) => line > last && !isOfMember(line));
  const spare = Math.max(2, room - signature.length);
  return withEllipses(passage, [
    ...signature,
    ...choose(body, { passage, ...wanted, room: spare }),
  ]);
}

interface Choice extends LinesWanted {
  readonly passage: Passage;
  readonly room: number;
}

/** Of a very long one, those around the lines that were found. */
function choose(lines: readonly number[], { passage, query, room, near, asked }: Choice): number[] {
  const { file } = passage;
  const from = Math.max(0, lines.findIndex((line) => line >= (near?.start ?? 0)) - MAX_JUDGED / 2);
  const { weights, shapes } = asked ?? askedAbout(termWeights([file], query), '');
  const chosen = bestLines({
    file,
    weights,
    shapes,
    room,
    lines: lines.slice(from, from + MAX_JUDGED),
    ...(near && { near }),
  });
  return withoutBlanks(chosen, file);
}

const MAX_JUDGED = 600;

/** Without the docstring below the signature, and without blank lines at the end. */
function codeLineNumbers({ start, end, docs, file }: Passage): number[] {
  const lines = linesFrom(start, end).filter((line) => !isInDocs(line, { docs }));
  while (lines.length > 1 && (file.lines[(lines.at(-1) ?? 1) - 1] ?? '').trim() === '') lines.pop();
  return lines;
}

const ENUM = /^[^({]*\benum\b/;
const MAX_VALUES = 13;
/** `case open`, `Open,`, `OPEN("o"),`, `Open = 1,`. */
const VALUE = /^(?:case\s+\w.*|[A-Z]\w*\s*(?:[({=].*)?[,;{]?|[A-Z]\w*\s*\(.*)$/;

/** The first lines of the values of an enum. */
function valueLines(passage: Passage): number[] {
  const textOf = (line: number) => passage.file.lines[line - 1] ?? '';
  const inside = codeLineNumbers(passage).filter((line) => line > passage.start);
  const init = `${passage.definition?.name}(`;
  const values = inside.filter((line) => {
    const text = textOf(line).trim();
    return VALUE.test(text) && !text.startsWith(init);
  });
  const depth = Math.min(...values.map((line) => textOf(line).search(/\S/)));
  return values.filter((line) => textOf(line).search(/\S/) === depth);
}

/** An enum: its first lines and those of its values, with the number of those that there is no room for. */
function withValues(
  { file, start }: Passage,
  signature: readonly number[],
  values: readonly number[],
): ShownLines {
  const numbers = [...signature, ...values.slice(0, MAX_VALUES)];
  const lines = numbers.map((line) => cutLine((file.lines[line - 1] ?? '').trimEnd()));
  const left = values.length - MAX_VALUES;
  const more = `${ellipsisLike(lines.at(-1) ?? '')}${left > 0 ? ` ${left} more` : ''}`;
  return { lines: [...lines, more], start, end: numbers.at(-1) ?? start };
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

function withoutBlanks(lines: readonly number[], file: Passage['file']): number[] {
  const chosen = [...lines];
  const isBlank = (line: number | undefined) => (file.lines[(line ?? 1) - 1] ?? '').trim() === '';
  while (chosen.length > 1 && isBlank(chosen[0])) chosen.shift();
  while (chosen.length > 1 && isBlank(chosen.at(-1))) chosen.pop();
  return chosen;
}

/** A class: its first line and those of members, each ending with “…”, since its body is left out. */
function withMembers(passage: Passage, numbers: readonly number[]): ShownLines {
  const { file, start, end } = passage;
  const members = new Map(membersOf(passage).map((one) => [one.line, one]));
  let before = start;
  const lines = numbers.flatMap((line) => {
    const text = cutLine((file.lines[line - 1] ?? '').trimEnd());
    const member = members.get(line);
    const from = member ? firstLine(definitionPassage(file, member)) : line;
    const isGap = leftOut(passage, before + 1, from - 1).length > 0;
    before = member ? extentOf(member, file).end : line;
    const own = line === start || text.endsWith('…') ? text : `${text} …`;
    return isGap ? [ellipsisLike(text), own] : [own];
  });
  const last = numbers.at(-1) ?? start;
  const isMore = linesFrom(last + 1, end).some(
    (line) => (file.lines[line - 1] ?? '').trim() !== '',
  );
  return { lines: isMore ? [...lines, ellipsisLike(lines.at(-1) ?? '')] : lines, start, end: last };
}

function withEllipses(passage: Passage, given: readonly number[]): ShownLines {
  const { file, end, start, docs } = passage;
  const shown: string[] = [];
  const textOf = (line: number) => file.lines[line - 1] ?? '';
  const isWhole = leftOut(passage, start, end).every(
    (line) => given.includes(line) || isInDocs(line, { docs }),
  );
  const numbers = withShortGaps(passage, given);
  let previous = start - 1;
  for (const line of numbers) {
    const isGap = leftOut(passage, previous + 1, line - 1).length > 0;
    if (isGap) shown.push(ellipsisLike(textOf(line)));
    else if (isWhole && line > previous + 1 && shown.length > 0) shown.push('');
    const cut = line === passage.definition?.line ? cutSignature : cutLine;
    shown.push(cut(textOf(line)));
    previous = line;
  }
  if (leftOut(passage, previous + 1, end).length > 0) shown.push(ellipsisLike(textOf(previous)));
  return { lines: shown, start: numbers[0] ?? start, end: Math.max(previous, start) };
}

/** Lines with something on them. */
function leftOut({ file }: Passage, from: number, to: number): number[] {
  return linesFrom(from, to).filter((line) => (file.lines[line - 1] ?? '').trim() !== '');
}

/** A few short lines take hardly more room than the mark of their absence, and may be those that decide. */
const MAX_GAP = 3;
/** For all gaps of an excerpt together; one line instead of “…” takes no room. */
const MAX_EXTRA_ROWS = 3;
const MAX_GAP_LINE_LENGTH = 100;

function withShortGaps(passage: Passage, numbers: readonly number[]): number[] {
  const { file, start, end, docs } = passage;
  const gaps = [...numbers, end + 1].map((line, n) =>
    leftOut(passage, (numbers[n - 1] ?? start - 1) + 1, line - 1),
  );
  const isShort = (line: number, most: number) =>
    (file.lines[line - 1] ?? '').length < most && !isInDocs(line, { docs });
  const isFitting = (gap: readonly number[]) => {
    const most = gap.length === 1 ? MAX_SHOWN_LENGTH : MAX_GAP_LINE_LENGTH;
    return gap.length > 0 && gap.length <= MAX_GAP && gap.every((line) => isShort(line, most));
  };
  let room = MAX_EXTRA_ROWS;
  const added: number[] = [];
  // The last one first: with it, the definition is shown to its end.
  for (const gap of gaps
    .filter(isFitting)
    .toReversed()
    .toSorted((a, b) => a.length - b.length)) {
    if (gap.length - 1 > room) break;
    room -= gap.length - 1;
    added.push(...gap);
  }
  return [...numbers, ...added].toSorted((a, b) => a - b);
}

function ellipsisLike(text: string): string {
  return `${/^\s*/.exec(text)?.[0] ?? ''}…`;
}
