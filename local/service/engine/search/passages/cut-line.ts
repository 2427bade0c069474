import { truncate } from '../../../markdown/truncate.js';

/** The length of a line of code in a message; what is longer makes readers scroll. */
export const MAX_SHOWN_LENGTH = 180;

export function cutLine(text: string): string {
  return truncate(text, MAX_SHOWN_LENGTH);
}

/** The parameters and their defaults are often what is asked for. */
const MAX_SIGNATURE_LENGTH = 300;

export function cutSignature(text: string): string {
  return truncate(text, MAX_SIGNATURE_LENGTH);
}
