import { escapeRegex } from '../../../tools/escape-regex.js';
import { isAdmonition } from '../passages/prose.js';
import type { SourceFile } from '../passages/source-file.js';

/** What documents, or the tags of a field, say that a setting is if nobody sets it. */
export interface DocumentedValue {
  readonly name: string;
  readonly value: string;
  /** What it is for. */
  readonly text: string;
  /** Of the lines that say so. */
  readonly start: number;
  readonly end: number;
}

const MAX_LENGTH = 600;
const MAX_LINES_ABOVE = 12;
const MAX_LINES_BELOW = 6;

const VARIABLE = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+';
const NAME = `(?:--?[a-z]|[A-Za-z])[\\w.:-]{1,60}`;
const AMOUNT =
  '-?\\d[\\d_.,]{0,20}(?:\\s?(?:ms|[smhd]|[kmg]i?b|bytes|milliseconds|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\\b)?';
const VALUE = `(\`[^\`]{1,60}\`|"[^"]{1,60}"|'[^']{1,60}'|${AMOUNT}|true|false)`;
/** "Default is 16", "Defaults to `5m`", "(default: 3)", "Default = `9090`". */
const STATED = new RegExp(
  `\\bdefaults?(?:\\s+value)?(?:\\s+(?:is|to|of)|\\*{0,2}\\s?[:=])\\*{0,2}\\s*${VALUE}`,
  'i',
);
/** With the unit and the end of the sentence. */
const WHOLE_STATEMENT = new RegExp(`\\(?${STATED.source}(?:\\s[a-z]{1,20})?[.)]{0,2}`, 'i');
/** The name of a setting on a line of its own, or where an item begins: a heading, `.B NAME`, "- `name`: …". */
const NAMED_LINE = new RegExp(
  `^\\s*(?:#{1,6}\\s+|\\.(?:B|IP|It Fl)\\s+|[*+-]\\s+)?(?:(?:Name|Key|Variable|Option):\\s+)?(?:\\*\\*)?(?:\`(${NAME})(?:[=\\s][^\`]{0,40})?\`|(${VARIABLE}))(?:\\*\\*)?\\s*($|[:(–—-])`,
);
const HEADING = /^\s*(?:#{1,6}\s|\.(?:TP|SH|SS|PP)\b)/;
/** `long:"edit-time" env:"EDIT_TIME" default:"5m" description:"…"`, `envconfig:"PORT" default:"8080"`. */
const TAG =
  /(?<![\w-])(long|env|envconfig|default|envDefault|description|desc|usage|help):"([^"]{1,300})"/g;

/** Of a document: rows of tables with a column of defaults, and entries that say their default. */
export function documentedValues({ path, lines }: SourceFile): DocumentedValue[] {
  if (path.endsWith('.go')) return lines.flatMap((text, at) => taggedValue(text, at + 1));
  return [...tableRows(lines), ...lines.flatMap((text, at) => statedValue(text, at + 1, lines))];
}

