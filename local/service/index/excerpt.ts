import type { LineRange } from './chunks.js';
import { type Definition, enclosingDefinitions } from './outline.js';
import type { Query } from './query.js';
import { definitionTerm, termsOf } from './terms.js';

interface OutlinedText {
  readonly lines: readonly string[];
  readonly outline: readonly Definition[];
}

const MAX_EXCERPT_LINES = 15;
/** A term in a definition's name scores higher than in other text, and its whole name highest. */
const NAME_FACTOR = 2;
const EXACT_NAME_FACTOR = 4;
/** An import says little about what it names. */
const IMPORT_FACTOR = 0.5;
const IMPORT = /^\s*(?:import|from|use|using|require|#\s*include)\b/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|@|--|;;)/;
const BLOCK_COMMENT_START = /^\s*\/\*/;
const BLOCK_COMMENT_LINE = /^\s*\*/;
/** How far above its best line an excerpt may start. */
const MAX_LEAD_LINES = 4;

/** Selects the lines of a chunk that match the query best: at most 15, possibly starting above it. */
export function selectExcerpt(chunk: LineRange, text: OutlinedText, query: Query): LineRange {
  const scoreOf = excerptScorer(chunk, text, query);
  let best = { lines: excerptFrom(chunk.start, chunk, text), score: 0 };
  for (let line = chunk.start; line <= chunk.end; line += 1) {
    if (scoreOf({ start: line, end: line }) === 0) continue;
    const lines = excerptFrom(line, chunk, text);
    const score = scoreOf(lines);
    if (score > best.score) best = { lines, score };
  }
  return withCommentStart(best.lines, text.lines);
}

/** The excerpt that starts at a line, or at the definition just above it, and ends with that definition. */
function excerptFrom(line: number, chunk: LineRange, { lines, outline }: OutlinedText): LineRange {
  const start = startAtDefinition(line, outline);
  const definition = definitionAt(start, { lines, outline });
  const next = outline.find(
    ({ line, depth }) => definition && line > definition.line && depth <= definition.depth,
  );
  const maxEnd = Math.min(start + MAX_EXCERPT_LINES - 1, lines.length);
  const beforeNext = next ? lastLineBefore(next, lines) : maxEnd;
  const whole = { start, end: Math.min(maxEnd, Math.max(beforeNext, start + 2)) };
  const excerpt = trimBlankLines(whole, lines);
  // An excerpt starts in its chunk, even if with blank lines.
  return excerpt.start > chunk.end ? whole : excerpt;
}

/** Extends an excerpt that starts inside a block comment to the comment's start, if that is near. */
function withCommentStart({ start, end }: LineRange, lines: readonly string[]): LineRange {
  let first = start;
  while (first > start - MAX_LEAD_LINES && BLOCK_COMMENT_LINE.test(lines[first - 1] ?? ''))
    first -= 1;
  const isStart = first < start && first > 0 && BLOCK_COMMENT_START.test(lines[first - 1] ?? '');
  return isStart
    ? { start: first, end: Math.min(end, first + MAX_EXCERPT_LINES - 1) }
    : { start, end };
}

type TermScores = ReadonlyMap<string, number>;

/** Scores line ranges: each term counts once, and a definition's whole name only near the start. */
function excerptScorer(
  chunk: LineRange,
  text: OutlinedText,
  query: Query,
): (lines: LineRange) => number {
  const first = Math.max(1, chunk.start - MAX_LEAD_LINES);
  const numbers = Array.from(
    { length: chunk.end + MAX_EXCERPT_LINES - first },
    (_, n) => first + n,
  );
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const scores = numbers.map((line) => lineScores(line, text, { query, weights }));
  const nameScores = numbers.map((line) => definitionScores(line, text, query));
  return ({ start, end }) => {
    const leading = nameScores.slice(
      start - first,
      Math.min(end, start + MAX_LEAD_LINES) - first + 1,
    );
    return sumOfMaxima([...scores.slice(start - first, end - first + 1), ...leading]);
  };
}

function lineScores(
  line: number,
  { lines, outline }: OutlinedText,
  { query, weights }: { readonly query: Query; readonly weights: TermScores },
): TermScores {
  const text = (lines[line - 1] ?? '').slice(0, 1_000);
  const name = outline.find((definition) => definition.line === line)?.name ?? '';
  if (query.intent.usages && query.keywords.includes(name)) return new Map();
  const factor = IMPORT.test(text) ? IMPORT_FACTOR : 1;
  const scores = new Map(termsOf(text).map((term) => [term, factor * (weights.get(term) ?? 0)]));
  for (const term of termsOf(name)) scores.set(term, NAME_FACTOR * (weights.get(term) ?? 0));
  return scores;
}

function definitionScores(line: number, { outline }: OutlinedText, query: Query): TermScores {
  const name = outline.find((definition) => definition.line === line)?.name;
  if (name === undefined) return new Map();
  const term = definitionTerm(name);
  const weight = query.definitionTerms.find((one) => one.term === term)?.weight ?? 0;
  const spellingFactor = query.keywords.includes(name) ? 2 : 1;
  return new Map([[term, spellingFactor * EXACT_NAME_FACTOR * weight]]);
}

function sumOfMaxima(lines: readonly TermScores[]): number {
  const maxima = new Map<string, number>();
  for (const line of lines) {
    for (const [term, score] of line) maxima.set(term, Math.max(score, maxima.get(term) ?? 0));
  }
  return [...maxima.values()].reduce((sum, score) => sum + score, 0);
}

/** The last line before a definition and the comment above it. */
function lastLineBefore({ line }: Definition, lines: readonly string[]): number {
  let last = line - 1;
  while (last > 0 && COMMENT.test(lines[last - 1] ?? '')) last -= 1;
  return last;
}

/** Starts at the enclosing definition's first line, if that is only a few lines above. */
function startAtDefinition(start: number, outline: readonly Definition[]): number {
  const line = enclosingDefinitions(outline, start).at(-1)?.line ?? 0;
  // Near the beginning of a file without a definition above, it starts at the file's first line.
  return start - line <= MAX_LEAD_LINES ? Math.max(line, 1) : start;
}

/** The definition at a line, or below it if only comments are in between. */
function definitionAt(line: number, { lines, outline }: OutlinedText): Definition | undefined {
  const next = outline.find((definition) => definition.line >= line);
  const between = lines.slice(line - 1, (next?.line ?? line) - 1);
  return between.every((text) => COMMENT.test(text)) ? next : undefined;
}

function trimBlankLines({ start, end }: LineRange, lines: readonly string[]): LineRange {
  const isBlank = (line: number) => (lines[line - 1] ?? '').trim() === '';
  let [first, last] = [start, end];
  while (first < last && isBlank(first)) first += 1;
  while (last > first && isBlank(last)) last -= 1;
  return { start: first, end: last };
}
