import type { LineRange } from '../../../index/chunks.js';
import { fenceAfter } from '../../../index/markdown-fences.js';
import { MAX_PARAGRAPH_LENGTH, type ProseLine, plainText, splitSentences } from './prose.js';
import {
  BLOCK_QUOTE,
  BULLET,
  DESCRIBES,
  DIRECTIVE,
  FIELD_PARAM,
  HTML_ITEM,
  NAMES_BELOW,
  NO_PROSE,
  NOTE,
  type OpenBlock,
  ORDINAL,
  OTHER_TAG,
  TAG_CODE,
  TAG_PARAM,
  TAG_TEXT,
  TAG_THROWS,
  VALUE_LINE,
  VERSION,
} from './prose-markup.js';
import { type Sample, withSample } from './prose-sample.js';
import { TableReader } from './prose-table.js';
import { placesIn } from './sentence-lines.js';

/** A sentence or a row of a table: the least that can be quoted. */
export interface ProseUnit extends LineRange {
  /** Plain text, with code in backticks. */
  readonly text: string;
  /** Units of one paragraph, list item or table have the same number. */
  readonly block: number;
  /** What a list item begins with: `-` or `3.`. */
  readonly marker?: string;
  /** Items of one list have the same number. */
  readonly list?: number;
  /** What it is said about, such as the name of a parameter, if that is above it. */
  readonly about?: string;
  /** What a row's cells are called. */
  readonly columns?: string;
  /** The lines of code that it announces. */
  readonly sample?: Sample;
}

/** How the lines are marked up. In comments, Markdown, reStructuredText and the tags of documentation may be mixed. */
export type Markup = 'markdown' | 'rst' | 'comment';

const MAX_UNITS = 400;
/** What an item is called, rather than a sentence about it. */
const MAX_HEAD_LENGTH = 60;

/** What can be quoted of some lines; their code, images, badges and rulers cannot. */
export function proseUnits(lines: readonly ProseLine[], markup: Markup): ProseUnit[] {
  const reader = new ProseReader(markup);
  for (const one of lines) {
    if (reader.units.length > MAX_UNITS) break;
    reader.read(one);
  }
  reader.end();
  const { units } = reader;
  // What an item is called is said with what is said about it.
  return units.filter(({ text }, n) => units[n + 1]?.about !== text);
}

/** Goes through lines once, from block to block. */
class ProseReader {
  readonly units: ProseUnit[] = [];
  #block = 0;
  #list = 0;
  #open: OpenBlock = { lines: [] };
  #fence: string | undefined;
  /** The indentation from which on lines are code, until one is indented less. */
  #skipFrom: number | undefined;
  /** The list item or the definition that indented lines go on with. */
  #item: { readonly indent: number; readonly head?: string } | undefined;
  #isList = false;
  #wasBlank = true;
  readonly #table = new TableReader();
  #isTagCode = false;
  /** The lines of code behind a sentence that announces them. */
  #sample: ProseLine[] = [];
  #announcing: number | undefined;
  #language = '';

  constructor(readonly markup: Markup) {}

