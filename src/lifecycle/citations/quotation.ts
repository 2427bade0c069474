/** Shorter lines, such as a single brace, are in every file. */
const MIN_LINE_LENGTH = 8;
/** A quotation has at least this many longer lines. */
const MIN_LINES = 3;

/** The lines of the code block right below a link's first mention; empty if there is none. */
export function quotationAfter(text: string, link: string): string[] {
  const lines = text.split('\n');
  const mention = lines.findIndex((line) => line.includes(`(${link})`));
  if (mention < 0) return [];
  const opening = lines.findIndex((line, n) => n > mention && line.trim() !== '');
  const [, fence] = /^\s*(`{3,}|~{3,})/.exec(lines[opening] ?? '') ?? [];
  if (fence === undefined) return [];
  const closing = lines.findIndex((line, n) => n > opening && line.trim().startsWith(fence));
  return lines.slice(opening + 1, closing < 0 ? undefined : closing);
}

/**
 * Whether none of the quoted lines are in the file. Only quotations of the whole range are compared:
 * shorter ones may be an example or a summary.
 */
export function differs(quoted: readonly string[], there: readonly string[]): boolean {
  if (quoted.length !== there.length) return false;
  const telling = quoted.map(bare).filter(({ length }) => length >= MIN_LINE_LENGTH);
  const known = new Set(there.map(bare));
  return telling.length >= MIN_LINES && telling.every((line) => !known.has(line));
}

const bare = (line: string): string => line.replace(/\s+/g, '');
