import { z } from 'zod';
import { button, workflowButton } from './buttons.js';
import { choices, overflow } from './choices.js';
import { inputs, richTextInput } from './inputs.js';
import { image } from './text.js';

/** Which elements may stand where. */
export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  richTextInput,
  overflow,
  ...choices,
]);
export const accessory = z.discriminatedUnion('type', [
  button,
  workflowButton,
  image,
  overflow,
  ...choices,
]);
export const inputElement = z.discriminatedUnion('type', [...choices, ...inputs]);
