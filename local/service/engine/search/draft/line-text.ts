import { codeSpan } from '../../../markdown/markdown.js';

const MAX_LENGTH = 96;

/** A line of code in a code span, without its indentation; of a long one the part around a word. */
export function lineSpan(line: string, around = ''): string {
  const text = line.trim().replace(/\s+/g, ' ');
  if (text.length <= MAX_LENGTH) return codeSpan(text);
  const at = Math.max(0, around === '' ? 0 : text.indexOf(around));
  const start = at + around.length <= MAX_LENGTH - 20 ? 0 : at - 20;
  const part = text.slice(start, start + MAX_LENGTH);
  return codeSpan(
    `${start > 0 ? '… ' : ''}${part.trim()}${start + MAX_LENGTH < text.length ? ' …' : ''}`,
  );
}