  read({ text: given, line }: ProseLine): void {
    const text = this.markup === 'rst' ? given : given.replace(BLOCK_QUOTE, '');
    if (this.#isCode(text, line)) return;
    if (text.trim() === '' || /^\s*<\/?p>\s*$/i.test(text)) {
      this.#endBlock();
      this.#wasBlank = true;
      this.#table.end();
      return;
    }
    const indent = text.search(/\S/);
    if (this.#item && indent <= this.#item.indent && !this.#isItem(text)) this.#item = undefined;
    if (this.#readDirective(text, line) || this.#readTag(text, line) || this.#readRow(text, line)) {
      this.#wasBlank = false;
      return;
    }
    if (NO_PROSE.test(text)) {
      this.#endBlock();
      return;
    }
    if (this.#startsCode({ text, line }, indent)) return;
    this.#readText({ text, line }, indent);
    this.#wasBlank = false;
  }

  #tellSample(): void {
    const at = this.#announcing ?? -1;
    const unit = this.units[at];
    if (unit) this.units[at] = withSample(unit, this.#sample, this.#language);
    this.#sample = [];
    this.#language = '';
    this.#announcing = undefined;
  }

  /** Inside of a fence, an example, or a directive that is no prose. */
  #isCode(text: string, line: number): boolean {
    const before = this.#fence;
    this.#fence = this.markup === 'rst' ? undefined : fenceAfter(before, text);
    if (before !== undefined || this.#fence !== undefined) {
      if (before === undefined) {
        this.#endProse();
        this.#language = /^[\s>]*[`~]{3,}\s*([\w+-]{1,20})/.exec(text)?.[1] ?? '';
      } else if (this.#fence !== undefined) this.#sample.push({ text, line });
      else this.#tellSample();
      return true;
    }
    const indent = text.search(/\S/);
    if (this.#skipFrom !== undefined && (indent < 0 || indent >= this.#skipFrom)) {
      if (!/^\s*:[\w-]+:(?:\s|$)/.test(text)) this.#sample.push({ text, line });
      return true;
    }
    this.#skipFrom = undefined;
    this.#tellSample();
    if (this.#isTagCode && (OTHER_TAG.test(text) || TAG_PARAM.test(text) || TAG_TEXT.test(text))) {
      this.#isTagCode = false;
    }
    if (TAG_CODE.test(text) && this.markup === 'comment') {
      this.#endBlock();
      this.#isTagCode = true;
    }
    return this.#isTagCode;
  }

  #isItem(text: string): boolean {
    return BULLET.test(text) || ORDINAL.test(text) || HTML_ITEM.test(text);
  }

  /** Indented lines behind a blank one, where no item goes on. */
  #startsCode({ text, line }: ProseLine, indent: number): boolean {
    const base = this.#item === undefined ? 0 : this.#item.indent + 2;
    const opensBlock = this.#wasBlank && this.#open.lines.length === 0;
    const isCode = opensBlock && indent >= base + 4 && !this.#isItem(text) && this.markup !== 'rst';
    if (!isCode || (this.#item && indent < base + 4)) return false;
    this.#endProse();
    this.#skipFrom = indent;
    this.#sample.push({ text, line });
    return true;
  }

  /** What ends with a colon announces the code behind it. */
  #endProse(): void {
    this.#endBlock();
    const last = this.units.length - 1;
    if (this.units[last]?.text.endsWith(':')) this.#announcing = last;
  }

  #readDirective(text: string, line: number): boolean {
    const [, space = '', name, rest = ''] = DIRECTIVE.exec(text) ?? [];
    if (name === undefined) {
      if (!/^\s*\.\.(?:\s|$)/.test(text)) return false;
      this.#endBlock();
      return true;
    }
    this.#endBlock();
    const indent = space.length;
    if (DESCRIBES.test(name)) {
      const named = rest.replace(/[`*]/g, '').trim();
      this.#item = { indent, ...(named !== '' && { head: `\`${named}\`` }) };
    } else if (!NOTE.test(name)) {
      this.#endProse();
      this.#skipFrom = indent + 1;
    } else if (VERSION.test(name)) {
      const what = name.startsWith('dep') ? 'Deprecated' : name.replace('version', '');
      const [, version = '', said = ''] = /^(\S*)\s*(.*)$/.exec(rest) ?? [];
      const lead = `${what.charAt(0).toUpperCase()}${what.slice(1)} ${version === '' ? '' : `in ${version}`}: ${said}`;
      this.#start({ text: lead.replace(/\s+:/, ':'), line });
    } else if (rest.trim() !== '') this.#start({ text: rest, line });
    return true;
  }

