import type { SplitBudget } from './budget.js';
import { listItems, quoteContent, unwrapContainer } from './container.js';
import { fenceFor } from './fence.js';
import { type Piece, piecesOf } from './sanitize.js';
import { splitCode } from './split-code.js';
import { splitTable } from './split-table.js';
import { splitText } from './split-text.js';
import { hasOneTableAtMost, isTooWide } from './table-limits.js';

/** Deeper containers are shown as they were written: opening each costs a pass over its content. */
const DEPTH_MAX = 6;

/**
 * Divides a piece that is too large for a part, or has too many tables, between its own parts: items,
 * rows, lines, sentences. What comes out may have to be divided again.
 */
export function split(piece: Piece, room: SplitBudget): Piece[] {
  if (piece.kind === 'code') return splitCode(piece.markdown, room);
  if (piece.kind === 'table') {
    return isTooWide(piece)
      ? splitCode(verbatim(piece.markdown), room)
      : splitTable(piece.markdown, room);
  }
  if (piece.kind !== 'list' && piece.kind !== 'quote') return splitText(piece.markdown, room);
  if (room.depth >= DEPTH_MAX) return splitCode(verbatim(piece.markdown), room);
  const byParts = piece.kind === 'list' ? listByItems : quoteByContent;
  return byParts(piece.markdown, room);
}

function verbatim(markdown: string): string {
  const fence = fenceFor(markdown);
  return `${fence}\n${markdown}\n${fence}`;
}

function listByItems(markdown: string, { depth }: SplitBudget): Piece[] {
  const items = listItems(markdown);
  if (items.length > 1) return items.map((item) => ({ ...item, depth }));
  return unwrapContainer(markdown).map((piece) => ({ ...piece, depth: depth + 1 }));
}

function quoteByContent(markdown: string, room: SplitBudget): Piece[] {
  const quote = (text: string) => text.replace(/^/gm, '> ');
  const inner = { ...room, depth: room.depth + 1, cost: (text: string) => room.cost(quote(text)) };
  return piecesOf(quoteContent(markdown))
    .flatMap((piece) => shrunk(piece, inner))
    .map((piece, i) => ({
      kind: 'quote',
      markdown: quote(piece.markdown),
      depth: inner.depth,
      ...(i > 0 && { separator: '\n>\n' }),
    }));
}

/** Divided until every piece fits, since a quote around them has to close first. */
function shrunk(piece: Piece, room: SplitBudget): Piece[] {
  if (room.cost(piece.markdown) <= room.full && hasOneTableAtMost(piece)) return [piece];
  const parts = split(piece, { ...room, first: room.full });
  return parts.flatMap((part) => shrunk(part, { ...room, depth: room.depth + 1 }));
}
