import { randomBytes } from 'node:crypto';
import type { Block } from '../api/workspace.js';
import { isBlock } from './block-list.js';

/** Adds the missing `block_id` and `action_id`s, as Slack does. */
export function withIds(it: Block): Block {
  const children = it['child_blocks'];
  return {
    ...it,
    block_id: it.block_id ?? newBlockId(),
    ...(Array.isArray(children) ? { child_blocks: children.map((child) => withIds(child)) } : {}),
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

/** An id like those that Slack generates for blocks without one. */
export function newBlockId(): string {
  return randomBytes(4).toString('base64url').slice(0, 5);
}