  #readTag(text: string, line: number): boolean {
    if (this.markup === 'markdown') return false;
    const [, name, description = ''] =
      TAG_PARAM.exec(text) ?? TAG_THROWS.exec(text) ?? FIELD_PARAM.exec(text) ?? [];
    const [, plain] = TAG_TEXT.exec(text) ?? [];
    if (name !== undefined) {
      this.#start({ text: description, line }, { marker: '-', about: `\`${name}\`` });
      return true;
    }
    if (plain !== undefined) {
      const tag = /[a-z]+/i.exec(text)?.[0] ?? '';
      const said = plain.replace(/^\{[^{}]{0,200}\}\s*/, '');
      const isResult = /^return/i.test(tag) && !/^returns?\b/i.test(said);
      const label = /^default/i.test(tag) ? 'Default: ' : isResult ? 'Returns ' : '';
      this.#start({ text: `${label}${said}`, line });
      return true;
    }
    if (OTHER_TAG.test(text)) {
      this.#endBlock();
      return true;
    }
    if (this.markup !== 'comment' || !NAMES_BELOW.test(text)) return false;
    this.#endBlock();
    this.#item = { indent: text.search(/\S/) };
    return true;
  }

  #readRow(text: string, line: number): boolean {
    const read = this.#table.read(text, this.#open.lines.at(-1)?.text);
    if (!read) return false;
    if (read.takesLineAbove) this.#open.lines.pop();
    this.#endBlock();
    if (read.isHeader) this.#block += 1;
    const block = this.#block;
    if (read.row) {
      this.units.push({ ...read.row, start: line, end: line, block, marker: '-', list: -block });
    }
    return true;
  }

  #readText(one: ProseLine, indent: number): void {
    const { text, line } = one;
    const item = BULLET.exec(text) ?? ORDINAL.exec(text) ?? HTML_ITEM.exec(text);
    if (item) {
      const [all, space = '', mark = '-'] = item;
      if (!this.#isList || this.#item === undefined) this.#list += 1;
      this.#isList = true;
      const marker = /\d/.test(mark) ? `${mark}.` : '-';
      this.#start({ text: text.slice(all.length), line }, { marker, list: this.#list });
      this.#item = { indent: space.length };
      return;
    }
    if (this.#item === undefined) this.#isList = false;
    const head = this.#item?.head;
    if (this.#open.lines.length === 0) {
      this.#start({ text, line }, head === undefined ? {} : { about: head });
      return;
    }
    const before = this.#open.lines.at(-1);
    // The term of a definition list is a line of its own, above its indented description.
    const beforeIndent = before?.text.search(/\S/) ?? 0;
    const isTerm =
      this.markup !== 'markdown' &&
      this.#open.lines.length === 1 &&
      indent >= beforeIndent + 2 &&
      this.#open.marker === undefined &&
      (before?.text.trim().length ?? 0) <= MAX_HEAD_LENGTH;
    if (isTerm && before) {
      this.#open = { lines: [] };
      const term = plainText(before.text.replace(/\s*:+\s*$/, ''));
      this.#item = { indent: beforeIndent, head: term };
      this.#start({ text, line }, { about: term });
      return;
    }
    if (VALUE_LINE.test(text) || VALUE_LINE.test(before?.text ?? '') || isBroken(before?.text)) {
      const { marker, list, about } = this.#open;
      const same = this.#block;
      this.#flush();
      this.#block = same;
      this.#open = {
        lines: [],
        ...(marker !== undefined && { marker }),
        ...(list !== undefined && { list }),
        ...(about !== undefined && { about }),
      };
    }
    this.#open.lines.push(one);
  }

  #start(first: ProseLine, of: Omit<OpenBlock, 'lines'> = {}): void {
    this.#endBlock();
    this.#open = { lines: first.text.trim() === '' ? [] : [first], ...of };
    if (first.text.trim() === '' && of.about !== undefined) {
      this.#item = { indent: 0, head: of.about };
    }
  }

  end(): void {
    this.#endBlock();
    this.#tellSample();
  }

  #endBlock(): void {
    if (this.#open.lines.length > 0) this.#flush();
    this.#open = { lines: [] };
  }

  #flush(): void {
    const { lines, ...of } = this.#open;
    this.#block += 1;
    const block = this.#block;
    const said = lines.map((one) => one.text.trim().replace(/\\$/, '')).join(' ');
    const isSample = this.markup !== 'markdown' && said.endsWith('::');
    const text = plainText(isSample ? said.slice(0, -1) : said);
    const all = splitSentences(text).filter((one) => /[\p{L}\p{N}]/u.test(one));
    // Of a paragraph that is read in part, the last sentence is none.
    const sentences = said.length > MAX_PARAGRAPH_LENGTH ? all.slice(0, -1) : all;
    const place = placesIn(lines);
    for (const [n, sentence] of sentences.entries()) {
      const isHead = n === 0 && of.marker !== undefined && sentence.length <= MAX_HEAD_LENGTH;
      if (isHead && this.#item) this.#item = { ...this.#item, head: sentence };
      this.units.push({ text: sentence, ...place(sentence), block, ...of });
    }
    if (isSample) {
      this.#skipFrom = (lines[0]?.text.search(/\S/) ?? 0) + 1;
      this.#announcing = this.units.length - 1;
    }
  }
}

/** A line that Markdown ends where it does. */
function isBroken(text: string | undefined): boolean {
  return text !== undefined && /(?: {2}|\\|<br ?\/?>)$/.test(text);
}
