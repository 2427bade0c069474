import type { LineRange } from '../../../index/chunks.js';
import type { Definition } from '../../../index/outline.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import type { ShownCode } from '../draft/draft.js';
import { placeReference, type Reference } from '../draft/reference.js';
import type { DeclaredOption, OptionLine } from '../facts/option-line.js';
import { cutLine } from '../passages/cut-line.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { extentOf, linesFrom } from '../passages/extent.js';
import { definitionPassage } from '../passages/passage.js';
import { codeBlockAt } from '../passages/section-text.js';
import type { SourceFile } from '../passages/source-file.js';

const LINES_BEFORE = 2;
const LINES_BEHIND = 4;
const MAX_ENTRY_LINES = 16;

/** How a document sets it. */
export function exampleCode([example]: readonly OptionLine[]): ShownCode | undefined {
  if (!example) return undefined;
  const { file, line } = example;
  const { repo, commit, path, lines } = file;
  const section = definitionsAround(file, line).findLast(({ kind }) => kind === 'section');
  const block =
    section && codeBlockAt(definitionPassage(file, section), { start: line, end: line });
  const isBlank = (at: number) => (lines[at - 1] ?? '').trim() === '';
  const start = linesFrom(block?.start ?? line - LINES_BEHIND, line).findLast(
    (at) => at === (block?.start ?? 1) || isBlank(at - 1) || at === line - LINES_BEHIND,
  );
  const behind = linesFrom(line, block?.end ?? line + LINES_BEHIND);
  const end = behind.find((at) => isBlank(at + 1) || at === line + LINES_BEHIND) ?? behind.at(-1);
  const range = { start: start ?? line, end: end ?? line };
  return {
    reference: placeReference({ repo, commit, path, ...range }),
    language: block?.language ?? codeFenceLanguage(path),
    lines: linesFrom(range.start, range.end).map((at) => cutLine(lines[at - 1] ?? '')),
  };
}

/** The lines of the option, or those around the one that has it. */
export function codeOfOption({ file, line, range }: FileLine): ShownCode {
  if (range) return codeIn(file, range);
  const { repo, commit, path, lines } = file;
  const around = definitionAround({ file, line });
  const first = around?.line ?? 1;
  const last = around ? extentOf(around, file).end : lines.length;
  const above = linesFrom(Math.max(first, line - LINES_BEFORE), line);
  const start = above.find((at) => (lines[at - 1] ?? '').trim() !== '') ?? line;
  const end = Math.min(last, line + LINES_BEHIND);
  const shown = linesFrom(start, end).map((at) => cutLine(lines[at - 1] ?? ''));
  const isCut = around !== undefined && start > around.line;
  const signature = isCut ? [lines[around.line - 1] ?? '', likeFirst(shown, '…')] : [];
  return {
    reference: placeReference({ repo, commit, path, start, end }),
    ...(around && { name: definitionPassage(file, around).name }),
    language: codeFenceLanguage(path),
    lines: [...signature, ...shown, ...(end < last ? [likeFirst(shown.toReversed(), '…')] : [])],
  };
}

function codeIn(file: SourceFile, { start, end }: LineRange): ShownCode {
  const { repo, commit, path, lines } = file;
  const last = Math.min(end, start + MAX_ENTRY_LINES - 1);
  const shown = linesFrom(start, last).map((at) => cutLine(lines[at - 1] ?? ''));
  return {
    reference: placeReference({ repo, commit, path, start, end: last }),
    language: codeFenceLanguage(path),
    lines: [...shown, ...(last < end ? [likeFirst(shown, '…')] : [])],
  };
}

/** With the indentation of the first line that has any text. */
function likeFirst(lines: readonly string[], text: string): string {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return `${/^\s*/.exec(first)?.[0] ?? ''}${text}`;
}

type FileLine = Pick<DeclaredOption, 'file' | 'line' | 'range'>;

export function definitionAround({ file, line }: FileLine): Definition | undefined {
  return definitionsAround(file, line).findLast((one) => one.kind !== 'section' && one.line < line);
}

export function referenceTo({ file, line, range }: FileLine): Reference {
  const { repo, commit, path } = file;
  return placeReference({ repo, commit, path, ...(range ?? { start: line, end: line }) });
}
