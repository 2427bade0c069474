/**
 * Splits highlighted HTML into lines that are valid by themselves: a span that continues on the next
 * line is closed and opened again. Expects only `<span …>`, `</span>` and text.
 */
export function splitHtmlLines(html: string): string[] {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<[^>]+>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return `${before}${line}${'</span>'.repeat(open.length)}`;
  });
}
