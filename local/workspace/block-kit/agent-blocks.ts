import { z } from 'zod';
import { feedbackButtons, iconButton } from './buttons.js';
import { richText } from './text-blocks.js';
import { blockId, boundedArray, boundedString, webUrl } from './text-objects.js';

/** Blocks in which agents show their work: https://docs.slack.dev/reference/block-kit/blocks */
export const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: boundedArray(5, z.discriminatedUnion('type', [feedbackButtons, iconButton])),
});

export const taskCard = z.strictObject({
  type: z.literal('task_card'),
  block_id: blockId,
  task_id: boundedString(255),
  title: boundedString(3000),
  details: richText.optional(),
  output: richText.optional(),
  sources: z
    .array(z.strictObject({ type: z.literal('url'), url: webUrl, text: boundedString(3000) }))
    .optional(),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']).optional(),
});

export const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: boundedString(3000),
  tasks: z.array(taskCard).optional(),
});
