import hljs from 'highlight.js';
import { htmlLines } from './html-lines.js';

/** More than this is shown plain: highlighting would hold up everybody else. */
const MOST_CHARACTERS = 200_000;

/** A text as HTML, one string a line, highlighted where we know its language. */
export function highlighted(text: string, language: string): string[] {
  return htmlLines(highlightedBlock(text, language));
}

/** The same in one piece. */
export function highlightedBlock(text: string, language: string): string {
  if (text.length > MOST_CHARACTERS || !hljs.getLanguage(language)) return escaped(text);
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}

function escaped(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
}
