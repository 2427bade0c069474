import { type Definition, enclosing } from './outline.js';
import type { Query } from './query.js';
import { nameTerm, termsOf } from './terms.js';

/** Lines counted from 1, both included. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** A file's lines, and what it defines. */
interface Text {
  readonly lines: readonly string[];
  readonly outline: readonly Definition[];
}

export const MOST_LINES = 15;
/** A word in a definition's name tells more than one in the text, its very name most. */
const IN_NAME = 2;
const VERY_NAME = 4;
/** An import says little of what it names. */
const IN_IMPORT = 0.5;
const IMPORT = /^\s*(?:import|from|use|using|require|#\s*include)\b/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|@|--|;;)/;
const OPENING = /^\s*\/\*/;
const IN_COMMENT = /^\s*\*/;
const HEAD_LINES = 4;

/** The lines of a place that show most of what was asked, at most 15. */
export function excerptOf(place: Lines, text: Text, query: Query): Lines {
  const worthOf = worthIn(place, text, query);
  let best = { lines: shownFrom(place.start, place, text), worth: 0 };
  for (let line = place.start; line <= place.end; line += 1) {
    if (worthOf({ start: line, end: line }) === 0) continue;
    const lines = shownFrom(line, place, text);
    const worth = worthOf(lines);
    if (worth > best.worth) best = { lines, worth };
  }
  return withOpening(best.lines, text.lines);
}

/** From a line, or the head a few lines above it, on: nothing of what comes after what it heads. */
function shownFrom(line: number, place: Lines, { lines, outline }: Text): Lines {
  const start = withHead(line, outline);
  const head = headBelow(start, { lines, outline });
  const next = outline.find(({ line, depth }) => head && line > head.line && depth <= head.depth);
  const most = Math.min(start + MOST_LINES - 1, lines.length);
  const beforeNext = next ? lastBefore(next, lines) : most;
  const whole = { start, end: Math.min(most, Math.max(beforeNext, start + 2)) };
  const shown = trimmed(whole, lines);
  // An excerpt of a place begins in it, be it with an empty line.
  return shown.start > place.end ? whole : shown;
}

/** A block comment is shown from where it opens, a few lines above at most. */
function withOpening({ start, end }: Lines, lines: readonly string[]): Lines {
  let first = start;
  while (first > start - HEAD_LINES && IN_COMMENT.test(lines[first - 1] ?? '')) first -= 1;
  const opens = first < start && first > 0 && OPENING.test(lines[first - 1] ?? '');
  return opens ? { start: first, end: Math.min(end, first + MOST_LINES - 1) } : { start, end };
}

type Values = ReadonlyMap<string, number>;

/** What lines are worth together: a term counts once, a definition's very name near their start. */
function worthIn(place: Lines, text: Text, query: Query): (lines: Lines) => number {
  const first = Math.max(1, place.start - HEAD_LINES);
  const numbers = Array.from({ length: place.end + MOST_LINES - first }, (_, n) => first + n);
  const said = numbers.map((line) => saidIn(line, text, query));
  const named = numbers.map((line) => namedAt(line, text, query));
  return ({ start, end }) => {
    const heads = named.slice(start - first, Math.min(end, start + HEAD_LINES) - first + 1);
    return sumOfMost([...said.slice(start - first, end - first + 1), ...heads]);
  };
}

function saidIn(line: number, { lines, outline }: Text, query: Query): Values {
  const text = (lines[line - 1] ?? '').slice(0, 1_000);
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const name = outline.find((definition) => definition.line === line)?.name ?? '';
  if (query.wants.usages && query.words.includes(name)) return new Map();
  const share = IMPORT.test(text) ? IN_IMPORT : 1;
  const values = new Map(termsOf(text).map((term) => [term, share * (weights.get(term) ?? 0)]));
  for (const term of termsOf(name)) values.set(term, IN_NAME * (weights.get(term) ?? 0));
  return values;
}

function namedAt(line: number, { outline }: Text, query: Query): Values {
  const name = outline.find((definition) => definition.line === line)?.name;
  if (name === undefined) return new Map();
  const term = nameTerm(name);
  const weight = query.names.find((one) => one.term === term)?.weight ?? 0;
  const spelled = query.words.includes(name) ? 2 : 1;
  return new Map([[term, spelled * VERY_NAME * weight]]);
}

function sumOfMost(lines: readonly Values[]): number {
  const most = new Map<string, number>();
  for (const line of lines) {
    for (const [term, value] of line) most.set(term, Math.max(value, most.get(term) ?? 0));
  }
  return [...most.values()].reduce((sum, value) => sum + value, 0);
}

/** The comment above a definition belongs to it. */
function lastBefore({ line }: Definition, lines: readonly string[]): number {
  let last = line - 1;
  while (last > 0 && COMMENT.test(lines[last - 1] ?? '')) last -= 1;
  return last;
}

/** A definition's head a few lines above belongs to what it heads. */
function withHead(start: number, outline: readonly Definition[]): number {
  const head = enclosing(outline, start).at(-1)?.line ?? 0;
  return start - head <= HEAD_LINES ? head : start;
}

/** The definition that a line begins: its own, or the one that a comment is above. */
function headBelow(line: number, { lines, outline }: Text): Definition | undefined {
  const head = outline.find((definition) => definition.line >= line);
  const above = lines.slice(line - 1, (head?.line ?? line) - 1);
  return above.every((text) => COMMENT.test(text)) ? head : undefined;
}

/** Without empty lines at its edges. */
function trimmed({ start, end }: Lines, lines: readonly string[]): Lines {
  const isEmpty = (line: number) => (lines[line - 1] ?? '').trim() === '';
  let [first, last] = [start, end];
  while (first < last && isEmpty(first)) first += 1;
  while (last > first && isEmpty(last)) last -= 1;
  return { start: first, end: last };
}
