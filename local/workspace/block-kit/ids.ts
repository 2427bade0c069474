import { createHash, randomBytes } from 'node:crypto';
import type { Block } from '../api/workspace.js';
import { isBlock } from './block-list.js';

/**
 * Adds the missing `block_id` and `action_id`s, as Slack does. A block with the same buttons has the same id in
 * each version of a message, so a click or the focus is not lost to an update. An input has a new one, since
 * Slack keeps what was entered only for an id of the app's own.
 *
 * `within` tells the blocks of different attachments of one message apart.
 */
export function withIds(blocks: readonly Block[], within = ''): Block[] {
  const alike = new Map<string, number>();
  return blocks.map((it) => {
    const content = `${within} ${it.type} ${actionIdsOf(it).join(' ')}`;
    const count = (alike.get(content) ?? 0) + 1;
    alike.set(content, count);
    const generated = it.type === 'input' ? newBlockId() : blockIdFor(`${content} ${count}`);
    return withActionIds(it, it.block_id ?? generated);
  });
}

function withActionIds(it: Block, blockId: string): Block {
  const children = it['child_blocks'];
  return {
    ...it,
    block_id: blockId,
    ...(Array.isArray(children) ? { child_blocks: withIds(children, blockId) } : {}),
    ...(Array.isArray(it['elements']) && it.type !== 'rich_text'
      ? { elements: it['elements'].map(withActionId) }
      : {}),
    ...(it.type === 'section' && it['accessory']
      ? { accessory: withActionId(it['accessory']) }
      : {}),
    ...(it.type === 'input' ? { element: withActionId(it['element']) } : {}),
  };
}

const WITHOUT_ACTION = new Set(['image', 'mrkdwn', 'plain_text']);

function withActionId(element: unknown): unknown {
  if (!isBlock(element) || WITHOUT_ACTION.has(element.type)) return element;
  return { ...element, action_id: element['action_id'] ?? newBlockId() };
}

/** The app's own `action_id`s in a block. */
function actionIdsOf(it: Block): readonly unknown[] {
  const elements = [it['elements'], it['accessory']].flat();
  return elements.filter(isBlock).map((element) => element['action_id'] ?? '');
}

/** An id like those that Slack generates for blocks without one. */
export function newBlockId(): string {
  return idOf(randomBytes(4));
}

const blockIdFor = (content: string): string => idOf(createHash('sha256').update(content).digest());

const idOf = (bytes: Buffer): string => bytes.toString('base64url').slice(0, 5);
