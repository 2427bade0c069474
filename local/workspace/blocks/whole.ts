import type { Block } from '../workspace-api.js';

const MARKDOWN_CHARS = 12_000;
const TABLE_CHARS = 10_000;

/** What no single block shows: too many, ids twice, too much text in all. */
export function wholeProblems(
  blocks: readonly unknown[],
  { at, most }: { readonly at: string; readonly most: number },
): string[] {
  const known = blocks.filter(isBlock);
  return [
    ...(blocks.length > most ? [`no more than ${most} items allowed [json-pointer:${at}]`] : []),
    ...repeated(known.map((it) => it.block_id)).map((id) => `block_id already exists: ${id}`),
    ...known.flatMap((it, index) => repeatedActions(it, `${at}/${index}`)),
    ...markdownProblems(known),
    ...tableProblems(known),
  ];
}

export function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function repeated(ids: readonly unknown[]): string[] {
  const strings = ids.filter((id) => typeof id === 'string');
  return strings.filter((id, index) => strings.indexOf(id) !== index);
}

function repeatedActions(it: Block, at: string): string[] {
  const elements = Array.isArray(it['elements']) ? it['elements'] : [];
  return repeated(elements.map((element) => element?.action_id)).map(
    (id) => `action_id already exists: ${id} [json-pointer:${at}]`,
  );
}

function markdownProblems(blocks: readonly Block[]): string[] {
  const total = blocks
    .filter((it) => it.type === 'markdown')
    .reduce((sum, it) => sum + charsIn(it['text']), 0);
  return total > MARKDOWN_CHARS
    ? [`markdown blocks must be less than ${MARKDOWN_CHARS + 1} characters in all`]
    : [];
}

function tableProblems(blocks: readonly Block[]): string[] {
  const tables = blocks.filter((it) => it.type === 'table');
  const sizes = blocks
    .filter((it) => it.type === 'table' || it.type === 'data_table')
    .map((it) => charsIn(it['rows']));
  return [
    ...(tables.length > 1 ? ['only_one_table_allowed'] : []),
    ...(sizes.some((size) => size > TABLE_CHARS)
      ? [`a table must be less than ${TABLE_CHARS + 1} characters`]
      : []),
  ];
}

const TEXT_KEYS = new Set(['text', 'title', 'subtitle', 'caption', 'alt_text', 'description']);

/** All characters that a reader would see. */
export function charsIn(value: unknown, key = 'text'): number {
  if (typeof value === 'string') return TEXT_KEYS.has(key) ? value.length : 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, it) => sum + charsIn(it, key), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, it]) => sum + charsIn(it, name), 0);
}
