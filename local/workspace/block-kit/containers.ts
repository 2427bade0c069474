import { z } from 'zod';
import { button } from './buttons.js';
import {
  actions,
  context,
  divider,
  file,
  header,
  imageBlock,
  input,
  section,
  video,
} from './layout.js';
import { richText, table } from './text-blocks.js';
import { blockId, boundedArray, image, plainTextObject, textObject } from './text-objects.js';

/** Blocks that contain text or other blocks: https://docs.slack.dev/reference/block-kit/blocks */
export const alert = z.strictObject({
  type: z.literal('alert'),
  block_id: blockId,
  text: textObject(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

export const card = z
  .strictObject({
    type: z.literal('card'),
    block_id: blockId,
    hero_image: image.optional(),
    icon: image.optional(),
    title: textObject(150).optional(),
    subtitle: textObject(150).optional(),
    body: textObject(200).optional(),
    actions: boundedArray(3, button).optional(),
  })
  .refine((it) => it.hero_image || it.title || it.actions || it.body, {
    message: 'one of hero_image, title, actions or body is required',
  });

export const carousel = z.strictObject({
  type: z.literal('carousel'),
  block_id: blockId,
  elements: boundedArray(10, card),
});

const child = z.discriminatedUnion('type', [
  actions,
  context,
  divider,
  file,
  header,
  imageBlock,
  input,
  richText,
  section,
  table,
  video,
]);

export const container = z
  .strictObject({
    type: z.literal('container'),
    block_id: blockId,
    title: plainTextObject(150).optional(),
    rich_text_title: richText.optional(),
    subtitle: textObject(150).optional(),
    child_blocks: boundedArray(10, child),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: image.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine((it) => it.title !== undefined || it.rich_text_title !== undefined, {
    message: 'missing required field: title',
  });
