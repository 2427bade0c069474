/** Whether a file has fences at all: in reStructuredText, the same marks underline headings. */
export function isMarkdown(path: string): boolean {
  return /\.(?:mdx?|markdown)$/i.test(path);
}

/**
 * The fence of a code block in Markdown that is open behind a line, given the one before it. As in CommonMark, only
 * a fence of the same kind, as long at least and with nothing behind it, closes another one.
 */
export function fenceAfter(open: string | undefined, line: string): string | undefined {
  const [, marks, rest = ''] = /^[\s>]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === undefined) return open;
  if (open === undefined) return rest.includes('`') ? undefined : marks;
  return marks.startsWith(open) && rest.trim() === '' ? undefined : open;
}
