import { fileNameOf } from '../git/file-path.js';
import { type DefinitionRule, readingRulesFor, rulesFor } from './definition-rules.js';
import { fenceAfter, isMarkdown } from './markdown-fences.js';

export interface Definition {
  readonly name: string;
  /** `function`, `class`, `section`, … */
  readonly kind: string;
  /** Counted from 1. */
  readonly line: number;
  /** The indentation in columns, or a section's level. */
  readonly depth: number;
  /** Encloses no other line. */
  readonly isSingleLine?: true;
  /** Of a preprocessor: its indentation doesn't tell what it is in. */
  readonly isDirective?: true;
}

/** The end of a line whose statement continues on the next one. */
const CONTINUES = /[{([=,\\`]\s*$|=>\s*$/;
const DIRECTIVE = /^\s*#\s*define\b/;
const MAX_LINE_LENGTH = 300;
/** No rule matches a line that is blank or starts like this; to find that out takes longer. */
const NO_DEFINITION = /^\s*(?:$|[^\s\p{L}\p{N}_$#@*(])/u;

interface OutlineOptions {
  readonly rulesOf: (extension: string) => readonly DefinitionRule[];
  /** Longer lines are generated or data, and define nothing of interest. */
  readonly maxLineLength: number;
}

const INDEXING_OPTIONS: OutlineOptions = { rulesOf: rulesFor, maxLineLength: MAX_LINE_LENGTH };
/** For a file that is read: files are ranked without what this finds more, since their weights were fitted so. */
export const READING_OPTIONS: OutlineOptions = { rulesOf: readingRulesFor, maxLineLength: 500 };

/** The definitions in a file, found by regular expressions; in Markdown and reStructuredText, the headings. */
export function outlineOf(
  path: string,
  lines: readonly string[],
  options = INDEXING_OPTIONS,
): Definition[] {
  if (isMarkdown(path)) return markdownHeadings(lines);
  const extension = extensionOf(path);
  if (extension === 'rst') return rstHeadings(lines);
  const rules = options.rulesOf(extension);
  if (rules.length === 0) return [];
  return lines.flatMap((line, index) =>
    line.length <= options.maxLineLength ? (definitionAt(lines, index, rules) ?? []) : [],
  );
}

/** The definitions that enclose a line, outermost first. */
export function enclosingDefinitions(outline: readonly Definition[], line: number): Definition[] {
  const first = indexAtLine(outline, line);
  const enclosing: Definition[] = [];
  const { last, around } = nestingOf(outline);
  for (let n = last[first - 1] ?? NONE; n !== NONE; n = around[n] ?? NONE) {
    enclosing.push(outline[n] as Definition);
  }
  enclosing.reverse();
  for (let n = first; outline[n]?.line === line; n += 1) {
    const definition = outline[n] as Definition;
    while ((enclosing.at(-1)?.depth ?? -1) >= definition.depth) enclosing.pop();
    enclosing.push(definition);
  }
  return enclosing;
}

/** The index of the first definition at a line or below it. An outline is in the order of the lines, and may be long. */
export function indexAtLine(outline: readonly Definition[], line: number): number {
  let [from, to] = [0, outline.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((outline[middle]?.line ?? 0) >= line) to = middle;
    else from = middle + 1;
  }
  return from;
}

const NONE = -1;

/** Indexes of definitions of an outline. */
interface Nesting {
  /** By definition: the innermost one that encloses the lines just below it. */
  readonly last: readonly number[];
  /** By definition: the one around it. */
  readonly around: readonly number[];
}

/** To go through the outline for each of its definitions would take time in proportion to the square of their number. */
const nestings = new WeakMap<readonly Definition[], Nesting>();

function nestingOf(outline: readonly Definition[]): Nesting {
  const known = nestings.get(outline);
  if (known) return known;
  const last: number[] = [];
  const around: number[] = [];
  let innermost = NONE;
  for (const [n, { depth, isSingleLine, isDirective }] of outline.entries()) {
    if (isDirective) {
      around.push(innermost);
      last.push(n);
      continue;
    }
    while (innermost !== NONE && (outline[innermost]?.depth ?? 0) >= depth) {
      innermost = around[innermost] ?? NONE;
    }
    around.push(innermost);
    if (!isSingleLine) innermost = n;
    last.push(innermost);
  }
  const nesting = { last, around };
  nestings.set(outline, nesting);
  return nesting;
}

export function extensionOf(path: string): string {
  const name = fileNameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

function definitionAt(
  lines: readonly string[],
  index: number,
  rules: readonly DefinitionRule[],
): Definition | undefined {
  const line = lines[index] ?? '';
  if (NO_DEFINITION.test(line)) return undefined;
  for (const [kind, pattern, keyword, check] of rules) {
    if (!line.includes(keyword)) continue;
    const name = pattern.exec(line)?.[1];
    if (name === undefined || check?.(lines, index) === false) continue;
    const isSingleLine = kind === 'constant' && !CONTINUES.test(line);
    return {
      name,
      kind,
      line: index + 1,
      depth: line.search(/\S/),
      ...(isSingleLine && { isSingleLine }),
      ...(DIRECTIVE.test(line) && { isDirective: true }),
    };
  }
  return undefined;
}

function markdownHeadings(lines: readonly string[]): Definition[] {
  let fence: string | undefined;
  const headings = lines.flatMap((line, index) => {
    fence = fenceAfter(fence, line);
    if (fence !== undefined || line.length > MAX_LINE_LENGTH) return [];
    const [, marks = '', name = ''] = /^(#{1,6})\s+(.{1,200}?)\s*#*$/.exec(line) ?? [];
    if (name !== '') return [{ name, kind: 'section', line: index + 1, depth: marks.length }];
    const underlined = underlinedHeading(lines, index);
    return underlined ? [{ ...underlined, kind: 'section', line: index + 1 }] : [];
  });
  return [...pageTitle(lines), ...headings];
}

/** One line with a row of `=` or `-` below it; behind other text, such a row ends a paragraph or a table. */
function underlinedHeading(
  lines: readonly string[],
  index: number,
): Pick<Definition, 'name' | 'depth'> | undefined {
  const mark = /^(=|-)\1{2,}\s*$/.exec(lines[index + 1] ?? '')?.[1];
  if (!mark || (lines[index - 1] ?? '').trim() !== '') return undefined;
  const name = (lines[index] ?? '').replace(/<a [^>]{0,200}>\s*<\/a>/g, '').trim();
  if (!/^[\p{L}\p{N}`.@*_$[(].{0,199}$/u.test(name)) return undefined;
  return { name, depth: mark === '=' ? 1 : 2 };
}

const MAX_FRONT_MATTER = 40;

/** `title:` between the lines `---` that a page begins with: the heading of what follows. */
function pageTitle(lines: readonly string[]): Definition[] {
  if (lines[0]?.trimEnd() !== '---') return [];
  const end = lines
    .slice(0, MAX_FRONT_MATTER)
    .findIndex((line, n) => n > 0 && /^---\s*$/.test(line));
  const title = lines.slice(1, Math.max(1, end)).find((line) => line.startsWith('title:'));
  const name = title
    ?.slice('title:'.length, MAX_LINE_LENGTH)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return name ? [{ name, kind: 'section', line: end + 1, depth: 1 }] : [];
}

/**
 * In reStructuredText a heading is underlined with a row of one character. With a row above it, too, it is of another
 * level, and may be indented.
 */
function rstHeadings(lines: readonly string[]): Definition[] {
  const styles: string[] = [];
  // The row below a heading is not the one above the next.
  let used = -1;
  return lines.flatMap((line, index) => {
    const mark = rowOf(lines[index + 1]);
    const above = lines[index - 1] ?? '';
    const isOverlined =
      mark !== undefined &&
      index - 1 > used &&
      rowOf(above) === mark &&
      (lines[index - 2] ?? '').trim() === '' &&
      above.trimEnd().length === lines[index + 1]?.trimEnd().length;
    const name = isOverlined ? line.trim() : line.trimEnd();
    if (mark === undefined || !/^[\p{L}\p{N}`].{1,150}$/u.test(name)) return [];
    used = index + 1;
    const style = isOverlined ? `${mark}${mark}` : mark;
    if (!styles.includes(style)) styles.push(style);
    return [{ name, kind: 'section', line: index + 1, depth: styles.indexOf(style) }];
  });
}

function rowOf(line = ''): string | undefined {
  return /^([=\-~^"'#*+])\1{2,}\s*$/.exec(line)?.[1];
}
