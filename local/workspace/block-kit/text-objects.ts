import { z } from 'zod';

/** A string of `min` to `max` characters, with Slack's error messages. */
export function boundedString(max: number, min = 1) {
  return z
    .string()
    .min(min, `must be more than ${min - 1} characters`)
    .max(max, `must be less than ${max + 1} characters`);
}

export function boundedArray<T extends z.ZodType>(max: number, item: T, min = 1) {
  return z
    .array(item)
    .min(min, `no fewer than ${min} items required`)
    .max(max, `no more than ${max} items allowed`);
}

export function plainTextObject(max: number) {
  return z.strictObject({
    type: z.literal('plain_text', 'must be plain_text'),
    text: boundedString(max),
    emoji: z.boolean().optional(),
  });
}

export function mrkdwnObject(max: number) {
  return z.strictObject({
    type: z.literal('mrkdwn', 'must be mrkdwn'),
    text: boundedString(max),
    verbatim: z.boolean().optional(),
  });
}

/** A `plain_text` or `mrkdwn` text object. */
export function textObject(max: number) {
  return z.discriminatedUnion('type', [plainTextObject(max), mrkdwnObject(max)]);
}

export const webUrl = boundedString(3000).regex(/^https?:\/\/\S+$/, 'must be a valid http(s) URL');

export const blockId = boundedString(255).optional();
export const actionId = boundedString(255).optional();

export const image = z
  .strictObject({
    type: z.literal('image'),
    alt_text: boundedString(2000, 0),
    image_url: webUrl.optional(),
    slack_file: z.looseObject({}).optional(),
  })
  .refine((it) => it.image_url !== undefined || it.slack_file !== undefined, {
    message: 'missing required field: image_url',
  });
