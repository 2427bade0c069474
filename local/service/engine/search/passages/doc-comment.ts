import type { LineRange } from '../../../index/chunks.js';
import { signatureEnd } from './extent.js';
import { baseIndent, type ProseLine, type Sentence, sentencesOf } from './prose.js';
import { withoutXml } from './xml-doc.js';

/** What the comment of a definition says; its examples and the descriptions of parameters are left out. */
export interface DocComment extends LineRange {
  readonly sentences: readonly [Sentence, ...Sentence[]];
}

/** Some describe each parameter with examples. */
const MAX_COMMENT_LINES = 400;
const MAX_SUMMARY_LENGTH = 240;

/**
 * The doc comment of the definition at a line, counted from 1: the comment above it, or a Python docstring
 * below it.
 */
export function docCommentOf(lines: readonly string[], line: number): DocComment | undefined {
  const comment = docCommentLines(lines, line);
  const [first, ...others] = sentencesOf(withoutTags(comment));
  const last = comment.at(-1);
  if (!first || !last) return undefined;
  return { sentences: [first, ...others], start: comment[0]?.line ?? first.start, end: last.line };
}

/** All of its lines, with the descriptions of parameters and the examples, without the comment's own marks. */
export function docCommentLines(lines: readonly string[], line: number): ProseLine[] {
  return docstringBelow(lines, line) ?? commentAbove(lines, line);
}

/** Whether a line has nothing but a comment, or a part of one. */
export function isCommentLine(text: string): boolean {
  return COMMENT_LINE.test(text.trim());
}

/** The lines of a comment that is no definition's, such as at the start of a file. */
export function commentLines(lines: readonly string[], { start, end }: LineRange): ProseLine[] {
  return lines
    .slice(start - 1, end)
    .map((text, n) => ({ text: withoutMarkers(text.trim()), line: start + n }));
}

