import type { SyntaxNode } from '@lezer/common';
import { LIMITS } from '../format/limits.js';
import { children, parseBlocks } from './parse.js';
import type { Piece } from './sanitize.js';

interface TableSize {
  /** With the header. */
  readonly rows: number;
  readonly columns: number;
}

/** Only these can have a table in them. */
const HOLDERS: ReadonlySet<Piece['kind']> = new Set(['table', 'list', 'quote']);

/** How many tables are in a piece; a list or a quote may have several. */
export function countTables(piece: Piece): number {
  return tablesIn(piece).length;
}

/** Slack takes the piece's tables in one message: there is at most one, and it is not too large. */
export function hasOneTableAtMost(piece: Piece): boolean {
  const tables = tablesIn(piece);
  const fits = ({ rows, columns }: TableSize) =>
    rows <= LIMITS.tableRows && columns <= LIMITS.tableColumns;
  return tables.length <= 1 && tables.every(fits);
}

export function isTooWide(piece: Piece): boolean {
  return tablesIn(piece).some(({ columns }) => columns > LIMITS.tableColumns);
}

function tablesIn({ kind, markdown }: Piece): TableSize[] {
  if (!HOLDERS.has(kind) || !markdown.includes('|')) return [];
  const found: TableSize[] = [];
  parseBlocks(markdown).iterate({
    enter: ({ name, node }) => {
      if (name !== 'Table') return true;
      found.push(sizeOf(node, markdown));
      return false;
    },
  });
  return found;
}

function sizeOf(table: SyntaxNode, markdown: string): TableSize {
  const parts = children(table);
  const rule = parts.find(({ name }) => name === 'TableDelimiter');
  const dashes = rule === undefined ? '' : markdown.slice(rule.from, rule.to);
  return {
    rows: parts.filter(({ name }) => name !== 'TableDelimiter').length,
    columns: dashes.match(/-+/g)?.length ?? 0,
  };
}
