import { type Rule, rulesFor } from './definition-rules.js';

/** Something that a file defines, at a line counted from 1. */
export interface Definition {
  readonly name: string;
  /** The word that a reader knows it by: `function`, `class`, `section`, … */
  readonly kind: string;
  readonly line: number;
  /** How deep it is indented, in columns; of a section, its level. */
  readonly depth: number;
  /** All of it stands in its line: it is around nothing. */
  readonly alone?: true;
}

/** How a line ends whose statement goes on below it. */
const OPENS = /[{([=,\\`]\s*$|=>\s*$/;
/** Longer lines are generated or data: nobody looks for a definition there. */
const LONGEST_LINE = 300;
const MARKDOWN = new Set(['md', 'mdx', 'markdown']);

/** What a file defines, by the look of its lines; of a Markdown file, its headings. */
export function outlineOf(path: string, lines: readonly string[]): Definition[] {
  const extension = extensionOf(path);
  if (MARKDOWN.has(extension)) return headings(lines);
  if (extension === 'rst') return underlined(lines);
  const rules = rulesFor(extension);
  if (rules.length === 0) return [];
  return lines.flatMap((line, index) => definitionIn(line, index + 1, rules) ?? []);
}

/** The innermost definition that a line is in, and those around it, outermost first. */
export function enclosing(outline: readonly Definition[], line: number): Definition[] {
  const around: Definition[] = [];
  for (const definition of outline) {
    if (definition.line > line) break;
    while ((around.at(-1)?.depth ?? -1) >= definition.depth) around.pop();
    if (!definition.alone || definition.line === line) around.push(definition);
  }
  return around;
}

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

function definitionIn(line: string, at: number, rules: readonly Rule[]): Definition | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  for (const [kind, pattern] of rules) {
    const name = pattern.exec(line)?.[1];
    if (name === undefined) continue;
    const alone = kind === 'constant' && !OPENS.test(line);
    return { name, kind, line: at, depth: line.search(/\S/), ...(alone && { alone }) };
  }
  return undefined;
}

function headings(lines: readonly string[]): Definition[] {
  let fenced = false;
  return lines.flatMap((line, index) => {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    const [, marks = '', name = ''] = /^(#{1,6})\s+(.{1,200}?)\s*#*$/.exec(line) ?? [];
    if (fenced || name === '') return [];
    return [{ name, kind: 'section', line: index + 1, depth: marks.length }];
  });
}

/** reStructuredText: a title above a row of one mark. */
function underlined(lines: readonly string[]): Definition[] {
  const marks: string[] = [];
  return lines.flatMap((line, index) => {
    const mark = /^([=\-~^"'#*+])\1{2,}\s*$/.exec(lines[index + 1] ?? '')?.[1];
    if (!mark || !/^[\p{L}\p{N}`].{1,150}$/u.test(line)) return [];
    if (!marks.includes(mark)) marks.push(mark);
    return [{ name: line.trim(), kind: 'section', line: index + 1, depth: marks.indexOf(mark) }];
  });
}
