import { z } from 'zod';
import { button, workflowButton } from './buttons.js';
import { choiceElements, overflow } from './choice-elements.js';
import { inputElements, richTextInput } from './input-elements.js';
import { image } from './text-objects.js';

/** Which elements each kind of block accepts. */
export const actionElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  richTextInput,
  overflow,
  ...choiceElements,
]);
export const accessoryElement = z.discriminatedUnion('type', [
  button,
  workflowButton,
  image,
  overflow,
  ...choiceElements,
]);
export const inputBlockElement = z.discriminatedUnion('type', [
  ...choiceElements,
  ...inputElements,
]);
