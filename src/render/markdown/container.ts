import type { SyntaxNode } from '@lezer/common';
import { parseBlocks } from './parse.js';
import { type Piece, piecesOf } from './sanitize.js';

const MARKER = /^(?:[-+*]|(\d{1,9})([.)]))/;

/** The items of a list, each a list of its own: numbers continue, nested lists stay whole. */
export function listItems(markdown: string): Piece[] {
  const list = parseBlocks(markdown).topNode.firstChild;
  const nodes = list === null ? [] : list.getChildren('ListItem');
  const start = firstNumber(nodes[0], markdown);
  return nodes.map((node, i) => ({
    kind: 'list',
    markdown: numbered(markdown.slice(node.from, node.to), start + i),
    ...(i > 0 && { separator: gap(nodes[i - 1], node, markdown) }),
  }));
}

function firstNumber(item: SyntaxNode | undefined, markdown: string): number {
  return item === undefined ? 1 : Number(MARKER.exec(markdown.slice(item.from))?.[1] ?? 1);
}

/** Items may all be numbered 1 in the source; apart from each other they need their own number. */
function numbered(item: string, number: number): string {
  const found = MARKER.exec(item);
  if (found?.[1] === undefined) return item;
  const marker = `${number}${found[2]}`;
  const wider = marker.length - found[0].length;
  const rest = item.slice(found[0].length);
  return marker + (wider > 0 ? rest.replace(/\n(?=[^\n])/g, `\n${' '.repeat(wider)}`) : rest);
}

function gap(before: SyntaxNode | undefined, node: SyntaxNode, markdown: string): string {
  return markdown.slice(before?.to ?? 0, node.from).split('\n').length > 2 ? '\n\n' : '\n';
}

/** The content of a list of one item that is too large: its marker goes with its first paragraph. */
export function unwrapContainer(markdown: string): Piece[] {
  const marker = MARKER.exec(markdown.trimStart())?.[0] ?? '-';
  const [first, ...rest] = piecesOf(itemContent(markdown.trimStart(), marker));
  if (first === undefined) return [];
  if (first.kind !== 'text') return [{ kind: 'text', markdown: bare(marker) }, first, ...rest];
  return [{ kind: 'text', markdown: `${marker} ${first.markdown}` }, ...rest];
}

/** A marker alone, as text. */
function bare(marker: string): string {
  return marker.length === 1 ? '•' : marker.replace(/[.)]$/, '\\$&');
}

function itemContent(item: string, marker: string): string {
  const [first = '', ...lines] = item.slice(marker.length).split('\n');
  const padding = Math.max(1, Math.min(4, first.length - first.trimStart().length));
  const indent = new RegExp(`^ {0,${marker.length + padding}}`);
  return [first.trimStart(), ...lines.map((line) => line.replace(indent, ''))].join('\n');
}

/** Of each line, one quote mark less. */
export function quoteContent(markdown: string): string {
  return markdown.replace(/^ {0,3}> ?/gm, '');
}
