import type { Tree } from '@lezer/common';
import { BREAK } from '../format/escape.js';
import type { Edit } from './inline.js';

/** The row of dashes under a table's header; `:-` alone counts for some readers. */
const RULE = /^(?=.*[|:])[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;
const HINT = /\n[ \t>]*[|:-]/;

/**
 * A table right under a line of text is a table for GitHub and part of the paragraph for our
 * parser: a blank line before its header makes it one for everybody.
 */
export function separateTables(source: string, tree: Tree): string {
  const starts: number[] = [];
  tree.iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Table') {
        const end = tableEnd(source.slice(source.lastIndexOf('\n', from - 1) + 1, to));
        if (end !== undefined) starts.push(source.lastIndexOf('\n', from - 1) + 1 + end);
        return;
      }
      if (name !== 'Paragraph' && !name.startsWith('Setext')) return;
      for (const at of headers(source.slice(from, to))) starts.push(from + at);
    },
  });
  let at = 0;
  const parts = starts.map((start) => {
    const before = source.slice(at, start);
    at = start;
    return `${before}${/^[ \t>]*/.exec(source.slice(start, start + 200))?.[0] ?? ''}\n`;
  });
  return parts.length === 0 ? source : parts.join('') + source.slice(at);
}

/** What begins another block: a quote, a list item, a heading, a fence or a thematic break. */
const BLOCK =
  /^[ \t>]*?(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|#{1,6}(?:[ \t]|$)|```|~~~|([-*_])[ \t]*(?:\1[ \t]*){2,}$)/;

/**
 * Where the first line begins that is indented as code or begins another block: it ends the table for
 * GitHub, and is a row of it for our parser. `table` starts at the beginning of its first line.
 */
function tableEnd(table: string): number | undefined {
  const [header = '', ...rows] = table.split('\n');
  const margin = indentOf(rows[0] ?? '');
  const quote = /^[ \t>]*/.exec(rows[0] ?? '')?.[0].length ?? 0;
  let at = header.length + 1;
  for (const [i, row] of rows.entries()) {
    if (i > 0 && (indentOf(row) >= margin + 4 || BLOCK.test(row.slice(quote)))) return at;
    at += row.length + 1;
  }
  return undefined;
}

/** In columns; a tab counts as four. */
function indentOf(line: string): number {
  const space = /^[ \t>]*/.exec(line)?.[0] ?? '';
  return space.replaceAll('\t', '    ').length;
}

/** Where the lines begin that stand over such a row and under another line. */
function headers(paragraph: string): number[] {
  return rules(paragraph)
    .filter(({ line }) => line >= 2)
    .map(({ at }) => paragraph.lastIndexOf('\n', at - 2) + 1);
}

function rules(paragraph: string): { line: number; at: number }[] {
  if (!HINT.test(paragraph)) return [];
  const found: { line: number; at: number }[] = [];
  let at = 0;
  for (const [line, text] of paragraph.split('\n').entries()) {
    if (line > 0 && RULE.test(text)) found.push({ line, at });
    at += text.length + 1;
  }
  return found;
}

/** What is no table for our parser must be none for anybody. */
export function ruleEdits(paragraph: string, offset: number): Edit[] {
  return rules(paragraph).map(({ at }) => {
    const marks = /^[ \t>]*/.exec(paragraph.slice(at))?.[0].length ?? 0;
    const from = offset + at + marks;
    return { from, to: from, insert: BREAK };
  });
}
