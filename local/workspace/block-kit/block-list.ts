import type { Block } from '../api/workspace.js';

const MARKDOWN_CHARS = 12_000;
const TABLE_CHARS = 10_000;

/** Errors that only show across blocks: too many, duplicate ids, too much text in total. */
export function blockListErrors(
  blocks: readonly unknown[],
  { at, maxBlocks }: { readonly at: string; readonly maxBlocks: number },
): string[] {
  const known = blocks.filter(isBlock);
  return [
    ...(blocks.length > maxBlocks
      ? [`no more than ${maxBlocks} items allowed [json-pointer:${at}]`]
      : []),
    ...duplicates(known.map((it) => it.block_id)).map((id) => `block_id already exists: ${id}`),
    ...known.flatMap((it, index) => duplicateActionIds(it, `${at}/${index}`)),
    ...markdownErrors(known),
    ...tableErrors(known),
  ];
}

export function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function duplicates(ids: readonly unknown[]): string[] {
  const strings = ids.filter((id) => typeof id === 'string');
  return strings.filter((id, index) => strings.indexOf(id) !== index);
}

function duplicateActionIds(it: Block, at: string): string[] {
  const elements = Array.isArray(it['elements']) ? it['elements'] : [];
  return duplicates(elements.map((element) => element?.action_id)).map(
    (id) => `action_id already exists: ${id} [json-pointer:${at}]`,
  );
}

function markdownErrors(blocks: readonly Block[]): string[] {
  const total = blocks
    .filter((it) => it.type === 'markdown')
    .reduce((sum, it) => sum + textLength(it['text']), 0);
  return total > MARKDOWN_CHARS
    ? [`markdown blocks must be less than ${MARKDOWN_CHARS + 1} characters in all`]
    : [];
}

function tableErrors(blocks: readonly Block[]): string[] {
  const tables = blocks.filter((it) => it.type === 'table');
  const sizes = blocks
    .filter((it) => it.type === 'table' || it.type === 'data_table')
    .map((it) => textLength(it['rows']));
  return [
    ...(tables.length > 1 ? ['only_one_table_allowed'] : []),
    ...(sizes.some((size) => size > TABLE_CHARS)
      ? [`a table must be less than ${TABLE_CHARS + 1} characters`]
      : []),
  ];
}

const TEXT_KEYS = new Set(['text', 'title', 'subtitle', 'caption', 'alt_text', 'description']);

/** Counts the characters that a reader sees. */
export function textLength(value: unknown, key = 'text'): number {
  if (typeof value === 'string') return TEXT_KEYS.has(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, it) => sum + textLength(it, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, it]) => sum + textLength(it, name), 0);
}
