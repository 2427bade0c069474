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
import { defaultCell } from './option-in-documents.js';

/** Symbols and tags around a name: `&#9203;`, `<br/>`. */
const DECORATION = /&#?\w{1,8};|<\/?\w{1,10}\s?\/?>|\p{Extended_Pictographic}\uFE0F?/gu;
/** A name at the start of a heading, of a row, of an item or of a paragraph: what leads to it, its marks, and what follows. */
const NAMED =
  /^\s*(#{1,6}\s+|[-*+]\s+|\|\s*)?([`*"']{0,4})((?:--?)?[A-Za-z_$][\w.$-]{2,60})(?:[=\s]?[<[(][^`*|]{0,60}[)\]>])?\2(.*)$/;
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
    const all = [found.rest, ...lines.slice(at + 1, found.end)];
    const said = all
      .filter((line) => !PROPERTY.test(line) && !/^\s*>/.test(line))
      .join(' ')
      .replace(/^[-–—:=*\s]+/, '')
      .trimEnd();
    if (said.length < MIN_TEXT_LENGTH) return [];
    const { name, end } = found;
    const standard = defaultCell(file, at + 1) ?? defaultIn(all.join(' '));
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

/** The name that a line begins the description of, and where that ends. */
function namedAt(lines: readonly string[], at: number) {
  const [, lead = '', mark = '', name = '', rest = ''] = NAMED.exec(lines[at] ?? '') ?? [];
  if (name === '') return undefined;
  const isAlone = /^[\s:]*$/.test(rest);
  const isCode = mark !== '' || name.startsWith('-') || wordParts(name).length > 1;
  if (lead.startsWith('|')) {
    const said = rest.split('|').findLast((cell) => cell.trim() !== '') ?? '';
    return mark === '' ? undefined : { name, rest: said, end: at + 1 };
  }
  if (lead.startsWith('#')) {
    const isName = isAlone && (isCode || /^[a-z]/.test(name));
    return isName ? { name, rest, end: endOfParagraphs(lines, at) } : undefined;
  }
  if (lead !== '') {
    const isSaid = isAlone || /^\s*(?::|–|—|-|\(|=)/.test(rest);
    return isCode && isSaid ? { name, rest, end: endOfItem(lines, at) } : undefined;
  }
  if (isAlone && /^\S/.test(lines[at] ?? '') && /^\s{2,}\S/.test(lines[at + 1] ?? ''))
    return { name, rest, end: endOfDefinition(lines, at) };
  return isAlone && mark !== '' ? { name, rest, end: endOfParagraphs(lines, at) } : undefined;
}

/** Of what is indented below a term, as in reStructuredText. */
function endOfDefinition(lines: readonly string[], at: number): number {
  return endWhere(lines, at, (text) => /^\S/.test(text));
}

function endOfItem(lines: readonly string[], at: number): number {
  const indent = lines[at]?.search(/\S/) ?? 0;
  return endWhere(lines, at, (text) => text.trim() === '' || text.search(/\S/) <= indent);
}

/** Up to the next heading, table, code, or name of another option. */
function endOfParagraphs(lines: readonly string[], at: number): number {
  return endWhere(lines, at, (text, line) => {
    const [, lead = '', mark = '', , rest = ''] = NAMED.exec(text) ?? [];
    const isNext = mark !== '' && lead === '' && /^[\s:]*$/.test(rest);
    return line > at + 1 && (isNext || /^\s*(?:#{1,6}\s|\||```)/.test(text));
  });
}

function endWhere(
  lines: readonly string[],
  at: number,
  ends: (text: string, line: number) => boolean,
): number {
  const below = lines.slice(at + 1, at + MAX_TEXT_LINES);
  const length = below.findIndex((text, n) => ends(text, at + 1 + n));
  return at + 1 + (length < 0 ? below.length : length);
}
