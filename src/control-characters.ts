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

/**
 * ECMA-48: a control sequence (such as a colour), a control string up to its terminator (such as a
 * link or the window's title) on one line, any other escape. No character begins a second attempt,
 * so the time is linear.
 */
const TERMINAL_ESCAPES = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`,
    String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\n\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)`,
    String.raw`\u001b[ -/]*[0-~]`,
  ].join('|'),
  'g',
);

/** Everything but line feeds and tabs, as carriage returns overwrite a line. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** The text without what a terminal would obey, and without bidirectional control characters. */
export function withoutTerminalEscapes(text: string): string {
  return withoutBidi(text.replace(TERMINAL_ESCAPES, '').replace(CONTROLS, ''));
}

/** JSON, with the same removed from every string: who prints a field would print its escapes. */
export function jsonWithoutTerminalEscapes(value: unknown, indent?: number): string {
  const clean = (_key: string, inner: unknown) =>
    typeof inner === 'string' ? withoutTerminalEscapes(inner) : inner;
  return JSON.stringify(value, clean, indent);
}
