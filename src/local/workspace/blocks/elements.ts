import { z } from 'zod';
import { actionId, anyText, chars, image, mrkdwn, plainText, upTo, webUrl } from './text.js';

/** https://docs.slack.dev/reference/block-kit/block-elements */
const confirm = z.strictObject({
  title: plainText(100).optional(),
  text: anyText(300),
  confirm: plainText(30).optional(),
  deny: plainText(30).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

const common = { action_id: actionId, confirm: confirm.optional() };
const field = {
  ...common,
  focus_on_load: z.boolean().optional(),
  placeholder: plainText(150).optional(),
};

export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  value: chars(2000, 0).optional(),
  url: webUrl.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: chars(75).optional(),
  ...common,
});

const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  text: plainText(75),
  workflow: z.looseObject({}),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: chars(75).optional(),
  ...common,
});

function option<T extends z.ZodType>(text: T, more: z.ZodRawShape = {}) {
  return z.strictObject({
    text,
    value: chars(150).optional(),
    description: plainText(75).optional(),
    ...more,
  });
}

const plainOption = option(plainText(75));
const eitherOption = option(z.union([plainText(75), mrkdwn(75)]));
const optionGroup = z.strictObject({
  label: plainText(75),
  options: upTo(100, plainOption),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  options: upTo(5, option(plainText(75), { url: webUrl.optional() })),
  ...common,
});

const checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  options: upTo(10, eitherOption),
  initial_options: upTo(10, eitherOption).optional(),
  ...common,
  focus_on_load: z.boolean().optional(),
});

const radioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  options: upTo(10, eitherOption),
  initial_option: eitherOption.optional(),
  ...common,
  focus_on_load: z.boolean().optional(),
});

const listed = {
  options: upTo(100, plainOption).optional(),
  option_groups: upTo(100, optionGroup).optional(),
};
const staticSelect = z.strictObject({
  type: z.literal('static_select'),
  initial_option: plainOption.optional(),
  ...listed,
  ...field,
});
const multiStaticSelect = z.strictObject({
  type: z.literal('multi_static_select'),
  initial_options: upTo(100, plainOption).optional(),
  max_selected_items: z.int().min(1).optional(),
  ...listed,
  ...field,
});

/** Selects whose choices Slack itself fills in: their further fields are few and harmless. */
function filledBySlack(type: string) {
  return z.looseObject({ type: z.literal(type), ...field });
}

const pickers = ['datepicker', 'timepicker', 'datetimepicker'].map(filledBySlack);
const selects = ['users', 'conversations', 'channels', 'external'].flatMap((what) => [
  filledBySlack(`${what}_select`),
  filledBySlack(`multi_${what}_select`),
]);
const inputs = [
  'plain_text_input',
  'rich_text_input',
  'email_text_input',
  'url_text_input',
  'number_input',
  'file_input',
].map(filledBySlack);

const feedbackButton = z.strictObject({
  text: plainText(75),
  value: chars(2000),
  accessibility_label: chars(75).optional(),
});

export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  icon: chars(50),
  text: plainText(75),
  value: chars(2000, 0).optional(),
  accessibility_label: chars(75).optional(),
  visible_to_user_ids: z.array(z.string()).optional(),
  ...common,
});

const choices = [
  overflow,
  checkboxes,
  radioButtons,
  staticSelect,
  multiStaticSelect,
  ...pickers,
  ...selects,
] as const;

const richTextInput = inputs[1] ?? filledBySlack('rich_text_input');

export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  richTextInput,
  ...choices,
]);
export const accessory = z.discriminatedUnion('type', [button, workflowButton, image, ...choices]);
export const inputElement = z.discriminatedUnion('type', [
  checkboxes,
  radioButtons,
  staticSelect,
  multiStaticSelect,
  ...pickers,
  ...selects,
  ...inputs,
]);
