import { z } from 'zod';
import { actionId, anyText, chars, plainText, webUrl } from './text-objects.js';

/** https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object */
const confirm = z.strictObject({
  title: plainText(100).optional(),
  text: anyText(300),
  confirm: plainText(30).optional(),
  deny: plainText(30).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

/** Fields that every interactive element has. */
export const interactiveFields = { action_id: actionId, confirm: confirm.optional() };

/** https://docs.slack.dev/reference/block-kit/block-elements */
export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  value: chars(2000, 0).optional(),
  url: webUrl.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: chars(75).optional(),
  ...interactiveFields,
});

export const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  text: plainText(75),
  workflow: z.looseObject({}),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: chars(75).optional(),
  ...interactiveFields,
});

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
  ...interactiveFields,
});
