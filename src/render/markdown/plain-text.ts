import { BREAK, breakMentions, clip, oneLine } from '../format/escape.js';
import { type Block, type Inline, type Item, parseDocument } from './document.js';

/** What Markdown says, without marks and links; not escaped, free of mentions. */
export function plainText(markdown: string): string {
  return breakMentions(parseDocument(markdown).map(blockText).join('\n\n'));
}

/** What the label of a link says, given its Markdown. */
export function labelText(markdown: string): string {
  // The break keeps it from being read as another block, such as a list.
  const [paragraph] = parseDocument(BREAK + oneLine(markdown));
  return paragraph === undefined ? '' : blockText(paragraph).replace(BREAK, '');
}

const SENTENCE_END = /[.!?…](?=["'”’)\]]*\s+[^\p{Ll}\s])|[。！？]/u;
/** Enough to find a first sentence in. */
const BEGINNING = 1_200;

/** The first sentence that the text says: a heading only where there is nothing else. */
export function firstSentence(markdown: string, max: number): string {
  const blocks = parseDocument(markdown.slice(0, BEGINNING));
  const said = blocks.find(({ kind }) => kind === 'paragraph') ?? blocks[0];
  const text = said === undefined ? '' : oneLine(breakMentions(firstWords(said)));
  const end = SENTENCE_END.exec(text);
  return clip(end === null ? text : text.slice(0, end.index + 1), max);
}

/** Of a list its first item, of a table its header, of code its first line. */
function firstWords(block: Block): string {
  switch (block.kind) {
    case 'list':
      return firstOf(block.items[0]?.blocks ?? []);
    case 'quote':
      return firstOf(block.blocks);
    case 'table':
      return blockText({ ...block, rows: block.rows.slice(0, 1) });
    case 'code':
      return block.text.trimStart().split('\n')[0] ?? '';
    default:
      return blockText(block);
  }
}

function firstOf([first]: readonly Block[]): string {
  return first === undefined ? '' : firstWords(first);
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return plainInlines(block.inlines).trim();
    case 'code':
      return block.text;
    case 'list':
      return block.items
        .map((item, i) => markerOf(item, i, block.start) + itemText(item))
        .join('\n');
    case 'quote':
      return block.blocks.map(blockText).join('\n\n').replace(/^/gm, '> ');
    case 'table':
      return block.rows.map((row) => row.map(plainInlines).join(' | ')).join('\n');
    case 'rule':
      return '———';
  }
}

function itemText({ blocks }: Item): string {
  return blocks.map(blockText).join('\n').replaceAll('\n', '\n    ');
}

/** "• ", "3. ", and the box of a task. */
export function markerOf({ checked }: Item, i: number, start: number | undefined): string {
  const marker = start === undefined ? '•' : `${start + i}.`;
  return checked === undefined ? `${marker} ` : `${marker} ${checked ? '☑' : '☐'} `;
}

/** Not yet free of mentions: whoever shows it breaks them. */
export function plainInlines(inlines: readonly Inline[]): string {
  return inlines.map((part) => ('text' in part ? part.text : plainInlines(part.inlines))).join('');
}
