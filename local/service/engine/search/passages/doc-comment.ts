/**
 * The first sentence of a definition's doc comment: of the comment above it, or of a Python docstring
 * below it. `line` is counted from 1.
 */
export function docCommentSummary(lines: readonly string[], line: number): string | undefined {
  const text = docstringBelow(lines, line) ?? commentAbove(lines, line);
  const plain = text?.replace(/\s+/g, ' ').trim();
  if (!plain || plain.length < 8) return undefined;
  const sentence = /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
  return sentence.length > 240 ? `${sentence.slice(0, 239).replace(/\s+\S*$/, '')}…` : sentence;
}

const MAX_COMMENT_LINES = 40;

function commentAbove(lines: readonly string[], line: number): string | undefined {
  const found: string[] = [];
  for (let at = line - 2; at >= 0 && found.length < MAX_COMMENT_LINES; at -= 1) {
    const text = (lines[at] ?? '').trim();
    // Decorators and attributes may be between a comment and its definition.
    if (/^(@|#\[|\[\w)/.test(text) && found.length === 0) continue;
    if (!/^(\/\/|\/\*|\*|#(?!!|include|define|if|endif|pragma)|--|;;)/.test(text)) break;
    found.unshift(text);
  }
  const words = found.map((text) =>
    text.replace(/^(\/\*\*?|\*\/|\*|\/\/[/!]?|#+|--|;+)\s?|\s*\*\/$/g, ''),
  );
  const untilTag = words.findIndex((text) => /^\s*@\w+/.test(text));
  return (untilTag < 0 ? words : words.slice(0, untilTag)).join(' ') || undefined;
}

function docstringBelow(lines: readonly string[], line: number): string | undefined {
  if (!/^\s*(class|def|async\s+def)\b/.test(lines[line - 1] ?? '')) return undefined;
  const head = lines.slice(line - 1, line + 15);
  const end = head.findIndex((text) => /:\s*(#.*)?$/.test(text));
  const [first = '', ...rest] = end < 0 ? [] : lines.slice(line + end, line + end + 20);
  const [, mark, opening = ''] = /^\s*[rubRUB]?("""|''')(.*)$/.exec(first) ?? [];
  if (!mark) return undefined;
  const body = [opening, ...rest].join('\n');
  const close = body.indexOf(mark);
  return (close < 0 ? body : body.slice(0, close)).split(/\n\s*\n/)[0];
}
