/** The length of a line of code in a message; what is longer makes readers scroll. */
export const MAX_SHOWN_LENGTH = 140;

export function cutLine(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
}
