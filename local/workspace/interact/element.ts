import type { Block } from '../workspace-api.js';

export type Element = Readonly<Record<string, unknown>> & { readonly type: string };

export interface Found {
  readonly element: Element;
  readonly blockId: string;
  /** The block that it stands in. */
  readonly block: Block;
}

/** Every place of a message or view where an element may be. */
export function elementsIn(blocks: readonly Block[]): readonly Found[] {
  return blocks.flatMap((block) => [
    ...elementsOf(block).map((element) => ({ element, blockId: block.block_id ?? '', block })),
    ...elementsIn(childrenOf(block)),
  ]);
}

/** The interactive element that an action names, in that block if one is named. */
export function findElement(
  blocks: readonly Block[],
  wanted: { readonly actionId: string; readonly blockId?: string | undefined },
): Found | undefined {
  return elementsIn(blocks).find(
    ({ element, blockId }) =>
      element['action_id'] === wanted.actionId &&
      (wanted.blockId === undefined || wanted.blockId === blockId),
  );
}

function elementsOf(block: Block): Element[] {
  const places = [block['elements'], block['actions'], [block['accessory']], [block['element']]];
  return places.flat().filter(isElement);
}

function childrenOf(block: Block): Block[] {
  const carousel = block.type === 'carousel' ? block['elements'] : undefined;
  return [block['child_blocks'], carousel].flat().filter(isElement);
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && 'type' in value;
}
