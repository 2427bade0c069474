import type { LineRange } from '../../../index/chunks.js';
import { extensionOf } from '../../../index/outline.js';
import { termsOf } from '../../../index/terms.js';
import { codeBlock } from '../../../markdown/markdown.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import { chooseUnits } from '../passages/choose-units.js';
import { cutLine } from '../passages/cut-line.js';
import {
  commentLines,
  docCommentLines,
  isCommentLine,
  licenceAtStart,
} from '../passages/doc-comment.js';
import type { Excerpt } from '../passages/excerpts.js';
import { linesFrom } from '../passages/extent.js';
import { isProse } from '../passages/guide-file.js';
import { doesNothing } from '../passages/import-lines.js';
import {
  isContainer,
  isSection,
  membersOf,
  overlapsDocs,
  type Passage,
} from '../passages/passage.js';
import { dedented, type ProseLine, proseMarkdown } from '../passages/prose.js';
import { type ProseUnit, proseUnits } from '../passages/prose-units.js';
import { placeOf } from './describe.js';
import type { ShownCode } from './draft.js';
import { placeReference } from './reference.js';

/** Characters: three or four sentences, which take no more room on a screen than eight lines of code. */
const MAX_QUOTE = 500;
const MAX_UNIT = 360;
/** Of the lines with a word of the question: with less prose, its code says more than the sentences around it. */
const MIN_PROSE = 0.4;

type QuotedLines = Pick<Excerpt, 'passage' | 'start' | 'end'>;

/** What the comment in lines outside of any definition says, such as that of a package; nothing if they do more. */
export function quoteOfComment(passage: Passage, asked: AskedTerms): ShownCode | undefined {
  const { file, start, end, definition } = passage;
  const lines = linesFrom(start, end);
  if (definition || isProse(file.path) || !lines.every((line) => doesNothing(file, line))) {
    return undefined;
  }
  const isTold = (line: number) => isCommentLine(file.lines[line - 1] ?? '');
  const licence = licenceAtStart(file.lines)?.end ?? 0;
  const told = lines.filter((line) => line > licence && isTold(line));
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return quoteOf({ passage, start: first, end: last }, asked);
}

/** The sentences and rows around an excerpt of a document or a comment that answer, if these say what its lines do. */
export function quoteOf(excerpt: QuotedLines, asked: AskedTerms): ShownCode | undefined {
  const { passage } = excerpt;
  const units = unitsAround(excerpt);
  const hasSummary =
    passage.definition !== undefined && !isSection(passage) && overlapsDocs(passage, excerpt);
  const choice = { ...asked, near: excerpt, maxLength: MAX_QUOTE, hasSummary };
  const chosen = chooseUnits(units, choice);
  if (chosen.length === 0) return undefined;
  if (
    !isMostlyProse(excerpt, units, asked) &&
    !(isSection(passage) && saysAsMuch(chosen, excerpt, asked))
  )
    return undefined;
  const range = {
    start: Math.min(...chosen.map(({ start }) => start)),
    end: Math.max(...chosen.map(({ end, sample }) => sample?.end ?? end)),
  };
  return {
    reference: placeReference({ ...placeOf(passage), ...range }),
    ...(passage.name !== '' && { name: passage.name }),
    isQuote: true,
    language: '',
    lines: quoteLines(chosen, units),
  };
}

function isMostlyProse(
  { passage: { file }, start, end }: QuotedLines,
  units: readonly ProseUnit[],
  { weights }: AskedTerms,
): boolean {
  const lines = linesFrom(start, end).filter((line) =>
    termsOf(file.lines[line - 1] ?? '').some((term) => weights.has(term)),
  );
  const told = lines.filter((line) => units.some((one) => one.start <= line && line <= one.end));
  return units.length > 0 && told.length >= MIN_PROSE * lines.length;
}

