import { extensionOf } from '../../../index/outline.js';
import type { Passage } from './passage.js';
import { type ProseLine, type Sentence, sentencesOf } from './prose.js';

const FENCE = /^\s*(?:```|~~~)/;
const DIRECTIVE = /^\s*\.\.\s/;
/** Rows of tables, underlines, badges, HTML, link definitions. */
const NO_PROSE = /^\s*(?:\||[=\-~^"'*+#]{3,}\s*$|\[!\[|!\[|<|\[[^\]]{1,100}\]:\s|:\w+:|%|-->|\{%)/;
const COMMENT = /^\s*(?:<!--|\/\/|%)/;

/** The sentences of a section, without its code, tables and badges. */
export function sectionSentences({ file, start, end }: Passage): Sentence[] {
  const isRst = extensionOf(file.path) === 'rst';
  const lines: ProseLine[] = [];
  let [isFenced, isDirective] = [false, false];
  for (let line = start + 1; line <= end; line += 1) {
    const text = file.lines[line - 1] ?? '';
    const isIndented = /^(?:\s{3,}|\t)\S/.test(text);
    if (FENCE.test(text)) isFenced = !isFenced;
    if (isRst && DIRECTIVE.test(text)) isDirective = true;
    else if (text.trim() !== '' && !isIndented) isDirective = false;
    const before = lines.at(-1)?.text ?? '';
    // Indented lines are code in both, except for those that go on with a list item.
    const isCode = isFenced || FENCE.test(text) || (isIndented && before.trim() === '');
    const isProse = !isCode && !isDirective && !NO_PROSE.test(text) && !COMMENT.test(text);
    lines.push({ text: isProse ? text.replace(/^\s*>\s?/, '') : '', line });
    if (isRst && /::\s*$/.test(text) && isProse) isDirective = true;
  }
  return sentencesOf(lines);
}

/** The first code block of a section in Markdown, without its fences; at most some lines of it. */
export function sectionCode({
  file,
  start,
  end,
}: Passage):
  | { readonly language: string; readonly start: number; readonly end: number }
  | undefined {
  const open = file.lines.findIndex((text, n) => n >= start && n < end && FENCE.test(text));
  if (open < 0) return undefined;
  const close = file.lines.findIndex((text, n) => n > open && n < end && FENCE.test(text));
  if (close <= open + 1) return undefined;
  const language = /^\s*(?:`{3,}|~{3,})\s*([\w+-]{0,20})/.exec(file.lines[open] ?? '')?.[1] ?? '';
  return { language, start: open + 2, end: close };
}
