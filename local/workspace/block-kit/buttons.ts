import { z } from 'zod';
import { actionId, boundedString, plainTextObject, textObject, webUrl } from './text-objects.js';

/** https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object */
const confirm = z.strictObject({
  title: plainTextObject(100).optional(),
  text: textObject(300),
  confirm: plainTextObject(30).optional(),
  deny: plainTextObject(30).optional(),
  style: z.enum(['primary', 'danger']).optional(),
});

/** Fields that every interactive element has. */
export const interactiveFields = { action_id: actionId, confirm: confirm.optional() };

/** https://docs.slack.dev/reference/block-kit/block-elements */
export const button = z.strictObject({
  type: z.literal('button'),
  text: plainTextObject(75),
  value: boundedString(2000, 0).optional(),
  url: webUrl.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: boundedString(75).optional(),
  ...interactiveFields,
});

export const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  text: plainTextObject(75),
  workflow: z.looseObject({}),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: boundedString(75).optional(),
  ...interactiveFields,
});

const feedbackButton = z.strictObject({
  text: plainTextObject(75),
  value: boundedString(2000),
  accessibility_label: boundedString(75).optional(),
});

export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  action_id: actionId,
  positive_button: feedbackButton,
  negative_button: feedbackButton,
});

export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  icon: boundedString(50),
  text: plainTextObject(75),
  value: boundedString(2000, 0).optional(),
  accessibility_label: boundedString(75).optional(),
  visible_to_user_ids: z.array(z.string()).optional(),
  ...interactiveFields,
});
