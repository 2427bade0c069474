import type { LineRange } from '../../../index/chunks.js';
import { type Query, REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf } from '../../../index/terms.js';
import { type AskedShape, shapeScore } from '../text/asked-shape.js';
import { cutLine } from './cut-line.js';
import { linesFrom } from './extent.js';
import {
  definitionPassage,
  firstLine,
  isContainer,
  isInDocs,
  isSection,
  type Passage,
} from './passage.js';
import { IMPORT } from './passage-weight.js';
import type { SourceFile } from './source-file.js';

/** A few lines of a file that say much about a question. */
export interface Excerpt extends LineRange {
  /** What they are in; without a name if they are in no definition. */
  readonly passage: Passage;
  readonly score: number;
  /** The terms of the question that the lines, or the name above them, have. */
  readonly terms: ReadonlySet<string>;
  /** How much of the question these are, from 0 to 1. */
  readonly coverage: number;
  /** How much of it is on one line. */
  readonly closeness: number;
  /** How much a line among them looks like the answer, from 0 to 1. */
  readonly shape: number;
}

/** What excerpts are judged by. */
export interface AskedTerms {
  /** The terms of the question, by how much each says. */
  readonly weights: ReadonlyMap<string, number>;
  readonly shapes: ReadonlySet<AskedShape>;
}

const MAX_LINES = 10;
/** Blank lines that do not count among the lines above. */
const MAX_BLANKS = 2;
/** Of code, whose first line is shown too. */
const MAX_CODE_LINES = 9;
const MIN_LINES = 4;
const MAX_LINES_READ = 6_000;
const NAME_FACTOR = 0.6;
const IMPORT_FACTOR = 0.3;
const SHAPE_WEIGHT = 0.5;
/** What looks like the answer says something that no word of the question does. */
const SHAPE_TERM = '(shape)';
/** A line counts as one that looks like the answer from this score on. */
const TOLD_SHAPE = 0.7;
/** In lines: how close a line that looks like the answer has to be to a word of the question. */
const SHAPE_REACH = 2;
/** What such a line counts at least, next to 1 where half of the question is near. */
const MIN_NEARNESS = 0.5;
/** For words of the question that are on one line, rather than on several. */
const CLOSENESS_WEIGHT = 0.5;
/** What starts in the middle of a block, or of a paragraph, is hard to read. */
const INSIDE_FACTOR = 0.9;
/** Above 1, so that one excerpt with all of a question is better than one with half of it by more than twice. */
const COVERAGE_EXPONENT = 1.5;
/** How the titles of tests look to a search for definitions. */
const TEST_BLOCK = /^(?:it|test|describe|context|before|after|beforeEach|afterEach)$/;

/** Words that fit almost any question: the others say more about what is asked. */
const VAGUE_FACTOR = 0.5;
const VAGUE_TERMS = new Set(
  `set sets get handle handled handles call called calls work works run runs running change changed default way take
  takes turn turned decide decides figure pick picks show start back different difference between actually exactly
  right case kind keep keeps kept throw throws give gives put puts make look looks hand add adds another again stop
  stops stopped stay come tell tells see find want away made done same hit hits hold holds check know own new first
  last whole real really fill fills final finally old use end ends wait pass passes`
    .split(/\s+/)
    .flatMap(termsOf),
);

