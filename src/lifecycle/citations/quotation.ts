/** Short lines, such as a lone brace, are in every file. */
const MIN_LINE_LENGTH = 8;
/** So many telling lines make a quotation. */
const MIN_LINES = 3;

/** The code block right below the first mention of a link, where there is one. Markdown in, lines out. */
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
 * Whether lines that were to be quoted are all others than those that are there. Only a quotation
 * of the whole range can be told from an example or a summary of it.
 */
export function differs(quoted: readonly string[], there: readonly string[]): boolean {
  if (quoted.length !== there.length) return false;
  const telling = quoted.map(bare).filter(({ length }) => length >= MIN_LINE_LENGTH);
  const known = new Set(there.map(bare));
  return telling.length >= MIN_LINES && telling.every((line) => !known.has(line));
}

const bare = (line: string): string => line.replace(/\s+/g, '');
