import { z } from 'zod';
import { accessoryElement, actionElement, inputBlockElement } from './elements.js';
import {
  blockId,
  boundedArray,
  boundedString,
  image,
  plainTextObject,
  textObject,
  webUrl,
} from './text-objects.js';

/** Blocks that every surface accepts: https://docs.slack.dev/reference/block-kit/blocks */
export const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: boundedArray(25, actionElement),
});

export const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: boundedArray(10, z.union([image, textObject(3000)])),
});

export const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId });

export const file = z.strictObject({
  type: z.literal('file'),
  block_id: blockId,
  source: z.string(),
  external_id: z.string(),
});

export const header = z.strictObject({
  type: z.literal('header'),
  block_id: blockId,
  text: plainTextObject(150),
  level: z.int().min(1).max(4).optional(),
});

export const imageBlock = z
  .strictObject({
    type: z.literal('image'),
    block_id: blockId,
    alt_text: boundedString(2000, 0),
    title: plainTextObject(2000).optional(),
    image_url: webUrl.optional(),
    slack_file: z.looseObject({}).optional(),
  })
  .refine((it) => it.image_url !== undefined || it.slack_file !== undefined, {
    message: 'missing required field: image_url',
  });

export const input = z.strictObject({
  type: z.literal('input'),
  block_id: blockId,
  label: plainTextObject(2000),
  hint: plainTextObject(2000).optional(),
  optional: z.boolean().optional(),
  element: inputBlockElement,
  dispatch_action: z.boolean().optional(),
});

export const section = z
  .strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: textObject(3000).optional(),
    fields: boundedArray(10, textObject(2000)).optional(),
    accessory: accessoryElement.optional(),
    expand: z.boolean().optional(),
  })
  .refine((it) => it.text !== undefined || it.fields !== undefined, {
    message: 'missing required field: text',
  });

export const video = z.strictObject({
  type: z.literal('video'),
  block_id: blockId,
  video_url: webUrl,
  thumbnail_url: webUrl,
  alt_text: z.string(),
  title: plainTextObject(199),
  title_url: webUrl.optional(),
  author_name: boundedString(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: webUrl.optional(),
  description: plainTextObject(200).optional(),
});
