import type { Nodes, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block } from '../api/workspace.js';
import { textLength } from './text-length.js';

/** https://docs.slack.dev/reference/block-kit/blocks/table-block */
const MAX_ROWS = 100;
const MAX_COLUMNS = 20;
const MAX_CHARS = 10_000;

/** A table of a message, whichever block it is in. */
interface TableSize {
  readonly rows: number;
  readonly columns: number;
  readonly characters: number;
}

/** How many tables the blocks contain; those in Markdown and in containers count as well. */
export function countTables(blocks: readonly Block[]): number {
  return tablesIn(blocks).length;
}

/** The tables that are too large. The schema checks the rows and columns of table blocks. */
export function tableErrors(blocks: readonly Block[]): string[] {
  return tablesIn(blocks).flatMap(({ rows, columns, characters }) => [
    ...(rows > MAX_ROWS ? [`no more than ${MAX_ROWS} rows allowed in a table`] : []),
    ...(columns > MAX_COLUMNS ? [`no more than ${MAX_COLUMNS} columns allowed in a table`] : []),
    ...(characters > MAX_CHARS ? [`a table must be less than ${MAX_CHARS + 1} characters`] : []),
  ]);
}

function tablesIn(blocks: readonly Block[]): TableSize[] {
  return blocks.flatMap((block) => {
    if (block.type === 'markdown') return markdownTables(String(block['text']));
    if (block.type === 'container') return tablesIn(blocksIn(block['child_blocks']));
    if (block.type !== 'table' && block.type !== 'data_table') return [];
    return [{ rows: 0, columns: 0, characters: textLength(block['rows']) }];
  });
}

function blocksIn(value: unknown): Block[] {
  return Array.isArray(value) ? (value as Block[]) : [];
}

function markdownTables(text: string): TableSize[] {
  // Parsing takes long, and most Markdown has no table.
  if (!text.includes('|')) return [];
  const tree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return tableNodes(tree).map(({ children: rows }) => ({
    rows: rows.length,
    columns: Math.max(...rows.map(({ children: cells }) => cells.length)),
    characters: rows.reduce((sum, row) => sum + charactersIn(row), 0),
  }));
}

function tableNodes(node: Nodes): Table[] {
  if (node.type === 'table') return [node];
  return 'children' in node ? node.children.flatMap(tableNodes) : [];
}

function charactersIn(node: Nodes): number {
  if ('value' in node) return node.value.length;
  if (!('children' in node)) return 0;
  return node.children.reduce<number>((sum, child) => sum + charactersIn(child), 0);
}
