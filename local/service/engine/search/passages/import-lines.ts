import { isCommentLine } from './doc-comment.js';
import type { Excerpt } from './excerpts.js';
import { linesFrom } from './extent.js';
import { isImport } from './passage-weight.js';
import { perLine } from './read-once.js';

/** What a file of code begins with. */
const FILE_HEAD = /^\s*(?:<\?php\b|declare\(strict|(?:namespace|package)\s[\w.\\]+\s*;?\s*$)/;
const OPENS = /[({]\s*$/;
const CLOSES = /^\s*[)}]/;
/** A line that does nothing: a comment, or the first lines of a file. */
export const doesNothing = perLine(
  (text) => text.trim() === '' || isCommentLine(text) || FILE_HEAD.test(text),
);
/** Lines above an excerpt, in which the list of names that it is in may begin. */
const MAX_ABOVE = 60;

/** Whether lines only say which names of other files a file uses. */
export function areImports({
  passage,
  start,
  end,
}: Pick<Excerpt, 'passage' | 'start' | 'end'>): boolean {
  if (passage.definition) return false;
  const { file } = passage;
  const { lines } = file;
  let isOpen = false;
  let others = 0;
  for (const line of linesFrom(Math.max(1, start - MAX_ABOVE), end)) {
    const text = lines[line - 1] ?? '';
    const isImporting = isOpen || isImport(file, line);
    if (isImport(file, line)) isOpen = OPENS.test(text);
    else if (CLOSES.test(text)) isOpen = false;
    if (line >= start && !isImporting && !doesNothing(file, line)) others += 1;
  }
  return (
    others === 0 && linesFrom(start, end).some((line) => !isCommentLine(lines[line - 1] ?? ''))
  );
}
