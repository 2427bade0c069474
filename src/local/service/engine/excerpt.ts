import { type Definition, enclosing } from '../index/outline.js';
import type { Query } from '../index/query.js';
import { nameTerm, termsOf } from '../index/words.js';

/** Lines counted from 1, both included. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

export const MOST_LINES = 15;
/** A word in a definition's name tells more than one in the text, its very name most. */
const IN_NAME = 2;
const VERY_NAME = 4;
const HEAD_LINES = 4;

/** The lines of a place that show most of what was asked, at most 15. */
export function excerptOf(
  place: Lines,
  file: { readonly lines: readonly string[]; readonly outline: readonly Definition[] },
  query: Query,
): Lines {
  const values = lineValues(place, file, query);
  const { lines, outline } = file;
  const start = withHead(bestStart(place, values), outline);
  const next = outline.find(({ line, depth }) => line > start && depth <= depthAt(start, outline));
  const most = Math.min(start + MOST_LINES - 1, lines.length);
  const beforeNext = next ? next.line - 1 : most;
  const whole = { start, end: Math.min(most, Math.max(beforeNext, start + 2)) };
  const shown = trimmed(whole, lines);
  // An excerpt of a place begins in it, be it with an empty line.
  return shown.start > place.end ? whole : shown;
}

type Values = readonly ReadonlyMap<string, number>[];

/** What each line of the place is worth, by term: a term counts once in an excerpt. */
function lineValues(
  place: Lines,
  { lines, outline }: Parameters<typeof excerptOf>[1],
  query: Query,
): Values {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const names = new Map(query.names.map(({ term, weight }) => [term, weight]));
  const byLine = new Map(outline.map((definition) => [definition.line, definition.name]));
  return lines.slice(place.start - 1, place.end).map((text, n) => {
    const values = new Map<string, number>();
    for (const term of termsOf(text.slice(0, 1_000))) values.set(term, weights.get(term) ?? 0);
    const name = byLine.get(place.start + n);
    if (name === undefined) return values;
    if (query.wants.usages && query.words.includes(name)) return new Map();
    for (const term of termsOf(name)) values.set(term, IN_NAME * (weights.get(term) ?? 0));
    const spelled = query.words.includes(name) ? 2 : 1;
    values.set(nameTerm(name), spelled * VERY_NAME * (names.get(nameTerm(name)) ?? 0));
    return values;
  });
}

/** Where the first of the windows that are worth most begins to be worth something. */
function bestStart({ start }: Lines, values: Values): number {
  const worths = values.map((_, n) => worthOf(values.slice(n, n + MOST_LINES)));
  const most = Math.max(...worths);
  if (most <= 0) return start;
  let first = worths.indexOf(most);
  while (first < values.length - 1 && worthOf(values.slice(first, first + 1)) === 0) first += 1;
  return start + first;
}

/** A definition's head a few lines above belongs to what it heads. */
function withHead(start: number, outline: readonly Definition[]): number {
  const head = enclosing(outline, start).at(-1)?.line ?? 0;
  return start - head <= HEAD_LINES ? head : start;
}

function worthOf(values: Values): number {
  const most = new Map<string, number>();
  for (const line of values) {
    for (const [term, value] of line) most.set(term, Math.max(value, most.get(term) ?? 0));
  }
  return [...most.values()].reduce((sum, value) => sum + value, 0);
}

function depthAt(line: number, outline: readonly Definition[]): number {
  return outline.find((definition) => definition.line === line)?.depth ?? -1;
}

/** Without empty lines at its edges. */
function trimmed({ start, end }: Lines, lines: readonly string[]): Lines {
  const isEmpty = (line: number) => (lines[line - 1] ?? '').trim() === '';
  let [first, last] = [start, end];
  while (first < last && isEmpty(first)) first += 1;
  while (last > first && isEmpty(last)) last -= 1;
  return { start: first, end: last };
}
