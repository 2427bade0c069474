import type { Block } from '../api/workspace.js';

export type Element = Readonly<Record<string, unknown>> & { readonly type: string };

export interface FoundElement {
  readonly element: Element;
  readonly blockId: string;
  /** The block that contains it. */
  readonly block: Block;
}

/** All block elements of a message or view. */
export function allElements(blocks: readonly Block[]): readonly FoundElement[] {
  return blocks.flatMap((block) => [
    ...elementsOf(block).map((element) => ({ element, blockId: block.block_id ?? '', block })),
    ...allElements(childrenOf(block)),
  ]);
}

/** Finds an interactive element by `action_id` and, if given, `block_id`. */
export function findElement(
  blocks: readonly Block[],
  wanted: { readonly actionId: string; readonly blockId?: string | undefined },
): FoundElement | undefined {
  return allElements(blocks).find(
    ({ element, blockId }) =>
      element['action_id'] === wanted.actionId &&
      (wanted.blockId === undefined || wanted.blockId === blockId),
  );
}

/** Those of the block itself, not of blocks inside of it. */
export function elementsOf(block: Block): Element[] {
  const candidates = [
    block['elements'],
    block['actions'],
    [block['accessory']],
    [block['element']],
  ];
  return candidates.flat().filter(isElement);
}

function childrenOf(block: Block): Block[] {
  const carousel = block.type === 'carousel' ? block['elements'] : undefined;
  return [block['child_blocks'], carousel].flat().filter(isElement);
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && 'type' in value;
}
