/**
 * Cuts highlighted HTML into lines that stand alone: a span that goes over a line's end is closed
 * there and opened again in the next. Takes only `<span …>`, `</span>` and text.
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