function taggedValue(text: string, line: number): DocumentedValue[] {
  if (!/\b(?:default|envDefault):"/.test(text)) return [];
  const tags = new Map(
    [...text.slice(0, MAX_LENGTH).matchAll(TAG)].map(([, key, said]) => [key, said]),
  );
  const name = tags.get('env') ?? tags.get('envconfig') ?? tags.get('long');
  const value = tags.get('default') ?? tags.get('envDefault');
  const said = tags.get('description') ?? tags.get('desc') ?? tags.get('usage') ?? tags.get('help');
  return name === undefined || value === undefined
    ? []
    : [{ name: name.split(',')[0] ?? name, value, text: said ?? '', start: line, end: line }];
}

function statedValue(text: string, line: number, lines: readonly string[]): DocumentedValue[] {
  const found = STATED.exec(text.slice(0, MAX_LENGTH));
  const before = text.slice(0, found?.index ?? 0);
  const value = OTHERWISE.test(before) ? undefined : found?.[1];
  const entry = value === undefined ? undefined : entryAbove(lines, line);
  if (value === undefined || !entry) return [];
  const { name, start } = entry;
  // "`timeout`: … The `retries` option defaults to 3."
  const between = [...lines.slice(start - 1, line - 1), before].join(' ').replace(name, '');
  if (OTHER_NAME.test(between)) return [];
  const said = lines.slice(start - 1, endOfEntry(lines, line, entry.isAlone));
  return [{ name, value: bare(value), text: plain(said, name), start, end: line }];
}

/** "It does not default to true", "the former default of 5". */
const OTHERWISE = /\b(?:not|no longer|former|previous|old|was|were|instead of)\b[^.]{0,40}$/i;
const OTHER_NAME =
  /(?:`|\*\*)[A-Za-z][\w.-]{2,60}(?:`|\*\*) (?:option|setting|flag|parameter|value)?\s*$/;

/** The name that an entry begins with. */
function entryIn(text: string) {
  const [, quoted, variable, behind] = NAMED_LINE.exec(text.slice(0, MAX_LENGTH)) ?? [];
  const name = quoted ?? variable;
  return name === undefined ? undefined : { name, isAlone: behind === '' };
}

/** Nothing beyond the heading that the line is below, or beyond the paragraph, unless the name stands alone. */
function entryAbove(lines: readonly string[], line: number) {
  let isSameParagraph = true;
  for (let at = line; at > 0 && at > line - MAX_LINES_ABOVE; at -= 1) {
    const text = lines[at - 1] ?? '';
    const found = entryIn(text);
    if (found) return isSameParagraph || found.isAlone ? { ...found, start: at } : undefined;
    if (at < line && HEADING.test(text)) return undefined;
    isSameParagraph &&= text.trim() !== '';
  }
  return undefined;
}

/** A sentence about it may stand below its default; below a name alone, in a paragraph of its own. */
function endOfEntry(lines: readonly string[], line: number, isAlone: boolean): number {
  const below = lines.slice(line, line + MAX_LINES_BELOW);
  const end = below.findIndex(
    (text) =>
      HEADING.test(text) ||
      entryIn(text) !== undefined ||
      /^\s*\|/.test(text) ||
      (!isAlone && text.trim() === ''),
  );
  return line + (end < 0 ? below.length : end);
}

/** Without the name, the default and the marks of the format. */
function plain(lines: readonly string[], name: string): string {
  return lines
    .filter((text) => !isAdmonition(text))
    .map((text) =>
      text
        .slice(0, MAX_LENGTH)
        .replace(/\\f[BIRP]|\\&/g, '')
        .replace(WHOLE_STATEMENT, ''),
    )
    .map((text) => text.replace(/^\s*(?:\.[A-Za-z]{1,2}\b|#{1,6}|[*+>-])\s*/, '').trim())
    .map((text) =>
      text.includes(name)
        ? text.replace(
            new RegExp(`^[\`*]*${escapeRegex(name)}[^\`]{0,40}[\`*]*\\s*[:–—-]*\\s*`),
            '',
          )
        : text,
    )
    .filter((text) => text !== '' && !/^[\W_]*(?:values?|type)\b[^.]*$/i.test(text))
    .join(' ')
    .replace(/\(\s*\)/g, '')
    .trim();
}

function bare(value: string): string {
  return value.replace(/^([`"'])(.*)\1$/, '$2').replace(/[.,]$/, '');
}

const NAME_CELL = new RegExp(`^[\`*]*(${NAME})[\`*]*$`);

function tableRows(lines: readonly string[]): DocumentedValue[] {
  const rows: DocumentedValue[] = [];
  let column: number | undefined;
  for (const [at, text] of lines.entries()) {
    const cells = cellsOf(text);
    if (cells.length < 2) column = undefined;
    else if (column === undefined) column = cells.findIndex((cell) => DEFAULT_COLUMN.test(cell));
    else if (column >= 0) rows.push(...tableRow(cells, { column, line: at + 1 }));
  }
  return rows;
}

const DEFAULT_COLUMN = /^\W*defaults?(?: value)?\W*$/i;

function tableRow(
  cells: readonly string[],
  { column, line }: { readonly column: number; readonly line: number },
): DocumentedValue[] {
  const cell = cells[column] ?? '';
  const value = bare(cell);
  const names = cells
    .slice(0, 2)
    .flatMap((other, n) => (n === column ? [] : (NAME_CELL.exec(other)?.[1] ?? [])));
  const name = names.find((one) => new RegExp(`^${VARIABLE}$`).test(one)) ?? names[0];
  const others = cells.filter((other, n) => n !== column && !NAME_CELL.test(other));
  const text = others.toSorted((a, b) => b.length - a.length)[0] ?? '';
  // Other words than values say whether it must be set: "required", "see below".
  const isCode = /^([`"']).+\1$/.test(cell);
  const isPlain =
    /^-?\d[\w.,:]*(?: ?[a-z]{1,12})?$|^(?:true|false)$|^[\w.-]*[\d./:][\w./:-]*$/i.test(cell);
  const isWord = /^[a-z][\w-]{1,20}$/.test(cell);
  const isValue = value.length <= 60 && !NO_VALUE.test(value) && (isCode || isPlain || isWord);
  return name === undefined || !isValue ? [] : [{ name, value, text, start: line, end: line }];
}

const NO_VALUE =
  /^(?:none|empty|n\/a|null|undefined|required|optional|yes|no|varies|unset|random|generated|auto)$/i;

function cellsOf(text: string): string[] {
  if (!text.includes('|') || text.length > 2 * MAX_LENGTH) return [];
  const inside = text.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