/** The query's terms, by how few lines of the files have them. */
export function askedTerms(files: readonly SourceFile[], query: Query): Map<string, number> {
  const counts = new Map<string, number>();
  let total = 1;
  const asked = new Set(query.terms.map(({ term }) => term));
  for (const { lines } of files) {
    total += lines.length;
    for (const text of lines.slice(0, MAX_LINES_READ)) {
      for (const term of askedIn(text, asked)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const rarity = (term: string) => Math.log(1 + total / (1 + (counts.get(term) ?? 0)));
  return new Map(
    query.terms
      .filter(({ weight }) => weight > REPOSITORY_NAME_WEIGHT || query.terms.length < 2)
      .map(({ term, weight }) => {
        const own = VAGUE_TERMS.has(term) ? weight * VAGUE_FACTOR : weight;
        return [term, (own * rarity(term)) / Math.log(1 + total)];
      }),
  );
}

function askedIn(text: string, asked: { has(term: string): boolean }): Set<string> {
  return new Set(termsOf(text).filter((term) => asked.has(term)));
}

interface JudgedLine {
  readonly line: number;
  readonly terms: ReadonlySet<string>;
  readonly shape: number;
}

/** The best excerpt of each definition, section or run of other lines of a file; best first. */
export function excerptsOf(file: SourceFile, asked: AskedTerms): Excerpt[] {
  return regionsOf(file)
    .flatMap((region) => bestExcerpt(region, asked) ?? [])
    .toSorted((a, b) => b.score - a.score);
}

interface Region {
  readonly passage: Passage;
  /** Those that are in no smaller definition. */
  readonly lines: readonly number[];
}

function regionsOf(file: SourceFile): Region[] {
  const length = Math.min(file.lines.length, MAX_LINES_READ);
  const outside: Passage = { file, name: '', start: 1, end: length };
  const owners: Passage[] = Array.from({ length }, () => outside);
  for (const definition of file.outline) {
    if (definition.isSingleLine && definition.kind !== 'section') continue;
    const passage = withoutBlockName(definitionPassage(file, definition));
    for (const line of linesFrom(firstLine(passage), Math.min(passage.end, length))) {
      owners[line - 1] = passage;
    }
  }
  const regions = new Map<Passage, number[]>();
  owners.forEach((owner, n) => {
    const lines = regions.get(owner);
    if (lines) lines.push(n + 1);
    else regions.set(owner, [n + 1]);
  });
  return [...regions].map(([passage, lines]) => ({ passage, lines }));
}

/** `describe('cart', …)` is no function of that name. */
function withoutBlockName(passage: Passage): Passage {
  if (!TEST_BLOCK.test(passage.definition?.name ?? '')) return passage;
  const { file, start, end } = passage;
  return { file, start, end, name: '' };
}

function bestExcerpt({ passage, lines }: Region, asked: AskedTerms): Excerpt | undefined {
  const { file, name } = passage;
  const names = `${name} ${file.path.split('/').at(-1)} ${saidAbove(passage)}`;
  const own = askedIn(names, asked.weights);
  const judged = toldLines(passage, lines).map((line) => judge(line, file, asked));
  let best: Excerpt | undefined;
  judged.forEach(({ terms, shape }, at) => {
    if (terms.size === 0 && shape === 0 && at > 0) return;
    for (const from of new Set([at, paragraphStart(judged, at, file)])) {
      const window = windowFrom(judged, from, passage);
      const excerpt = window.length > 0 ? scored(window, { passage, own }, asked) : undefined;
      if (excerpt && excerpt.score > (best?.score ?? 0)) best = excerpt;
    }
  });
  return best;
}

/** What the comment says that is not among the lines. */
function saidAbove(passage: Passage): string {
  const sentences = passage.docs?.sentences ?? [];
  return (isBrief(passage) ? sentences : sentences.slice(0, 1)).map(({ text }) => text).join(' ');
}

/** A few lines of comment are said in words above the code. */
function isBrief({ docs }: Passage): boolean {
  return docs !== undefined && docs.end - docs.start < MAX_BRIEF_LINES;
}

const MAX_BRIEF_LINES = 5;

/** The answer names the section, and says a short comment, so that its lines need not. */
function toldLines(passage: Passage, lines: readonly number[]): readonly number[] {
  if (isBrief(passage)) return lines.filter((line) => !isInDocs(line, passage));
  if (!isSection(passage)) return lines;
  const under = passage.file.lines[passage.start] ?? '';
  const first = passage.start + (/^\s*([=\-~^"'*+#.`])\1{2,}\s*$/.test(under) ? 2 : 1);
  return lines.filter((line) => line >= first);
}

function judge(line: number, file: SourceFile, { weights, shapes }: AskedTerms): JudgedLine {
  const text = file.lines[line - 1] ?? '';
  if (isGap(text)) return { line, terms: new Set(), shape: 0 };
  return { line, terms: askedIn(text, weights), shape: shapeScore(text, shapes) };
}

/** Where the paragraph, or the block of code, around a line starts, if that is near. */
function paragraphStart(judged: readonly JudgedLine[], at: number, { lines }: SourceFile): number {
  for (let from = at; from > at - MAX_LINES + 1 && from > 0; from -= 1) {
    const before = judged[from - 1]?.line ?? 0;
    if (before !== (judged[from]?.line ?? 0) - 1 || isGap(lines[before - 1] ?? '')) return from;
  }
  return at;
}

/** A blank line, also one of a comment. */
function isGap(text: string): boolean {
  return /^\s*(?:\/?\*{1,2}\/?|\/\/[/!]?|#+|"""|'''|<p>|\* <p>|\.\. (?:_\S+:|(?:code-block|sourcecode|highlight)::.*))?\s*$/.test(
    text,
  );
}

/** As many lines as are shown, next to each other, without those at the end that say nothing. */
function windowFrom(judged: readonly JudgedLine[], from: number, { file, ...passage }: Passage) {
  const { lines } = file;
  const room = passage.definition?.kind === 'section' ? MAX_LINES : MAX_CODE_LINES;
  const first = judged[from]?.line ?? 0;
  const window: JudgedLine[] = [];
  const isBlank = (one: JudgedLine | undefined) => isGap(lines[(one?.line ?? 1) - 1] ?? '');
  let told = 0;
  for (const one of judged.slice(from, from + room + MAX_BLANKS)) {
    if (one.line !== first + window.length) break;
    // The comment is said in words above the code, so that the lines are those of one or the other.
    if (isInDocs(one.line, passage) !== isInDocs(first, passage)) break;
    if (!isBlank(one)) told += 1;
    if (told > room) break;
    window.push(one);
  }
  // What follows the paragraph of the last word of the question is about something else.
  const last = window.findLastIndex(({ terms, shape }) => terms.size > 0 || shape > 0);
  // A list belongs to the paragraph that announces it.
  const isListed = (at: number) => /:\s*$/.test(lines[(window[at - 1]?.line ?? 1) - 1] ?? '');
  const end = window.findIndex(
    (one, at) => at > last && at >= MIN_LINES && isBlank(one) && !isListed(at),
  );
  const kept = end < 0 ? window : window.slice(0, end);
  while (kept.length > 0 && isBlank(kept.at(-1))) kept.pop();
  return kept;
}

interface Around {
  readonly passage: Passage;
  /** The terms of the names around the lines. */
  readonly own: ReadonlySet<string>;
}

function scored(
  window: readonly JudgedLine[],
  { passage, own }: Around,
  asked: AskedTerms,
): Excerpt {
  const { weights } = asked;
  const { lines } = passage.file;
  const said = new Map<string, number>();
  for (const { line, terms } of window) {
    const factor = IMPORT.test(lines[line - 1] ?? '') ? IMPORT_FACTOR : 1;
    for (const term of terms) {
      said.set(term, Math.max(said.get(term) ?? 0, factor * (weights.get(term) ?? 0)));
    }
  }
  for (const term of own) {
    said.set(term, Math.max(said.get(term) ?? 0, NAME_FACTOR * (weights.get(term) ?? 0)));
  }
  const all = Math.max(sum(weights.values()), Number.EPSILON);
  const shares = (lines: readonly JudgedLine[]) =>
    weightOf(new Set(lines.flatMap((one) => [...one.terms])), weights) / all;
  const shape = Math.max(
    ...window.map((one, at) => {
      const near = shares(window.slice(Math.max(0, at - SHAPE_REACH), at + SHAPE_REACH + 1));
      return near > 0 ? one.shape * Math.min(1, MIN_NEARNESS + near) : 0;
    }),
  );
  const coverage = sum(said.values()) / all;
  const closest = Math.max(...window.map((one) => shares([one])));
  const start = window[0]?.line ?? 0;
  const end = window.at(-1)?.line ?? start;
  const place = startsInside(window, passage) ? INSIDE_FACTOR : 1;
  const terms = new Set([...said.keys(), ...(shape >= TOLD_SHAPE ? [SHAPE_TERM] : [])]);
  const score =
    coverage ** COVERAGE_EXPONENT *
    (1 + SHAPE_WEIGHT * shape) *
    (1 + CLOSENESS_WEIGHT * closest) *
    place;
  return { passage, start, end, score, coverage, closeness: closest, shape, terms };
}

function startsInside(window: readonly JudgedLine[], { file, start }: Passage): boolean {
  const [first, ...others] = window.map(({ line }) => (file.lines[line - 1] ?? '').search(/\S/));
  if (window[0]?.line === start) return false;
  return first === undefined || first < 0 || others.some((one) => one >= 0 && one < first);
}

function weightOf(terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  return sum([...terms].map((term) => weights.get(term) ?? 0));
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((all, one) => all + one, 0);
}

/** With the lines that follow, and those before, as far as there is room for lines of the same definition. */
export function withMoreLines(excerpt: Excerpt, room: number): Excerpt {
  const { passage } = excerpt;
  const { lines } = passage.file;
  const isBlank = (line: number) => isGap(lines[line - 1] ?? '');
  const bounds = boundsOf(excerpt);
  const isShown = bounds.start <= passage.start && !isSection(passage);
  const left = (from: number, to: number) =>
    room -
    linesFrom(from, to).filter((line) => !isBlank(line)).length -
    (isShown && from > passage.start ? 1 : 0);
  let { start, end } = excerpt;
  while (end < bounds.end && left(start, end + 1) >= 0) end += 1;
  while (start > bounds.start && left(start - 1, end) >= 0) start -= 1;
  while (end > excerpt.end && isBlank(end)) end -= 1;
  while (start < excerpt.start && isBlank(start)) start += 1;
  return { ...excerpt, start, end };
}

/** What the lines may grow to: their comment, or their code; a section without its heading. */
function boundsOf({ passage, start, end }: Excerpt): LineRange {
  const { definition, docs, file } = passage;
  if (!definition) {
    const next = file.lines.findIndex((text, at) => at >= end && text.trim() === '');
    return { start, end: next < 0 ? file.lines.length : next };
  }
  if (docs && start <= docs.end && start >= docs.start) return { start: docs.start, end: docs.end };
  if (isSection(passage)) return { start, end: passage.end };
  return { start: passage.start, end: isContainer(passage) ? end : passage.end };
}

/** The lines to show: of a function with its first line. */
export function excerptLines({ passage, start, end }: Excerpt): string[] {
  const { file, start: first, definition } = passage;
  const text = (line: number) => cutLine((file.lines[line - 1] ?? '').trimEnd());
  const shown = linesFrom(start, end).map(text);
  if (!definition || isSection(passage) || (first >= start && first <= end)) return shown;
  const signature = text(first);
  const mark = `${/^\s*/.exec(shown[0] ?? '')?.[0] ?? ''}…`;
  if (first > end) return [...shown, ...(first > end + 1 ? [mark] : []), signature];
  return [signature, ...(first < start - 1 ? [mark] : []), ...shown];
}
