import type { Block } from '../api/workspace.js';
import { slackErrorWithMessages } from '../protocol/slack-error.js';
import { blockListErrors } from './block-list.js';
import { withIds } from './ids.js';
import { blockErrors } from './surfaces.js';
import { countTables } from './tables.js';
import { textLength } from './text-length.js';

const MAX_MESSAGE_BLOCKS = 50;
/** Undocumented; observed between 11,300 and 13,200: https://github.com/slackapi/bolt-js/issues/2509 */
const MAX_MESSAGE_CHARS = 13_200;

/**
 * Validates a message's blocks as Slack does and adds missing ids. Throws a `SlackError`:
 * `invalid_blocks_format` (not an array), `invalid_blocks`, `msg_blocks_too_long`. `attachment` names the attachment
 * that they are in, if any.
 */
export function validateBlocks(input: unknown, attachment?: string): readonly Block[] {
  if (!Array.isArray(input))
    throw slackErrorWithMessages('invalid_blocks_format', ['blocks must be an array']);
  const errors = [
    ...input.flatMap((it, index) =>
      blockErrors(it, { surface: 'message', at: `/blocks/${index}` }),
    ),
    ...blockListErrors(input, { at: '/blocks', maxBlocks: MAX_MESSAGE_BLOCKS }),
  ];
  if (errors.length > 0) throw slackErrorWithMessages('invalid_blocks', errors);
  const blocks = input as Block[];
  if (textLength(blocks) > MAX_MESSAGE_CHARS)
    throw slackErrorWithMessages('msg_blocks_too_long', []);
  return withIds(blocks, attachment);
}

/**
 * A message takes one table, wherever it is: https://docs.slack.dev/reference/block-kit/blocks/table-block.
 * Throws a `SlackError`: `invalid_attachments`, since Slack shows a table as an attachment.
 */
export function requireOneTable(blocks: readonly Block[]): void {
  if (countTables(blocks) > 1)
    throw slackErrorWithMessages('invalid_attachments', ['only_one_table_allowed']);
}
