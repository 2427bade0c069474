import type { LineRange } from '../../../index/chunks.js';
import { type Definition, indexAtLine } from '../../../index/outline.js';

const MAX_SIGNATURE_LINES = 12;
/** Of languages that end a block with a word. */
const CLOSING = /^(?:[)\]}>]|end\b|fi\b|done\b|esac\b)/;
const OPENS_AGAIN = /[{(:=,[]\s*(?:\/\/.*|#.*)?$|=>\s*$/;
const PREPROCESSOR = /^#\s*(?:if|else|elif|endif|define|undef|include|pragma|region)/;

/** The last line, counted from 1, of what a definition says before its body. */
export function signatureEnd(lines: readonly string[], line: number): number {
  let open = 0;
  for (let at = line; at < line + MAX_SIGNATURE_LINES && at <= lines.length; at += 1) {
    for (const mark of (lines[at - 1] ?? '').slice(0, 300)) {
      if (mark === '(' || mark === '[') open += 1;
      if (mark === ')' || mark === ']') open -= 1;
    }
    const text = (lines[at - 1] ?? '').trim();
    if (text.endsWith('<')) open += 1;
    if (text.startsWith('>')) open -= 1;
    if (open <= 0) return /^\s*\{\s*$/.test(lines[at] ?? '') ? at + 1 : at;
  }
  return line;
}

/**
 * The lines from a definition's first to its last. Rather too few than too many: they end where a line is indented
 * no deeper, unless it closes the body. A section ends before the next heading.
 */
export function extentOf(
  definition: Definition,
  {
    lines,
    outline,
  }: { readonly lines: readonly string[]; readonly outline: readonly Definition[] },
): LineRange {
  const { line: start, depth, kind } = definition;
  if (definition.isSingleLine) return { start, end: start };
  const isSection = kind === 'section';
  const next = nextIn(outline, start, (one) => isSection || one.depth <= depth)?.line;
  const limit = (next ?? lines.length + 1) - 1;
  if (isSection) return { start, end: withoutBlank(start, limit, lines) };
  const body = signatureEnd(lines, start);
  if (lines[body - 1]?.trimEnd().endsWith('{')) {
    for (let at = body; at < limit; at += 1) {
      const text = lines[at] ?? '';
      if (text.startsWith('}', depth) && indent(text) === depth) return { start, end: at + 1 };
    }
  }
  return { start, end: indentedEnd({ start: body, end: limit }, lines, depth) };
}

/** The first definition below a line that fits. */
function nextIn(
  outline: readonly Definition[],
  line: number,
  fits: (one: Definition) => boolean,
): Definition | undefined {
  for (let at = indexAtLine(outline, line + 1); at < outline.length; at += 1) {
    const one = outline[at];
    if (one && fits(one)) return one;
  }
  return undefined;
}

function indentedEnd(within: LineRange, lines: readonly string[], depth: number): number {
  let last = Math.min(within.start, within.end);
  for (let at = within.start + 1; at <= within.end; at += 1) {
    const text = lines[at - 1] ?? '';
    const trimmed = text.trim();
    if (trimmed === '' || PREPROCESSOR.test(trimmed)) continue;
    if (indent(text) > depth) last = at;
    else if (indent(text) === depth && trimmed.startsWith('{')) last = at;
    else if (indent(text) === depth && CLOSING.test(trimmed)) {
      last = at;
      if (!OPENS_AGAIN.test(trimmed)) return last;
    } else return last;
  }
  return last;
}

function indent(text: string): number {
  return text.search(/\S/);
}

function withoutBlank(start: number, end: number, lines: readonly string[]): number {
  let last = end;
  while (last > start && (lines[last - 1] ?? '').trim() === '') last -= 1;
  return last;
}

/** Their numbers. */
export function linesFrom(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, n) => start + n);
}
