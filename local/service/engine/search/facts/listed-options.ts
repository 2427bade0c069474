import { fenceAfter, isMarkdown } from '../../../index/markdown-fences.js';
import { wordParts } from '../../../index/terms.js';
import type { SourceFile } from '../passages/source-file.js';
import {
  type DescribedOption,
  defaultIn,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_TEXT_LENGTH,
} from './described-option.js';
import { cellsOf, defaultCell } from './option-in-documents.js';

/** Symbols and tags around a name: `&#9203;`, `<br/>`; but not `<seconds>`. */
const DECORATION =
  /&#?\w{1,8};|<\/?(?:a|b|br|code|em|i|kbd|p|small|span|strong|sub|sup)(?:\s[^>]{0,80})?\/?>|\p{Extended_Pictographic}\uFE0F?/gu;
/** A name at the start of a heading, of a row, of an item or of a paragraph: what leads to it, its marks, and what follows. */
const NAMED =
  /^\s*(#{1,6}\s+|[-*+]\s+|\|\s*)?([`*"']{0,4})(?:-\w,?\s+)?((?:--?)?[A-Za-z_$][\w.$-]{2,60})(?:[=\s]?[<[(][^`*|]{0,60}[)\]>]|[=\s][A-Z_]{2,20})?([`*"']{0,4})(.*)$/;
/** A line that says a property of an option, as in "**Command line:** `--wait`", rather than what it is for. */
const PROPERTY =
  /^[\s*`_:-]*(?:command line|defaults?(?: value)?|types?|environment variables?|env|required|optional|since|added in)[*`_]{0,3}:/i;
const MIN_TEXT_LENGTH = 12;
const MAX_TEXT_LINES = 14;

/** What a document says of each option that it lists: in a section, a row, an item, a definition or a paragraph of its own. */
export function listedOptions(file: SourceFile): DescribedOption[] {
  const lines = file.lines
    .slice(0, MAX_LINES)
    .map((text) => text.slice(0, MAX_LINE_LENGTH).replace(DECORATION, ''));
  let fence: string | undefined;
  return lines.flatMap((text, at): DescribedOption[] => {
    if (isMarkdown(file.path)) fence = fenceAfter(fence, text);
    const found = fence === undefined ? namedAt(lines, at) : undefined;
    if (!found) return [];
    const inTable = found.isRow ? defaultCell(file, at + 1) : undefined;
    const all = [
      found.isRow ? longestCell(text, inTable) : opened(found),
      ...lines.slice(at + 1, found.end),
    ];
    const said = all
      .filter((line) => !PROPERTY.test(line) && !/^\s*>/.test(line) && !UNDERLINE.test(line))
      .join(' ')
      .replace(/^[-–—:=*\s]+/, '')
      .trimEnd();
    if (said.length < MIN_TEXT_LENGTH) return [];
    const { name, end } = found;
    const standard = inTable ?? defaultIn(all.join(' '));
    return [
      {
        file,
        name,
        text: said.slice(0, MAX_TEXT_LENGTH),
        start: at + 1,
        end,
        ...(standard !== undefined && { standard: standard.replaceAll('`', '') }),
      },
    ];
  });
}

/** `a`, and right behind it `: number`: the marks between them end one code, and begin another. */
function opened({ close, rest }: NamedLine): string {
  const isOpen = close.endsWith('`') && rest.split('`').length % 2 === 0;
  return isOpen ? rest.replace(/^[\s:=]*/, '$&`') : rest;
}

/** Of a row, what is said of the option: mostly the longest cell, next to its type and its version. */
function longestCell(row: string, standard: string | undefined): string {
  const [, ...others] = cellsOf(row);
  const [longest = ''] = others
    .filter((cell) => cell !== standard)
    .toSorted((a, b) => b.length - a.length);
  return longest;
}

interface NamedLine {
  readonly name: string;
  /** The marks behind the name, and what is behind them. */
  readonly close: string;
  readonly rest: string;
  /** The last line of what is said, counted from 1. */
  readonly end: number;
  readonly isRow?: true;
}

/** The name that a line begins the description of, and where that ends. */
function namedAt(lines: readonly string[], at: number): NamedLine | undefined {
  const [, lead = '', mark = '', name = '', close = '', rest = ''] =
    NAMED.exec(lines[at] ?? '') ?? [];
  if (name === '') return undefined;
  const isAlone = /^[\s:]*$/.test(rest);
  // Not "Node.js" or "GitHub".
  const isCode =
    mark !== '' ||
    name.startsWith('-') ||
    (wordParts(name).length > 1 && !/^[A-Z]\w*[a-z]/.test(name));
  if (lead.startsWith('|'))
    return mark === '' ? undefined : { name, close, rest, end: at + 1, isRow: true };
  if (lead.startsWith('#')) {
    // The title of a README is often a name.
    const isName =
      isAlone && lead.length > 2 && (isCode || (lead.length > 3 && /^[a-z]/.test(name)));
    return isName ? { name, close, rest, end: endOfParagraphs(lines, at) } : undefined;
  }
  if (lead !== '') {
    const isSaid = isAlone || /^\s*(?::|–|—|-|=|[*_]{0,2}\()/.test(rest);
    return isCode && isSaid ? { name, close, rest, end: endOfItem(lines, at) } : undefined;
  }
  if (isAlone && /^\S/.test(lines[at] ?? '') && /^\s{2,}\S/.test(lines[at + 1] ?? ''))
    return { name, close, rest, end: endOfDefinition(lines, at) };
  return isAlone && mark !== ''
    ? { name, close, rest, end: endOfParagraphs(lines, at) }
    : undefined;
}

/** Of what is indented below a term, as in reStructuredText. */
function endOfDefinition(lines: readonly string[], at: number): number {
  return endWhere(lines, at, (text) => /^\S/.test(text));
}

function endOfItem(lines: readonly string[], at: number): number {
  const indent = lines[at]?.search(/\S/) ?? 0;
  return endWhere(lines, at, (text) => text.trim() === '' || text.search(/\S/) <= indent);
}

/** Of the heading above. */
const UNDERLINE = /^\s*([=~^"'#+*.-])\1{2,}\s*$/;

/** Up to the next heading, table, code, or another option, in a list or alone. */
function endOfParagraphs(lines: readonly string[], at: number): number {
  return endWhere(lines, at, (text, line) => {
    if (line === at + 1 && UNDERLINE.test(text)) return false;
    const [, lead = '', mark = '', , , rest = ''] = NAMED.exec(text) ?? [];
    const isAlone = /^[\s:]*$/.test(rest);
    const isNext = mark !== '' && (lead === '' ? isAlone : isAlone || /^\s*(?::|–|—|-)/.test(rest));
    const isHeading = UNDERLINE.test(lines[line + 1] ?? '') && /\w/.test(text);
    return isNext || isHeading || /^\s*(?:#{1,6}\s|\||```)/.test(text);
  });
}

/** The last of the lines below that are not blank, before one that ends them. */
function endWhere(
  lines: readonly string[],
  at: number,
  ends: (text: string, line: number) => boolean,
): number {
  const below = lines.slice(at + 1, at + MAX_TEXT_LINES);
  const length = below.findIndex((text, n) => ends(text, at + 1 + n));
  const own = length < 0 ? below : below.slice(0, length);
  return at + 1 + own.findLastIndex((text) => text.trim() !== '') + 1;
}
