import { z } from 'zod';
import { interactiveFields } from './buttons.js';
import {
  boundedArray,
  boundedString,
  mrkdwnObject,
  plainTextObject,
  webUrl,
} from './text-objects.js';

export const inputFields = {
  ...interactiveFields,
  focus_on_load: z.boolean().optional(),
  placeholder: plainTextObject(150).optional(),
};

function option<T extends z.ZodType>(text: T, more: z.ZodRawShape = {}) {
  return z.strictObject({
    text,
    value: boundedString(150).optional(),
    description: plainTextObject(75).optional(),
    ...more,
  });
}

const plainOption = option(plainTextObject(75));
const anyTextOption = option(z.union([plainTextObject(75), mrkdwnObject(75)]));
const optionGroup = z.strictObject({
  label: plainTextObject(75),
  options: boundedArray(100, plainOption),
});

/** https://docs.slack.dev/reference/block-kit/block-elements */
export const overflow = z.strictObject({
  type: z.literal('overflow'),
  options: boundedArray(5, option(plainTextObject(75), { url: webUrl.optional() })),
  ...interactiveFields,
});

const checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  options: boundedArray(10, anyTextOption),
  initial_options: boundedArray(10, anyTextOption).optional(),
  ...interactiveFields,
  focus_on_load: z.boolean().optional(),
});

const radioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  options: boundedArray(10, anyTextOption),
  initial_option: anyTextOption.optional(),
  ...interactiveFields,
  focus_on_load: z.boolean().optional(),
});

const optionFields = {
  options: boundedArray(100, plainOption).optional(),
  option_groups: boundedArray(100, optionGroup).optional(),
};
const multiSelectFields = { max_selected_items: z.int().min(1).optional() };
const initialIds = z.array(z.string()).optional();

const staticSelect = z.strictObject({
  type: z.literal('static_select'),
  initial_option: plainOption.optional(),
  ...optionFields,
  ...inputFields,
});
const multiStaticSelect = z.strictObject({
  type: z.literal('multi_static_select'),
  initial_options: boundedArray(100, plainOption).optional(),
  ...multiSelectFields,
  ...optionFields,
  ...inputFields,
});

const usersSelect = z.strictObject({
  type: z.literal('users_select'),
  initial_user: z.string().optional(),
  ...inputFields,
});
const multiUsersSelect = z.strictObject({
  type: z.literal('multi_users_select'),
  initial_users: initialIds,
  ...multiSelectFields,
  ...inputFields,
});

const conversationFields = {
  default_to_current_conversation: z.boolean().optional(),
  filter: z
    .strictObject({
      include: boundedArray(4, z.enum(['im', 'mpim', 'private', 'public'])).optional(),
      exclude_external_shared_channels: z.boolean().optional(),
      exclude_bot_users: z.boolean().optional(),
    })
    .optional(),
};
const conversationsSelect = z.strictObject({
  type: z.literal('conversations_select'),
  initial_conversation: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
  ...conversationFields,
  ...inputFields,
});
const multiConversationsSelect = z.strictObject({
  type: z.literal('multi_conversations_select'),
  initial_conversations: initialIds,
  ...multiSelectFields,
  ...conversationFields,
  ...inputFields,
});

const channelsSelect = z.strictObject({
  type: z.literal('channels_select'),
  initial_channel: z.string().optional(),
  response_url_enabled: z.boolean().optional(),
  ...inputFields,
});
const multiChannelsSelect = z.strictObject({
  type: z.literal('multi_channels_select'),
  initial_channels: initialIds,
  ...multiSelectFields,
  ...inputFields,
});

const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  initial_date: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, 'must be a date of the form YYYY-MM-DD')
    .optional(),
  ...inputFields,
});
const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  initial_time: z
    .string()
    .regex(/^\d\d:\d\d$/, 'must be a time of the form HH:mm')
    .optional(),
  timezone: z.string().optional(),
  ...inputFields,
});
const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  initial_date_time: z.int().optional(),
  ...interactiveFields,
  focus_on_load: z.boolean().optional(),
});

/** Accepted, but the workspace never requests their options from the app. */
const externalSelects = ['external_select', 'multi_external_select'].map((type) =>
  z.looseObject({ type: z.literal(type), ...inputFields }),
);

export const choiceElements = [
  checkboxes,
  radioButtons,
  staticSelect,
  multiStaticSelect,
  usersSelect,
  multiUsersSelect,
  conversationsSelect,
  multiConversationsSelect,
  channelsSelect,
  multiChannelsSelect,
  datepicker,
  timepicker,
  datetimepicker,
  ...externalSelects,
] as const;
