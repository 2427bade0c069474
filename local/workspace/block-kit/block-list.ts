import type { Block } from '../api/workspace.js';
import { tableErrors } from './tables.js';
import { textLength } from './text-length.js';

const MARKDOWN_CHARS = 12_000;

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
