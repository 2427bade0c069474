import { codeFenceLanguage } from '../../../markdown/languages.js';
import type { ShownCode } from '../draft/draft.js';
import { placeReference } from '../draft/reference.js';
import type { FoundTest } from './tests-of.js';

const MAX_LINES = 10;

/** The test from its title on; “…” if it goes on. */
export function shownTest({ file, line }: FoundTest): ShownCode {
  const depth = (file.lines[line - 1] ?? '').search(/\S/);
  const after = file.lines.findIndex(
    (text, n) => n >= line && text.trim() !== '' && text.search(/\S/) <= depth,
  );
  const isClosing = /^\s*[)}\]]/.test(file.lines[after] ?? '');
  const last = after < 0 ? file.lines.length : after + (isClosing ? 1 : 0);
  const end = Math.max(line, Math.min(last, line + MAX_LINES - 1));
  const lines = file.lines.slice(line - 1, end);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const { repo, commit, path } = file;
  return {
    reference: placeReference({ repo, commit, path, start: line, end }),
    language: codeFenceLanguage(path),
    lines: end < last ? [...lines, '…'] : lines,
  };
}