/** Whether the sentences have nearly all words of the question that the lines have. */
function saysAsMuch(
  chosen: readonly ProseUnit[],
  { passage: { file }, start, end }: QuotedLines,
  { weights }: AskedTerms,
): boolean {
  const weightOf = (texts: readonly string[]) =>
    [...new Set(texts.flatMap(termsOf))].reduce((sum, one) => sum + (weights.get(one) ?? 0), 0);
  const told = chosen.flatMap(({ text, about = '', columns = '' }) => [text, about, columns]);
  return weightOf(told) >= MIN_SAID * weightOf(file.lines.slice(start - 1, end));
}

const MIN_SAID = 0.7;

function unitsAround({ passage, start, end }: QuotedLines): ProseUnit[] {
  const { file, definition } = passage;
  const extension = extensionOf(file.path);
  if (isSection(passage) || (!definition && isProse(file.path))) {
    const markup = extension === 'rst' ? 'rst' : 'markdown';
    const range = isSection(passage)
      ? { start: passage.start + 1, end: passage.end }
      : { start, end };
    return proseUnits(linesOf(passage, range), markup);
  }
  if (definition && overlapsDocs(passage, { start, end })) {
    return proseUnits(dedented(docCommentLines(file.lines, definition.line)), 'comment');
  }
  if (isContainer(passage)) return memberUnits(passage);
  const inComment = (line: number) => isCommentLine(file.lines[line - 1] ?? '');
  const told = linesFrom(start, end).filter((line) => (file.lines[line - 1] ?? '').trim() !== '');
  if (!told.every(inComment)) return [];
  // A comment is quoted from its first line on, so that no sentence begins in the middle.
  let first = start;
  while (first > 1 && start - first < MAX_COMMENT_ABOVE && inComment(first - 1)) first -= 1;
  // And to the end of its paragraph, so that none ends there.
  const isTold = (line: number) =>
    inComment(line) && /[\p{L}\p{N}]/u.test(file.lines[line - 1] ?? '');
  let last = end;
  while (last - end < MAX_COMMENT_BELOW && isTold(last) && isTold(last + 1)) last += 1;
  return proseUnits(dedented(commentLines(file.lines, { start: first, end: last })), 'comment');
}

const MAX_COMMENT_ABOVE = 40;
const MAX_COMMENT_BELOW = 20;

