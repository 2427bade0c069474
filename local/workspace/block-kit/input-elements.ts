import { z } from 'zod';
import { inputFields } from './choice-elements.js';
import { actionId, boundedArray, boundedString } from './text-objects.js';

const dispatchConfig = z
  .strictObject({
    trigger_actions_on: boundedArray(
      2,
      z.enum(['on_enter_pressed', 'on_character_entered']),
    ).optional(),
  })
  .optional();

/** https://docs.slack.dev/reference/block-kit/block-elements */
const plainTextInput = z
  .strictObject({
    type: z.literal('plain_text_input'),
    initial_value: boundedString(3000, 0).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(3000).optional(),
    max_length: z.int().min(1).max(3000).optional(),
    dispatch_action_config: dispatchConfig,
    ...inputFields,
  })
  .refine((it) => (it.min_length ?? 0) <= (it.max_length ?? 3000), {
    message: 'min_length must not be greater than max_length',
  });

const addressInputs = ['email_text_input', 'url_text_input'].map((type) =>
  z.strictObject({
    type: z.literal(type),
    initial_value: z.string().optional(),
    dispatch_action_config: dispatchConfig,
    ...inputFields,
  }),
);

const numberInput = z.strictObject({
  type: z.literal('number_input'),
  is_decimal_allowed: z.boolean(),
  initial_value: z.string().optional(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
  dispatch_action_config: dispatchConfig,
  ...inputFields,
});

export const richTextInput = z.looseObject({ type: z.literal('rich_text_input'), ...inputFields });

const fileInput = z.strictObject({
  type: z.literal('file_input'),
  action_id: actionId,
  filetypes: z.array(z.string()).optional(),
  max_files: z.int().min(1).max(10).optional(),
});

export const inputElements = [
  plainTextInput,
  ...addressInputs,
  numberInput,
  richTextInput,
  fileInput,
] as const;
