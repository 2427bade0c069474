import type { LineRange } from '../../../index/chunks.js';
import { shapeScore } from '../text/asked-shape.js';
import { type AskedTerms, askedIn, MAX_LINES_READ } from './asked-terms.js';
import type { CallSites } from './call-sites.js';
import { cutLine } from './cut-line.js';
import { licenceAtStart } from './doc-comment.js';
import { linesFrom } from './extent.js';
import { type JudgedLine, type Measures, measureBy } from './measures.js';
import {
  definitionPassage,
  firstLine,
  isContainer,
  isInDocs,
  isSection,
  type Passage,
} from './passage.js';
import { isImport } from './passage-weight.js';
import { perLine, perObject, termsOfLine } from './read-once.js';
import type { SourceFile } from './source-file.js';

/** A few lines of a file that say something about a question. */
export interface Excerpt extends LineRange, Measures {
  /** What they are in; without a name if they are in no definition. */
  readonly passage: Passage;
}

const MAX_LINES = 10;
/** Blank lines that do not count among the lines above. */
const MAX_BLANKS = 2;
/** Of code, whose first line is shown too. */
const MAX_CODE_LINES = 9;
const MIN_LINES = 4;
/** How the titles of tests look to a search for definitions. */
const TEST_BLOCK = /^(?:it|test|describe|context|before|after|beforeEach|afterEach)$/;

/** Each place of a file at which lines with words of the question begin: they overlap. */
export function excerptsOf(file: SourceFile, asked: AskedTerms, callSites: CallSites): Excerpt[] {
  const measure = measureBy(asked);
  return regionsOf(file).flatMap((region) => windowsIn(region, { asked, callSites, measure }));
}

interface Region {
  readonly passage: Passage;
  /** Those that are in no smaller definition. */
  readonly lines: readonly number[];
}

const regionsOf = perObject((file: SourceFile): Region[] => {
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
  const licence = isDocument(file) ? undefined : licenceAtStart(file.lines);
  const regions = new Map<Passage, number[]>();
  owners.forEach((owner, n) => {
    if (licence && n + 1 >= licence.start && n + 1 <= licence.end) return;
    const lines = regions.get(owner);
    if (lines) lines.push(n + 1);
    else regions.set(owner, [n + 1]);
  });
  return [...regions].map(([passage, lines]) => ({ passage, lines }));
});

/** Its headings look like comments. */
function isDocument({ outline }: SourceFile): boolean {
  return outline.some(({ kind }) => kind === 'section');
}

/** `describe('cart', …)` is no function of that name. */
function withoutBlockName(passage: Passage): Passage {
  if (!TEST_BLOCK.test(passage.definition?.name ?? '')) return passage;
  const { file, start, end } = passage;
  return { file, start, end, name: '' };
}

interface Reading {
  readonly asked: AskedTerms;
  readonly callSites: CallSites;
  readonly measure: ReturnType<typeof measureBy>;
}

function windowsIn({ passage, lines }: Region, { asked, callSites, measure }: Reading): Excerpt[] {
  const { file, name, docs } = passage;
  const { weights } = asked;
  const comment = docs?.sentences.map(({ text }) => text).join(' ') ?? '';
  const around = {
    name: askedIn(name, weights),
    told: askedIn(`${name} ${file.path.split('/').at(-1)} ${saidAbove(passage)}`, weights),
    all: askedIn(`${name} ${file.path} ${comment}`, weights),
    calls: callSites(passage),
  };
  const judged = toldLines(passage, lines).map((line) => judge(line, file, asked));
  const starts = new Set<number>();
  judged.forEach((one, at) => {
    if (at > 0 && !says(one)) return;
    starts.add(at);
    starts.add(paragraphStart(judged, at, file));
  });
  return [...starts].flatMap((from) => {
    const window = windowFrom(judged, from, passage);
    const [first, last] = [window[0], window.at(-1)];
    if (!first || !last) return [];
    return [{ passage, start: first.line, end: last.line, ...measure(window, around) }];
  });
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

function judge(line: number, file: SourceFile, asked: AskedTerms): JudgedLine {
  if (isGap(file, line)) return { line, ...NOTHING };
  const text = file.lines[line - 1] ?? '';
  const words = termsOfLine(file, line);
  return {
    line,
    terms: new Set(words.filter((term) => asked.weights.has(term))),
    related: new Set(words.flatMap((term) => asked.related.get(term) ?? [])),
    shape: shapeScore(text, asked.shapes),
    hints: asked.hints.map((hint) => words.some((term) => hint.has(term))),
    isImport: isImport(file, line),
  };
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING = { terms: NONE, related: NONE, shape: 0, hints: [], isImport: false };

/** Whether it says anything about what is asked. */
function says({ terms, related, shape }: JudgedLine): boolean {
  return terms.size > 0 || related.size > 0 || shape > 0;
}

/** Where the paragraph, or the block of code, around a line starts, if that is near. */
function paragraphStart(judged: readonly JudgedLine[], at: number, file: SourceFile): number {
  for (let from = at; from > at - MAX_LINES + 1 && from > 0; from -= 1) {
    const before = judged[from - 1]?.line ?? 0;
    if (before !== (judged[from]?.line ?? 0) - 1 || isGap(file, before)) return from;
  }
  return at;
}

/** A blank line, also one of a comment. */
const isGap = perLine((text) =>
  /^\s*(?:\/?\*{1,2}\/?|\/\/[/!]?|#+|"""|'''|<p>|\* <p>|\.\. (?:_\S+:|(?:code-block|sourcecode|highlight)::.*))?\s*$/.test(
    text,
  ),
);

/** As many lines as are shown, next to each other, without those at the end that say nothing. */
function windowFrom(judged: readonly JudgedLine[], from: number, { file, ...passage }: Passage) {
  const { lines } = file;
  const room = passage.definition?.kind === 'section' ? MAX_LINES : MAX_CODE_LINES;
  const first = judged[from]?.line ?? 0;
  const window: JudgedLine[] = [];
  const isBlank = (one: JudgedLine | undefined) => isGap(file, one?.line ?? 1);
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
  const last = window.findLastIndex(says);
  // A list belongs to the paragraph that announces it.
  const isListed = (at: number) => /:\s*$/.test(lines[(window[at - 1]?.line ?? 1) - 1] ?? '');
  const end = window.findIndex(
    (one, at) => at > last && at >= MIN_LINES && isBlank(one) && !isListed(at),
  );
  const kept = end < 0 ? window : window.slice(0, end);
  while (kept.length > 0 && isBlank(kept.at(-1))) kept.pop();
  return kept;
}

/** With the lines that follow, and those before, as far as there is room for lines of the same definition. */
export function withMoreLines(excerpt: Excerpt, room: number): Excerpt {
  const { passage } = excerpt;
  const isBlank = (line: number) => isGap(passage.file, line);
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
