import { z } from 'zod';
import { blockId, boundedArray, boundedString } from './text-objects.js';

/** Text and table blocks: https://docs.slack.dev/reference/block-kit/blocks */
export const markdown = z.strictObject({
  type: z.literal('markdown'),
  block_id: blockId,
  text: boundedString(12_000),
});

export const richText = z.strictObject({
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

const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: boundedString(10_000) }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: boundedString(10_000) }),
  richText,
]);

export const table = z.strictObject({
  type: z.literal('table'),
  block_id: blockId,
  rows: boundedArray(100, boundedArray(20, cell)),
  column_settings: boundedArray(
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

export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: blockId,
    caption: boundedString(2000),
    rows: boundedArray(101, boundedArray(20, cell), 2),
    page_size: z.int().min(1).max(100).optional(),
    row_header_column_index: z.int().min(0).optional(),
  })
  .refine((it) => new Set(it.rows.map((row) => row.length)).size === 1, {
    message: 'all rows must have the same number of values',
  })
  .refine((it) => it.rows[0]?.every((head) => head.type !== 'rich_text'), {
    message: 'rich_text cannot be used for header cells',
  });
