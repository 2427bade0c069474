/** Keeps the characters around it from being read as one. */
const ZERO_WIDTH_SPACE = '\u200b';

/** Marks, embeddings, overrides and isolates: https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The text without bidirectional control characters, which show it in another order than it has:
 * https://trojansource.codes. Each becomes a zero-width space: without anything in its place, what
 * it parted could become a mention, a link or the end of a code block.
 */
export function withoutBidi(text: string): string {
  return text.replace(BIDI, ZERO_WIDTH_SPACE);
}
