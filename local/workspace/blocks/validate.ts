import { refusalWith } from '../web-api/refusal.js';
import type { Block } from '../workspace-api.js';
import { withIds } from './ids.js';
import { blockProblems } from './surfaces.js';
import { charsIn, wholeProblems } from './whole.js';

const BLOCKS_IN_A_MESSAGE = 50;
/** Undocumented, and seen between 11,300 and 13,200: https://github.com/slackapi/bolt-js/issues/2509 */
const MESSAGE_CHARS = 13_200;

/**
 * Checks a message's blocks as Slack does and gives an id to those that have none. Throws a `Refusal`:
 * `invalid_blocks_format` (no array), `invalid_blocks`, `msg_blocks_too_long`.
 */
export function checkedBlocks(input: unknown): readonly Block[] {
  if (!Array.isArray(input))
    throw refusalWith('invalid_blocks_format', ['blocks must be an array']);
  const problems = [
    ...input.flatMap((it, index) =>
      blockProblems(it, { surface: 'message', at: `/blocks/${index}` }),
    ),
    ...wholeProblems(input, { at: '/blocks', most: BLOCKS_IN_A_MESSAGE }),
  ];
  if (problems.length > 0) throw refusalWith('invalid_blocks', problems);
  const blocks = input as Block[];
  if (charsIn(blocks) > MESSAGE_CHARS) throw refusalWith('msg_blocks_too_long', []);
  return blocks.map((it) => withIds(it));
}
