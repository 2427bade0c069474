import { BREAK } from '../format/escape.js';
import { longestPrefix, type SplitBudget } from './budget.js';
import { asParagraph, Paragraph } from './cut.js';
import type { Piece } from './sanitize.js';

/** Paragraphs of whole sentences; code that has to be cut is closed and opened again. */
export function splitText(markdown: string, room: SplitBudget): Piece[] {
  const paragraph = new Paragraph(plainTicks(markdown));
  const found: Piece[] = [];
  let left = room.first;
  let open = '';
  for (let from = 0; from < paragraph.text.length; left = room.full) {
    const most = longestPrefix(paragraph.text.slice(from, from + left), left - 2 * TICKS_MAX, room);
    const { at, ticks } = paragraph.cut(from, most);
    const part = open + paragraph.text.slice(from, at).trimEnd() + ticks;
    found.push({ kind: 'text', markdown: from === 0 ? part : asParagraph(part) });
    [from, open] = [at, ticks];
  }
  return found.filter((piece) => piece.markdown.trim() !== '');
}

/** Room for the backticks that close and open a cut span of code. */
const TICKS_MAX = 50;

/** Code between absurdly many backticks cannot be cut and closed again: it becomes text. */
function plainTicks(markdown: string): string {
  if (!markdown.includes('`'.repeat(TICKS_MAX))) return markdown;
  return markdown.replace(/[\\`*_[\]~&<@]/g, (found) => {
    if (found === '<') return `&lt;${BREAK}`;
    return found === '@' ? found + BREAK : `\\${found}`;
  });
}
