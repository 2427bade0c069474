import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common';
import { BREAK } from '../format/escape.js';
import { fenceFor, linePrefix } from './fence.js';
import { type Edit, inlineEdits, type LinkContext, resolver } from './inline.js';
import { children, parseBlocks } from './parse.js';
import { ruleEdits, separateTables } from './separate-tables.js';
import { normalLabel } from './spans.js';

/** A top-level block of Markdown that is harmless and stands on its own. */
export interface Piece {
  readonly kind: 'code' | 'table' | 'list' | 'quote' | 'heading' | 'rule' | 'text';
  readonly markdown: string;
  /** What joins it to the piece before; a blank line where absent. */
  readonly separator?: string;
  /** How many containers were opened to reach it; none where absent. */
  readonly depth?: number;
}

export const BLANK_LINE = '\n\n';

/**
 * What joins a piece to the one before. A list item follows another one on the next line; after
 * anything else, such as the content of an item that was divided, it would be part of that.
 */
export function separatorBetween(before: Piece, piece: Piece): string {
  const { separator = BLANK_LINE } = piece;
  const isNextItem = before.kind === 'list' && before.depth === piece.depth;
  return piece.kind === 'list' && !isNextItem ? BLANK_LINE : separator;
}

/** Pieces as the Markdown that they are together. */
export function joinPieces(pieces: readonly Piece[]): string {
  return pieces
    .map((piece, n) => {
      const before = pieces[n - 1];
      return (before === undefined ? '' : separatorBetween(before, piece)) + piece.markdown;
    })
    .join('');
}

