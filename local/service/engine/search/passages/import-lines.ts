import { isCommentLine } from './doc-comment.js';
import type { Excerpt } from './excerpts.js';
import { linesFrom } from './extent.js';
import { IMPORT } from './passage-weight.js';

/** What a file of code begins with. */
export const FILE_HEAD =
  /^\s*(?:<\?php\b|declare\(strict|(?:namespace|package)\s[\w.\\]+\s*;?\s*$)/;
const OPENS = /[({]\s*$/;
const CLOSES = /^\s*[)}]/;
/** Lines above an excerpt, in which the list of names that it is in may begin. */
const MAX_ABOVE = 60;

/** Whether lines only say which names of other files a file uses. */
export function areImports({
  passage,
  start,
  end,
}: Pick<Excerpt, 'passage' | 'start' | 'end'>): boolean {
  if (passage.definition) return false;
  const { lines } = passage.file;
  let isOpen = false;
  let others = 0;
  for (const line of linesFrom(Math.max(1, start - MAX_ABOVE), end)) {
    const text = lines[line - 1] ?? '';
    const isImport = isOpen || IMPORT.test(text);
    if (IMPORT.test(text)) isOpen = OPENS.test(text);
    else if (CLOSES.test(text)) isOpen = false;
    const saysNothing =
      isImport || text.trim() === '' || isCommentLine(text) || FILE_HEAD.test(text);
    if (line >= start && !saysNothing) others += 1;
  }
  return (
    others === 0 && linesFrom(start, end).some((line) => !isCommentLine(lines[line - 1] ?? ''))
  );
}
