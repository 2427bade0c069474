import { LIMITS } from '../format/limits.js';
import type { SplitBudget } from './budget.js';
import { asParagraph } from './cut.js';
import type { Piece } from './sanitize.js';

const ROWS_MAX = LIMITS.tableRows - 1;

/** Each piece with the header. */
export function splitTable(markdown: string, room: SplitBudget): Piece[] {
  const [head = '', rule = '', ...rows] = markdown.split('\n');
  const overhead = room.cost(`${head}\n${rule}\n`);
  const inner = { ...room, first: room.first - overhead, full: room.full - overhead };
  if (inner.full < room.full / 2) return rows.flatMap((row) => rowAsText(head, row));
  const found: Piece[] = [];
  let current: string[] = [];
  let left = inner.first;
  const flush = () => {
    const table = [head, rule, ...current].join('\n');
    if (current.length > 0) found.push({ kind: 'table', markdown: table });
    current = [];
    left = inner.full;
  };
  for (const row of rows) {
    const cost = room.cost(`${row}\n`);
    if (cost > left || current.length >= ROWS_MAX) flush();
    if (cost > inner.full) found.push(...rowAsText(head, row));
    else current.push(row);
    left -= cost > inner.full ? 0 : cost;
  }
  flush();
  return found;
}

/** A row that no message could hold: a paragraph for each of its cells. */
function rowAsText(head: string, row: string): Piece[] {
  const names = cells(head);
  return cells(row).map((cell, column) => ({
    kind: 'text',
    markdown: asParagraph(`${names[column] ?? ''}: ${cell}`),
  }));
}

function cells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