/** Without one of these a leaf has nothing to rewrite. */
const TRIGGER = /[<@[&]/;
const LEAVES: ReadonlySet<string> = new Set([
  ...['Paragraph', 'TableCell', 'Task', 'SetextHeading1', 'SetextHeading2'],
  ...[1, 2, 3, 4, 5, 6].map((level) => `ATXHeading${level}`),
]);
/** Nothing in them is of interest here, nor in a leaf. */
const OPAQUE_NODES: ReadonlySet<string> = new Set(['FencedCode', 'CodeBlock', 'LinkReference']);

/**
 * An answer as pieces that can be sent: what the service wrote, in order, with links absolute on
 * `baseUrl` and http(s) only, references written in place, images as links, HTML as text,
 * mentions broken, every fence closed. `baseUrl` may have a path.
 */
export function sanitize(markdown: string, baseUrl: string): Piece[] {
  const { source, tree } = parsed(normalised(markdown));
  const around = { resolve: resolver(baseUrl), baseUrl, definitions: definitions(tree, source) };
  return children(tree.topNode).flatMap((node) => tidyNode(node, source, around));
}

function parsed(text: string): { source: string; tree: Tree } {
  const tree = parseBlocks(text);
  const source = separateTables(text, tree);
  return { source, tree: source === text ? tree : parseBlocks(source) };
}

/** The pieces of Markdown that is tidy already. */
export function piecesOf(markdown: string): Piece[] {
  return children(parseBlocks(markdown).topNode).map((node) => ({
    kind: kindOf(node),
    markdown: markdown.slice(node.from, node.to),
  }));
}

/** The maximum nesting of quotes and lists on one line, 60: the rest of the line is text. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){60}/gm;

/** Line ends as `\n`; no NUL and no lone surrogates, which cannot be displayed. */
function normalised(markdown: string): string {
  const text = markdown.replace(/\r\n?/g, '\n').replace(/\0|\p{Cs}/gu, '\ufffd');
  return text.replace(TOO_DEEP, `$&${BREAK}`);
}

function definitions(tree: Tree, source: string): Map<string, string> {
  const found = new Map<string, string>();
  if (!source.includes(']:')) return found;
  tree.iterate({
    enter: (ref) => {
      if (ref.name !== 'LinkReference') return !LEAVES.has(ref.name);
      const label = ref.node.getChild('LinkLabel');
      const url = ref.node.getChild('URL');
      if (label === null || url === null) return false;
      const key = normalLabel(source.slice(label.from + 1, label.to - 1));
      if (!found.has(key)) found.set(key, source.slice(url.from, url.to));
      return false;
    },
  });
  return found;
}

function tidyNode(node: SyntaxNode, source: string, around: LinkContext): Piece[] {
  if (node.name === 'CodeBlock') return [indentedCode(node, source)];
  const edits: Edit[][] = [];
  node.cursor().iterate((ref) => {
    const isLeaf = LEAVES.has(ref.name);
    if (isLeaf) edits.push(leafEdits(ref, source, around));
    else if (ref.name === 'LinkReference') edits.push(referenceEdits(ref.node, source, around));
    else if (ref.name === 'FencedCode') edits.push(closed(ref.node, source));
    return !isLeaf && !OPAQUE_NODES.has(ref.name);
  });
  if (node.name === 'HorizontalRule') return [{ kind: 'rule', markdown: '---' }];
  const markdown = applied(source, node, edits.flat());
  return markdown.trim() === '' ? [] : [{ kind: kindOf(node), markdown }];
}

function kindOf({ name }: SyntaxNode): Piece['kind'] {
  if (name === 'FencedCode' || name === 'CodeBlock') return 'code';
  if (name === 'Table') return 'table';
  if (name === 'BulletList' || name === 'OrderedList') return 'list';
  if (name === 'Blockquote') return 'quote';
  if (name === 'HorizontalRule') return 'rule';
  return name.includes('Heading') ? 'heading' : 'text';
}

/** Most leaves of an answer are cells without anything to rewrite: no node is made of those. */
function leafEdits(leaf: SyntaxNodeRef, source: string, around: LinkContext): Edit[] {
  const marker = leaf.name === 'Task' ? leaf.node.getChild('TaskMarker') : null;
  const from = marker?.to ?? leaf.from;
  const text = source.slice(from, leaf.to);
  const rules = leaf.name === 'TableCell' ? [] : ruleEdits(text, from);
  if (!TRIGGER.test(text)) return rules;
  const bare = text.includes('\n') ? withoutQuoteMarks(text, from, leaf.node) : text;
  return [...inlineEdits(bare, from, around), ...rules];
}

/** The `>` of a quote's further lines are no text: blanks of the same length take their place. */
function withoutQuoteMarks(text: string, offset: number, leaf: SyntaxNode): string {
  let bare = text;
  for (const { from, to } of leaf.getChildren('QuoteMark')) {
    const [before, after] = [bare.slice(0, from - offset), bare.slice(to - offset)];
    bare = before + ' '.repeat(to - from) + after;
  }
  return bare;
}

/** A definition has been written in place; a footnote's is text. */
function referenceEdits(node: SyntaxNode, source: string, around: LinkContext): Edit[] {
  const text = source.slice(node.from, node.to);
  if (text.startsWith('[^')) return inlineEdits(text, node.from, around);
  return [{ from: node.from, to: node.to, insert: '' }];
}

/** A fence that the answer leaves open would swallow whatever follows. */
function closed(node: SyntaxNode, source: string): Edit[] {
  const [open, close] = node.getChildren('CodeMark');
  if (open === undefined || close !== undefined) return [];
  const fence = source.slice(open.from, open.to);
  const insert = `\n${linePrefix(source, open.from)}${fence}`;
  return [{ from: node.to, to: node.to, insert }];
}

/** Slack's support for indented code is not documented: it gets a fence. */
function indentedCode(node: SyntaxNode, source: string): Piece {
  const start = source.lastIndexOf('\n', node.from - 1) + 1;
  const code = source.slice(start, node.to).replace(/^(?: {4}| {0,3}\t)/gm, '');
  const fence = fenceFor(code);
  return { kind: 'code', markdown: `${fence}\n${code}\n${fence}` };
}

function applied(source: string, span: { from: number; to: number }, edits: Edit[]): string {
  if (edits.length === 0) return source.slice(span.from, span.to);
  const parts: string[] = [];
  let at = span.from;
  for (const { from, to, insert } of inOrder(edits)) {
    parts.push(source.slice(at, from), insert);
    at = to;
  }
  return parts.join('') + source.slice(at, span.to);
}

/** By place; a stable sort keeps insertions at one place in the order that they were made. */
function inOrder(edits: Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
}
