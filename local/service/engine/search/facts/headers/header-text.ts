import { onOneLine } from '../../passages/signature-text.js';
import { STRINGS_NOT_LIFETIMES } from '../../text/quoted-strings.js';

/** What a definition says before its body. */
export interface HeaderText {
  /** On one line, without comments and the insides of strings. */
  readonly text: string;
  /** As it is written, on one line. */
  readonly written: string;
  /** The number of its last line. */
  readonly end: number;
}

export interface HeaderStyle {
  /** What begins a comment that goes on to the end of its line. */
  readonly comment: string;
  /** The marks that end a header outside of all brackets. */
  readonly ends: string;
  /** `<` opens a bracket. */
  readonly hasAngles: boolean;
  /** What a line begins with that goes on with the header above it. */
  readonly goesOn: RegExp;
  /** Whether a line begins another header: what is open before it, such as a bracket, has no end. */
  readonly begins?: (line: string) => boolean;
}

const MAX_LINES = 60;
const MAX_LINE_LENGTH = 500;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
/** At the end of a line, after which the header goes on. */
const UNFINISHED = /(?:[,:<&|=+\\]|\b(?:extends|implements|with|for|where|permits))\s*$/;

/** The header that begins at a line, counted from 1, which may be wrapped. */
export function headerText(
  lines: readonly string[],
  start: number,
  style: HeaderStyle,
): HeaderText {
  const open: string[] = [];
  const parts: string[] = [];
  const written: string[] = [];
  for (let line = start; line < start + MAX_LINES && line <= lines.length; line += 1) {
    const raw = (lines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
    if (line > start && style.begins?.(raw)) break;
    const { text, isEnd } = codeOfLine(codeAlone(raw, style), open, style);
    parts.push(text.trim());
    written.push(raw.slice(0, text.length).trim());
    const next = (lines[line] ?? '').trim();
    if (isEnd || (open.length === 0 && !UNFINISHED.test(text) && !style.goesOn.test(next))) break;
  }
  return {
    text: parts.join(' ').trim(),
    written: onOneLine(written.join(' ').trim()),
    end: start + Math.max(1, parts.length) - 1,
  };
}

/** Up to the mark that ends the header, if the line has it. */
function codeOfLine(line: string, open: string[], style: HeaderStyle) {
  for (let at = 0; at < line.length; at += 1) {
    const mark = line.charAt(at);
    if (open.length === 0 && style.ends.includes(mark) && !isDouble(line, at)) {
      return { text: line.slice(0, at), isEnd: true };
    }
    takeBracket(open, { mark, before: line.charAt(at - 1), hasAngles: style.hasAngles });
  }
  return { text: line, isEnd: false };
}

/** `::` ends nothing. */
function isDouble(line: string, at: number): boolean {
  const mark = line.charAt(at);
  return mark === ':' && (line.charAt(at + 1) === mark || line.charAt(at - 1) === mark);
}

interface Mark {
  readonly mark: string;
  readonly before: string;
  readonly hasAngles: boolean;
}

/** A bracket that closes also closes those inside of it, such as the `<` of a comparison. */
function takeBracket(open: string[], { mark, before, hasAngles }: Mark): void {
  if ('([{'.includes(mark) || (mark === '<' && hasAngles)) open.push(mark);
  const opening = OPENING[mark];
  if (opening === undefined) return;
  // `=>` and `->` are arrows.
  if (mark === '>' && (before === '=' || before === '-' || open.at(-1) !== '<')) return;
  const at = open.lastIndexOf(opening);
  if (at >= 0) open.length = at;
}

/** Without comments and the insides of strings; what is left stays at its column. */
function codeAlone(line: string, { comment }: HeaderStyle): string {
  const code = line.replace(STRINGS_NOT_LIFETIMES, blank).replace(/\/\*.*?\*\//g, blank);
  const at = code.indexOf(comment);
  return at < 0 ? code : code.slice(0, at);
}

function blank(text: string): string {
  return `${text.startsWith('/') ? ' ' : '"'}${' '.repeat(text.length - 1)}`;
}

/** What is outside of all brackets. */
export function outsideBrackets(text: string, hasAngles: boolean): string {
  const open: string[] = [];
  let outside = '';
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    const before = open.length;
    takeBracket(open, { mark, before: text.charAt(at - 1), hasAngles });
    if (before === 0 && open.length === 0) outside += mark;
    else if (before === 0) outside += ' ';
  }
  return outside.replace(/\s+/g, ' ').trim();
}

const MAX_WHOLE = 90;

/** If it is long, without what is in its brackets: `class Cart(…) : Base<…>`. */
export function shortHeader(written: string): string {
  if (written.length <= MAX_WHOLE) return written;
  const open: string[] = [];
  let short = '';
  for (let at = 0; at < written.length; at += 1) {
    const mark = written.charAt(at);
    const before = open.length;
    takeBracket(open, { mark, before: written.charAt(at - 1), hasAngles: true });
    if (before === 0) short += mark;
    else if (open.length === 0) short += `…${mark}`;
  }
  return short;
}

/** The lines within a text in three quotes, such as a docstring. */
export function linesInQuotes(lines: readonly string[], marks: RegExp): ReadonlySet<number> {
  const inside = new Set<number>();
  let closing: string | undefined;
  for (const [n, line] of lines.entries()) {
    if (closing !== undefined) inside.add(n + 1);
    for (const [mark] of line.matchAll(marks)) {
      if (closing === undefined) closing = mark;
      else if (closing === mark) closing = undefined;
    }
  }
  return inside;
}
