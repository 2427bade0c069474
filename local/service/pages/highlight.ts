import hljs from 'highlight.js';
import { splitHtmlLines } from './html-lines.js';

/** More than this is shown plain: highlighting would hold up everybody else. */
const MAX_CHARACTERS = 200_000;

/** A text as HTML, one string a line, highlighted where we know its language. */
export function highlightLines(text: string, language: string): string[] {
  return splitHtmlLines(highlight(text, language));
}

/** The same in one piece. */
export function highlight(text: string, language: string): string {
  if (text.length > MAX_CHARACTERS || !hljs.getLanguage(language)) return escapeHtml(text);
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark);
}