/** What the comments inside of a type say, each with the name of the member that it is about. */
function memberUnits(passage: Passage): ProseUnit[] {
  const { file, start, end } = passage;
  const definitions = new Set(
    membersOf(passage).flatMap((one) => (one.isSingleLine ? [] : [one.line])),
  );
  const units: ProseUnit[] = [];
  const inside = linesFrom(start + 1, Math.min(end, start + MAX_MEMBER_LINES));
  let comment: LineRange | undefined;
  // The indentation of the function that the lines are in, which may be missing from the outline.
  let around = Number.POSITIVE_INFINITY;
  let before = '';
  for (const line of inside) {
    const text = (file.lines[line - 1] ?? '').trim();
    const depth = (file.lines[line - 1] ?? '').search(/\S/);
    if (text !== '' && depth <= around) around = Number.POSITIVE_INFINITY;
    if (isCommentLine(text)) {
      comment = { start: comment?.start ?? line, end: line };
      continue;
    }
    if (ANNOTATION.test(text)) continue;
    if (
      comment &&
      around === Number.POSITIVE_INFINITY &&
      !definitions.has(line) &&
      /^["'\p{L}$_@#]/u.test(text)
    ) {
      const about = `\`${memberName(text)}${shortValue(text)}\``;
      const said = proseUnits(dedented(commentLines(file.lines, comment)), 'comment');
      const block = (units.at(-1)?.block ?? 0) + 1;
      units.push(...said.map((one) => ({ ...one, block, about, marker: '-' })));
    }
    comment = undefined;
    const beginsFunction = FUNCTION_START.test(text === '{' ? `${before} {` : text);
    if (beginsFunction && around === Number.POSITIVE_INFINITY) around = depth;
    before = text;
  }
  return units;
}

/** `lift(crate) {`, `(crate) => {`, `each do |crate|`, `def lift(crate):`. */
const FUNCTION_START = /\)[^()]{0,80}\{$|=>\s*\{?$|\bdo(?:\s*\|[^|]{0,60}\|)?$|^def\b.*:$/;

const MAX_MEMBER_LINES = 1_500;
/** Alone on its line, between a comment and what it is about. */
const ANNOTATION = /^@[\w.]+(?:\([^()]*\))?$/;

/** " = 100" of `const HIGH = 100;`: what it is set to, if that is a short literal. */
function shortValue(text: string): string {
  const [value = ''] = VALUE.exec(text.slice(0, MAX_MEMBER_TEXT)) ?? [];
  return value === '' ? '' : ` ${value.replaceAll('`', '').trim()}`;
}

const VALUE =
  /(?<![=!<>:+-])=\s*(?:-?\d[\w.]{0,20}|"[^"\\]{0,30}"|'[^'\\]{0,30}'|true|false|null|nil|None)(?=\s*[;,]?\s*(?:\/\/.*|#.*)?$)/i;

/** Without its body, its value and what follows its type. */
function memberName(text: string): string {
  const name = text
    .slice(0, MAX_MEMBER_TEXT)
    .replace(/\s*(?:[={;].*|`.*|,)$/, '')
    .replace(/[:\s]+$/, '')
    .replaceAll('`', '');
  return name.length <= MAX_MEMBER_NAME
    ? name
    : (/[\w$.]+(?=\s*[?!]?\s*[(:<]|\s*$)/.exec(name)?.[0] ?? name.slice(0, MAX_MEMBER_NAME));
}

const MAX_MEMBER_NAME = 60;
/** Of the line that is read for it. */
const MAX_MEMBER_TEXT = 300;

function linesOf({ file }: Passage, { start, end }: LineRange): ProseLine[] {
  return linesFrom(start, end).map((line) => ({ text: file.lines[line - 1] ?? '', line }));
}

/** Paragraphs and list items in Markdown, with “…” where sentences are left out. */
function quoteLines(chosen: readonly ProseUnit[], all: readonly ProseUnit[]): string[] {
  const lines: string[] = [];
  let before: ProseUnit | undefined;
  for (const unit of chosen) {
    const follows = before !== undefined && all.indexOf(unit) === all.indexOf(before) + 1;
    const text = proseMarkdown(unit.text, MAX_UNIT);
    if (before?.block === unit.block && unit.columns === undefined && !before.sample) {
      lines.push(`${lines.pop() ?? ''} ${follows ? '' : '… '}${text}`);
    } else {
      const isList = unit.marker !== undefined && before?.marker !== undefined;
      if (before !== undefined && !isList && !before.sample) lines.push('');
      lines.push(`${lead(unit, { all, before })}${withoutMarker(text)}`);
    }
    if (unit.sample) lines.push(codeBlock(unit.sample.language, unit.sample.lines.map(cutLine)));
    before = unit;
  }
  return lines;
}

/** A year or a sign at the start of a sentence begins no list. */
function withoutMarker(markdown: string): string {
  return markdown.replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\').replace(/^(?=[-+](?:\s|$))/, '\\');
}

/** What a paragraph begins with: its list's mark, and what it is about. */
function lead(
  unit: ProseUnit,
  { all, before }: { readonly all: readonly ProseUnit[]; readonly before: ProseUnit | undefined },
): string {
  const { marker, about, block, columns } = unit;
  const isFirst = columns !== undefined || all.find((one) => one.block === block) === unit;
  const mark = marker === undefined ? '' : `${marker} `;
  const isSaid = about === undefined || about === before?.about;
  const subject = isSaid ? '' : `${proseMarkdown(about)}: `;
  return `${mark}${subject}${isFirst ? '' : '… '}`;
}
