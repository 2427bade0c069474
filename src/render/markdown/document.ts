import type { SyntaxNode } from '@lezer/common';
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { children, parseWhole } from './parse.js';

/** Markdown as what it says, without its marks: what the plainer forms are written from. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly start?: number; readonly items: readonly Item[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly Inline[])[][] }
  | { readonly kind: 'rule' };

export interface Item {
  readonly checked?: boolean;
  readonly blocks: readonly Block[];
}

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly inlines: readonly Inline[] };

/** Nested deeper than anybody reads, and than recursion should go, containers are text. */
const DEPTH_MAX = 40;

export function parseDocument(markdown: string): Block[] {
  return blocksOf(parseWhole(markdown).topNode, { source: markdown, depth: 0 });
}

interface Here {
  readonly source: string;
  readonly depth: number;
}

function blocksOf(node: SyntaxNode, { source, depth }: Here): Block[] {
  if (depth > DEPTH_MAX) return [{ kind: 'paragraph', inlines: text(sliceOf(node, source)) }];
  return children(node).flatMap((child) => blockOf(child, { source, depth: depth + 1 }));
}

function sliceOf({ from, to }: SyntaxNode, source: string): string {
  return source.slice(from, to);
}

function blockOf(node: SyntaxNode, here: Here): Block[] {
  const { source } = here;
  switch (node.name) {
    case 'Paragraph':
    case 'Task':
      return [{ kind: 'paragraph', inlines: trimmed(inlinesOf(node, source)) }];
    case 'FencedCode':
    case 'CodeBlock':
      return [{ kind: 'code', text: codeText(node, source) }];
    case 'BulletList':
    case 'OrderedList':
      return [list(node, here)];
    case 'Blockquote':
      return [{ kind: 'quote', blocks: blocksOf(node, here) }];
    case 'Table':
      return [{ kind: 'table', rows: rows(node, source) }];
    case 'HorizontalRule':
      return [{ kind: 'rule' }];
    default:
      return node.name.includes('Heading')
        ? [{ kind: 'heading', inlines: trimmed(inlinesOf(node, source)) }]
        : [];
  }
}

function codeText(node: SyntaxNode, source: string): string {
  const parts = node.getChildren('CodeText').map((part) => sliceOf(part, source));
  return parts.join('');
}

function list(node: SyntaxNode, here: Here): Block {
  const items = node.getChildren('ListItem').map((item) => {
    const marker = item.getChild('Task')?.getChild('TaskMarker');
    const checked = marker && sliceOf(marker, here.source).toLowerCase() === '[x]';
    return { blocks: blocksOf(item, here), ...(typeof checked === 'boolean' && { checked }) };
  });
  const start = Number.parseInt(sliceOf(node, here.source).slice(0, 9), 10);
  return { kind: 'list', items, ...(node.name === 'OrderedList' && { start }) };
}

function rows(table: SyntaxNode, source: string): (readonly Inline[])[][] {
  return children(table)
    .filter(({ name }) => name === 'TableHeader' || name === 'TableRow')
    .map((row) => row.getChildren('TableCell').map((cell) => inlinesOf(cell, source)));
}

const MARKS = /Mark$|^TaskMarker$|^LinkTitle$|^LinkLabel$|^CodeInfo$/;
const STYLES: Record<string, 'strong' | 'emphasis' | 'strike'> = {
  StrongEmphasis: 'strong',
  Emphasis: 'emphasis',
  Strikethrough: 'strike',
};

function inlinesOf(node: SyntaxNode, source: string): Inline[] {
  return between(node, { from: node.from, to: node.to }, source);
}

/** What stands between `from` and `to` of a node: its children, and the text around them. */
function between(
  node: SyntaxNode,
  { from, to }: { from: number; to: number },
  source: string,
): Inline[] {
  const found: Inline[] = [];
  let at = from;
  for (const child of children(node)) {
    if (child.from < from || child.to > to) continue;
    found.push(...text(source.slice(at, child.from)), ...inlineOf(child, source));
    at = child.to;
  }
  found.push(...text(source.slice(at, to)));
  return found;
}

function text(raw: string): Inline[] {
  const flowing = raw.replace(/(?<![ \t])[ \t]*\n[ \t]*/g, '\n');
  return flowing === '' ? [] : [{ kind: 'text', text: flowing }];
}

/** Without the white space that a mark (`#`, `[x]`) leaves in front. */
function trimmed([first, ...rest]: Inline[]): Inline[] {
  if (first === undefined) return [];
  return first.kind === 'text'
    ? [{ ...first, text: first.text.trimStart() }, ...rest]
    : [first, ...rest];
}

function inlineOf(node: SyntaxNode, source: string): Inline[] {
  const raw = sliceOf(node, source);
  const style = STYLES[node.name];
  if (style !== undefined) return [{ kind: style, inlines: inlinesOf(node, source) }];
  if (MARKS.test(node.name)) return [];
  if (node.name === 'Escape') return text(raw.slice(1));
  if (node.name === 'Entity') return text(decodedEntity(raw));
  if (node.name === 'HardBreak') return text('\n');
  if (node.name === 'InlineCode') return [{ kind: 'code', text: inlineCode(raw) }];
  if (node.name === 'Autolink') return linked(raw.slice(1, -1));
  if (node.name === 'URL') return linked(raw);
  if (node.name === 'Link' || node.name === 'Image') return link(node, source);
  return text(raw);
}

function inlineCode(raw: string): string {
  const ticks = /^`+/.exec(raw)?.[0].length ?? 0;
  return raw
    .slice(ticks, raw.length - ticks)
    .replace(/^ (.*) $/s, '$1')
    .replaceAll('\n', ' ');
}

/** Only what leads to the web is a link; anything else is its label. */
function link(node: SyntaxNode, source: string): Inline[] {
  const [open, close] = node.getChildren('LinkMark');
  if (open === undefined || close === undefined) return text(sliceOf(node, source));
  const inlines = between(node, { from: open.to, to: close.from }, source);
  const url = node.getChild('URL');
  const target = url === null ? '' : sliceOf(url, source);
  if (/^https?:\/\//i.test(target)) return [{ kind: 'link', url: target, inlines }];
  return url === null ? text(sliceOf(node, source)) : inlines;
}

function linked(target: string): Inline[] {
  const inlines = text(target);
  return /^https?:\/\//i.test(target) ? [{ kind: 'link', url: target, inlines }] : inlines;
}

/** The character of an entity; unknown ones as they are. */
export function decodedEntity(entity: string): string {
  const name = entity.slice(1, -1);
  const digits = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(name);
  if (digits === null) return decodeNamedCharacterReference(name) || entity;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  const isText = code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isText ? String.fromCodePoint(code) : '\ufffd';
}