/** The first sentence of a definition's doc comment, as plain text. */
export function docCommentSummary(lines: readonly string[], line: number): string | undefined {
  const text = docCommentOf(lines, line)?.sentences[0].text.replaceAll('`', '');
  if (text === undefined || text.length <= MAX_SUMMARY_LENGTH) return text;
  return `${text.slice(0, MAX_SUMMARY_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
}

/** The comment at the start of a file, or a Python module's docstring; licences are none. */
export function fileComment(lines: readonly string[]): DocComment | undefined {
  const comment = commentAtStart(lines);
  const [first, ...others] = sentencesOf(withoutTags(comment));
  const last = comment.at(-1);
  if (!first || !last || isLicence(comment)) return undefined;
  return { sentences: [first, ...others], start: comment[0]?.line ?? first.start, end: last.line };
}

/** The lines of a licence at the start of a file of code. */
export function licenceAtStart(lines: readonly string[]): LineRange | undefined {
  const comment = commentAtStart(lines);
  const [first, last] = [comment[0], comment.at(-1)];
  if (!first || !last || comment.length > MAX_LICENCE_LINES || !isLicence(comment))
    return undefined;
  return { start: first.line, end: last.line };
}

/** A longer comment also says other things. */
const MAX_LICENCE_LINES = 40;

const LICENCE =
  /copyright\W{1,3}(?:\(c\)|©|c\b|\d{4})|©\s*\d{4}|SPDX-License|licen[sc]ed (?:under|to)\b|permission is hereby|redistribution and use|use of this source code is governed/i;

function isLicence(comment: readonly ProseLine[]): boolean {
  return comment.some(({ text }) => LICENCE.test(text));
}

function commentAtStart(lines: readonly string[]): ProseLine[] {
  const start = lines.findIndex(
    (text) => text.trim() !== '' && !/^(?:#!|['"]use |<\?php)/.test(text) && !isMagic(text),
  );
  return start < 0 ? [] : (tripleQuoted(lines, start) ?? blockFrom(lines, start));
}

/** A comment for tools, such as an encoding, a setting of an editor, or a keyword of CVS. */
const MAGIC =
  /^\s*(?:(?:frozen_string_literal|encoding|coding|warn_indent|shareable_constant_value|typed|rubocop|standard|shellcheck|eslint\S*|tslint|jshint|jslint|stylelint\S*|swiftlint|pylint|flake8|mypy|ruff|globals?|vim?|ex): ?\S|eslint-|tslint:|biome-ignore|prettier-|@(?:flow|format|ts-\w+|jsx\w*)\b|-\*-.*-\*-|\$(?:Id|OpenBSD|NetBSD|FreeBSD|DragonFly|Header|Revision|Date|Author|Source|RCSfile)\b[^$]*\$)/i;

/** Whether a line is nothing but such a comment. */
function isMagic(text: string): boolean {
  const line = text.trim();
  if (!COMMENT_LINE.test(line) || (line.startsWith('/*') && !line.endsWith('*/'))) return false;
  return MAGIC.test(withoutMarkers(line));
}

/** A comment from its first line on. */
function blockFrom(lines: readonly string[], start: number): ProseLine[] {
  const found: ProseLine[] = [];
  let isBlock = false;
  for (let at = start; at < lines.length && found.length < MAX_COMMENT_LINES; at += 1) {
    const text = (lines[at] ?? '').trim();
    if (!isBlock && !COMMENT_LINE.test(text)) break;
    if (text.startsWith('/*')) isBlock = true;
    found.push({ text: withoutMarkers(text), line: at + 1 });
    if (text.endsWith('*/')) break;
  }
  return found;
}

/**
 * Attributes of Rust and PHP begin with `#[`; `#count = 0` and `#add(` are private members of JavaScript, or code that
 * is commented out: no prose.
 */
const COMMENT_LINE =
  /^(?:\/\/|\/\*|\*|#(?!!|\[|include|define|if|endif|pragma|else|region|[a-z_$][\w$]{0,80}(?:[(;]|[?!]?: | = ))|--|;;)/;
/** Decorators and attributes may be between a comment and its definition. */
const DECORATOR = /^(?:@|#\[|\[\w|template\s*<)/;

function commentAbove(lines: readonly string[], line: number): ProseLine[] {
  const found: ProseLine[] = [];
  let isBlock = false;
  for (let at = line - 2; at >= 0 && found.length < MAX_COMMENT_LINES; at -= 1) {
    const text = (lines[at] ?? '').trim();
    if (found.length === 0 && (DECORATOR.test(text) || isGap(lines, at, line))) continue;
    if (found.length === 0 && text.endsWith('*/')) isBlock = true;
    if (!isBlock && !COMMENT_LINE.test(text)) break;
    // Code before a comment on its line is no part of one, nor is an expression such as /\*/.
    if (isBlock && !/^(?:\/?\*)/.test(text) && text.includes('/*')) return [];
    found.unshift({ text: withoutMarkers(text), line: at + 1 });
    if (isBlock && text.startsWith('/*')) return found;
  }
  return isBlock ? [] : found;
}

/** One blank line between a definition and a block of documentation that is not the file's own. */
function isGap(lines: readonly string[], at: number, line: number): boolean {
  if (
    at !== line - 2 ||
    (lines[at] ?? '').trim() !== '' ||
    !/^\s*\*\/\s*$/.test(lines[at - 1] ?? '')
  )
    return false;
  const open = lines.slice(0, at).findLastIndex((text) => /^\s*\/\*/.test(text));
  return open > 0 && /^\s*\/\*\*/.test(lines[open] ?? '');
}

function withoutMarkers(text: string): string {
  const bare = text
    .replace(/^(?:\/\*[*!]?|\*\/|\*(?!\*)|\/\/[/!]?|#+|--[-|]?|;+) ?/, '')
    .replace(/\s*\*\/$/, '');
  return text.startsWith('///') ? withoutXml(bare) : bare;
}

const PYTHON_DEFINITION = /^\s*(?:class|def|async\s+def)\b/;

function docstringBelow(lines: readonly string[], line: number): ProseLine[] | undefined {
  if (!PYTHON_DEFINITION.test(lines[line - 1] ?? '')) return undefined;
  return tripleQuoted(lines, signatureEnd(lines, line));
}

/** The text in triple quotes that begins on a line, counted from 0. */
function tripleQuoted(lines: readonly string[], start: number): ProseLine[] | undefined {
  const [, mark, opening = ''] = /^\s*[rubRUB]{0,2}("""|''')(.*)$/.exec(lines[start] ?? '') ?? [];
  if (mark === undefined) return undefined;
  const found: ProseLine[] = [];
  for (let at = start; at < lines.length && found.length < MAX_COMMENT_LINES; at += 1) {
    const text = at === start ? opening : (lines[at] ?? '');
    const close = text.indexOf(mark);
    found.push({ text: close < 0 ? text : text.slice(0, close), line: at + 1 });
    if (close >= 0) break;
  }
  return found;
}

/** Where the description of parameters, results and examples begins. */
const TAG =
  /^\s*(?:@(?!link|code)\w+|swagger:\w|[:\\](?:param|return|rtype|raise|arg|type|brief)\w*|#+ (?:examples?|errors?|panics|safety|arguments)\b|(?:args|arguments|params|parameters|attributes|returns?|raises|throws|yields|examples?|usage|see also|references|notes?)\s*:{1,2}\s*$|-{3,}\s*$|>>>|<pre|```)/i;
/** Directives of tools, and lines that only separate. */
const NOISE =
  /^\s*(?:eslint|@ts-|ts-|istanbul|prettier|noqa|pylint|pragma|type: ignore|nolint|biome|=+ |[^\p{L}\p{N}]+$)/u;
const TASK = /^\s*(?:TODO|FIXME|XXX)\b/;
const DIRECTIVE = /^\s*\.\.\s+[\w-]+::/;

function withoutTags(lines: readonly ProseLine[]): ProseLine[] {
  const end = lines.findIndex(({ text }) => TAG.test(text));
  // A comment that begins with a tag says something only in that tag.
  const described = end < 0 ? lines : lines.slice(0, underlined(lines, end) ? end - 1 : end);
  const prose = withoutTasks(withoutCode(described));
  return prose.map((one) => (NOISE.test(one.text) ? { ...one, text: '' } : one));
}

/** Without what is still to do, which goes on in lines that begin with a small letter. */
function withoutTasks(lines: readonly ProseLine[]): ProseLine[] {
  let isTask = false;
  return lines.map((one) => {
    isTask = TASK.test(one.text) || (isTask && /^\s*\p{Ll}/u.test(one.text));
    return isTask ? { ...one, text: '' } : one;
  });
}

/** Without directives and examples: lines that are indented below a blank line or a colon. */
function withoutCode(lines: readonly ProseLine[]): ProseLine[] {
  const base = baseIndent(lines);
  let before: 'text' | 'gap' | 'code' = 'text';
  return lines.map((one, n) => {
    const { text } = one;
    const isDeeper = n > 0 && text.search(/\S/) >= base + (text.startsWith('\t') ? 1 : 2);
    if (text.trim() === '') before = before === 'code' ? 'code' : 'gap';
    else if (DIRECTIVE.test(text)) before = 'code';
    else if (isDeeper && before !== 'text') before = 'code';
    else before = text.trimEnd().endsWith(':') ? 'gap' : 'text';
    return before === 'code' ? { ...one, text: '' } : one;
  });
}

/** `Parameters` above a row of dashes. */
function underlined(lines: readonly ProseLine[], at: number): boolean {
  return (
    at > 0 &&
    /^\s*-{3,}\s*$/.test(lines[at]?.text ?? '') &&
    /^\s*\w+\s*$/.test(lines[at - 1]?.text ?? '')
  );
}
