import { createHash, randomBytes } from 'node:crypto';
import type { Block } from '../api/workspace.js';
import { isBlock } from './block-list.js';
import { elementsOf } from './find-element.js';

/**
 * Adds the missing `block_id` and `action_id`s, as Slack does. A block whose elements have the same `action_id`s of the
 * app has the same id in each version of a message or view, so a click or the focus is not lost to an update. One that
 * holds what somebody entered has a new id, since Slack keeps that only for an id of the app's own.
 *
 * `within` tells the blocks of different attachments of one message apart.
 */
export function withIds(blocks: readonly Block[], within = ''): Block[] {
  const alike = new Map<string, number>();
  return blocks.map((it) => {
    const elements = elementsOf(it);
    const actionIds = elements.map((element) => element['action_id'] ?? '');
    const content = `${within} ${it.type} ${actionIds.join(' ')}`;
    const count = (alike.get(content) ?? 0) + 1;
    alike.set(content, count);
    const isEntry = elements.some(({ type }) => ENTRY.test(type));
    return withChildIds(it, it.block_id ?? (isEntry ? newBlockId() : idFor(`${content} ${count}`)));
  });
}

/** Elements that people enter something in. */
const ENTRY = /input|select|picker|checkboxes|radio/;

function withChildIds(it: Block, blockId: string): Block {
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

/** An id like those that Slack generates for blocks without one. */
export function newBlockId(): string {
  return idOf(randomBytes(4));
}

const idFor = (content: string): string => idOf(createHash('sha256').update(content).digest());

const idOf = (bytes: Buffer): string => bytes.toString('base64url').slice(0, 5);
