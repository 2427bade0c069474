import type { Tree } from '@lezer/common';
import { BREAK } from '../format/escape.js';
import type { Edit } from './inline.js';

/** The row of dashes under a table's header; `:-` alone counts for some readers. */
const RULE = /^[ \t>]*(?=.*[|:])\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const HINT = /\n[ \t>]*[|:-]/;

/**
 * A table right under a line of text is a table for GitHub and part of the paragraph for our
 * parser: a blank line before its header makes it one for everybody.
 */
export function separateTables(source: string, tree: Tree): string {
  const starts: number[] = [];
  tree.iterate({
    enter: ({ name, from, to }) => {
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
