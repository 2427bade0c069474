import hljs from 'highlight.js';
import { splitHtmlLines } from './html-lines.js';

/** Longer text is not highlighted: other pages would have to wait for it. */
const MAX_CHARACTERS = 200_000;

/** Text as highlighted HTML, one string per line. */
export function highlightLines(text: string, language: string): string[] {
  return splitHtmlLines(highlight(text, language));
}

/** Text as highlighted HTML; only escaped if the language is unknown. */
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
