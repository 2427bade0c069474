import { z } from 'zod';
import {
  accessory,
  actionElement,
  button,
  feedbackButtons,
  iconButton,
  inputElement,
} from './elements.js';
import { anyText, blockId, chars, image, plainText, upTo, webUrl } from './text.js';

/** https://docs.slack.dev/reference/block-kit/blocks */
const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: upTo(25, actionElement),
});

const alert = z.strictObject({
  type: z.literal('alert'),
  block_id: blockId,
  text: anyText(200),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

const card = z
  .strictObject({
    type: z.literal('card'),
    block_id: blockId,
    hero_image: image.optional(),
    icon: image.optional(),
    title: anyText(150).optional(),
    subtitle: anyText(150).optional(),
    body: anyText(200).optional(),
    actions: upTo(3, button).optional(),
  })
  .refine((it) => it.hero_image || it.title || it.actions || it.body, {
    message: 'one of hero_image, title, actions or body is required',
  });

const carousel = z.strictObject({
  type: z.literal('carousel'),
  block_id: blockId,
  elements: upTo(10, card),
});

const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: upTo(10, z.union([image, anyText(3000)])),
});

const contextActions = z.strictObject({
  type: z.literal('context_actions'),
  block_id: blockId,
  elements: upTo(5, z.discriminatedUnion('type', [feedbackButtons, iconButton])),
});

const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId });

const file = z.strictObject({
  type: z.literal('file'),
  block_id: blockId,
  source: z.string(),
  external_id: z.string(),
});

const header = z.strictObject({
  type: z.literal('header'),
  block_id: blockId,
  text: plainText(150),
  level: z.int().min(1).max(4).optional(),
});

const imageBlock = z
  .strictObject({
    type: z.literal('image'),
    block_id: blockId,
    alt_text: chars(2000, 0),
    title: plainText(2000).optional(),
    image_url: webUrl.optional(),
    slack_file: z.looseObject({}).optional(),
  })
  .refine((it) => it.image_url !== undefined || it.slack_file !== undefined, {
    message: 'missing required field: image_url',
  });

const input = z.strictObject({
  type: z.literal('input'),
  block_id: blockId,
  label: plainText(2000),
  hint: plainText(2000).optional(),
  optional: z.boolean().optional(),
  element: inputElement,
  dispatch_action: z.boolean().optional(),
});

const markdown = z.strictObject({
  type: z.literal('markdown'),
  block_id: blockId,
  text: chars(12_000),
});

const richText = z.strictObject({
  type: z.literal('rich_text'),
  block_id: blockId,
  elements: z.array(
    z.looseObject({
      type: z.enum([
        'rich_text_section',
        'rich_text_list',
        'rich_text_quote',
        'rich_text_preformatted',
      ]),
      elements: z.array(z.looseObject({ type: z.string() })),
    }),
  ),
});

const section = z
  .strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: anyText(3000).optional(),
    fields: upTo(10, anyText(2000)).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  })
  .refine((it) => it.text !== undefined || it.fields !== undefined, {
    message: 'missing required field: text',
  });

const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: chars(10_000) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: chars(10_000) }),
  richText,
]);

const table = z.strictObject({
  type: z.literal('table'),
  block_id: blockId,
  rows: upTo(100, upTo(20, cell)),
  column_settings: upTo(
    20,
    z
      .strictObject({
        align: z.enum(['left', 'center', 'right']).optional(),
        is_wrapped: z.boolean().optional(),
      })
      .nullable(),
    0,
  ).optional(),
});

const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: blockId,
    caption: chars(2000),
    rows: upTo(101, upTo(20, cell), 2),
    page_size: z.int().min(1).max(100).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .refine((it) => new Set(it.rows.map((row) => row.length)).size === 1, {
    message: 'all rows must have the same number of values',
  })
  .refine((it) => it.rows[0]?.every((head) => head.type !== 'rich_text'), {
    message: 'rich_text cannot be used for header cells',
  });

const taskCard = z.strictObject({
  type: z.literal('task_card'),
  block_id: blockId,
  task_id: chars(255),
  title: chars(3000),
  details: richText.optional(),
  output: richText.optional(),
  sources: z
    .array(z.strictObject({ type: z.literal('url'), url: webUrl, text: chars(3000) }))
    .optional(),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']).optional(),
});

const plan = z.strictObject({
  type: z.literal('plan'),
  block_id: blockId,
  title: chars(3000),
  tasks: z.array(taskCard).optional(),
});

const video = z.strictObject({
  type: z.literal('video'),
  block_id: blockId,
  video_url: webUrl,
  thumbnail_url: webUrl,
  alt_text: z.string(),
  title: plainText(199),
  title_url: webUrl.optional(),
  author_name: chars(49).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: webUrl.optional(),
  description: plainText(200).optional(),
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

const container = z
  .strictObject({
    type: z.literal('container'),
    block_id: blockId,
    title: plainText(150).optional(),
    rich_text_title: richText.optional(),
    subtitle: anyText(150).optional(),
    child_blocks: upTo(10, child),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: image.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  })
  .refine((it) => it.title !== undefined || it.rich_text_title !== undefined, {
    message: 'missing required field: title',
  });

export const block = z.discriminatedUnion('type', [
  actions,
  alert,
  card,
  carousel,
  container,
  context,
  contextActions,
  dataTable,
  divider,
  file,
  header,
  imageBlock,
  input,
  markdown,
  plan,
  richText,
  section,
  table,
  taskCard,
  video,
]);
