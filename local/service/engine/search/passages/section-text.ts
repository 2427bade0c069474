import type { LineRange } from '../../../index/chunks.js';
import { fenceAfter, isMarkdown } from '../../../index/markdown-fences.js';
import { extensionOf } from '../../../index/outline.js';
import { termsOf } from '../../../index/terms.js';
import type { Passage } from './passage.js';
import { type ProseLine, type Sentence, sentencesOf } from './prose.js';

const DIRECTIVE = /^\s*\.\.\s/;
/** Rows of tables, underlines, badges, HTML, link definitions. */
const NO_PROSE =
  /^\s*(?:\||[=\-~^"'*+#]{3,}\s*$|\[!\[|!\[|<|\[[^\]]{1,100}\]:\s|:[\w-]+:(?:\s|$)|%|-->|\{%)/;
const COMMENT = /^\s*(?:<!--|\/\/|%)/;

/** The sentences of a section, without its code, tables and badges. */
export function sectionSentences({ file, start, end }: Passage): Sentence[] {
  const isRst = extensionOf(file.path) === 'rst';
  const hasFences = isMarkdown(file.path);
  const lines: ProseLine[] = [];
  let fence: string | undefined;
  let isDirective = false;
  for (let line = start + 1; line <= end; line += 1) {
    const text = file.lines[line - 1] ?? '';
    const isIndented = /^(?:\s{3,}|\t)\S/.test(text);
    const isFenced = fence !== undefined;
    if (hasFences) fence = fenceAfter(fence, text);
    if (isRst && DIRECTIVE.test(text)) isDirective = true;
    else if (text.trim() !== '' && !isIndented) isDirective = false;
    const before = lines.at(-1)?.text ?? '';
    // Indented lines are code in both, except for those that go on with a list item.
    const isCode = isFenced || fence !== undefined || (isIndented && before.trim() === '');
    const isProse = !isCode && !isDirective && !NO_PROSE.test(text) && !COMMENT.test(text);
    lines.push({ text: isProse ? text.replace(/^\s*>\s?/, '') : '', line });
    if (isRst && /::\s*$/.test(text) && isProse) isDirective = true;
  }
  return sentencesOf(lines);
}

/** Lines of code in a section. */
export interface CodeBlock extends LineRange {
  readonly language: string;
}

const LINES_ABOVE = 4;

/**
 * The code block of a section in Markdown that says most about some terms, with the lines above it; the first one of
 * several alike. Its fences are left out.
 */
export function sectionCode(
  passage: Passage,
  terms: ReadonlySet<string> = new Set(),
): CodeBlock | undefined {
  const { lines } = passage.file;
  const closeness = ({ start, end }: CodeBlock) => {
    const text = lines.slice(Math.max(passage.start, start - 1 - LINES_ABOVE), end).join('\n');
    return new Set(termsOf(text).filter((term) => terms.has(term))).size;
  };
  return codeBlocks(passage)
    .map((block, n) => ({ block, score: closeness(block) - n / 100 }))
    .toSorted((a, b) => b.score - a.score)[0]?.block;
}

/** The code block of a section in Markdown that has some of these lines. */
export function codeBlockAt(passage: Passage, { start, end }: LineRange): CodeBlock | undefined {
  return codeBlocks(passage).find((block) => block.start <= end && start <= block.end);
}

function codeBlocks({ file: { lines, path }, start, end }: Passage): CodeBlock[] {
  if (!isMarkdown(path)) return [];
  const blocks: CodeBlock[] = [];
  let opened = start;
  let fence: string | undefined;
  for (let line = start + 1; line <= end; line += 1) {
    const before = fence;
    fence = fenceAfter(before, lines[line - 1] ?? '');
    if (before === undefined && fence !== undefined) opened = line;
    if (before === undefined || fence !== undefined || line === opened + 1) continue;
    const language =
      /^\s*(?:`{3,}|~{3,})\s*([\w+-]{0,20})/.exec(lines[opened - 1] ?? '')?.[1] ?? '';
    blocks.push({ language, start: opened + 1, end: line - 1 });
  }
  return blocks;
}
