import { isVendoredFor } from '../../../index/vendored.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { definitionPassage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { indent } from '../text/indent.js';
import { tellingWords } from '../text/near-message.js';
import type { FormInput } from './form.js';

const LINES_BEFORE = 4;
const LINES_AFTER = 3;

export interface FoundLine {
  readonly file: SourceFile;
  /** Counted from 1. */
  readonly line: number;
  readonly phrase: string;
}

/** The first of the lines with the code around it, and where the others are. */
export function foundLinesDraft(
  [first, ...others]: readonly [FoundLine, ...FoundLine[]],
  { query }: Pick<FormInput, 'query'>,
): Draft {
  const inside = nameAround(first);
  const lead = foundLineStatement(first);
  const isOthers = isVendoredFor(first.file.path, query);
  return {
    statements: [isOthers ? { ...lead, markdown: `${VENDORED}${lead.markdown}` } : lead],
    code: codeAroundLine(first),
    links: others.map(foundLineStatement),
    followups: inside === '' ? [] : [`How does ${inside} work?`, `Where is ${inside} used?`],
  };
}

export const VENDORED = 'Only vendored code has this: ';

/** The line, and the function that it is in. */
export function foundLineStatement(found: FoundLine): Statement {
  const { file, line, phrase } = found;
  const inside = nameAround(found);
  const path = codeSpan(file.path);
  const where = inside === '' ? path : `${codeSpan(inside)} in ${path}`;
  const text = file.lines[line - 1] ?? '';
  const at = text.toLowerCase().indexOf(phrase.toLowerCase());
  const near = at < 0 ? nearWord(text, phrase) : text.slice(at, at + phrase.length);
  return {
    markdown: `${where}: ${lineSpan(text, near)}`,
    reference: lineReference(file, line),
  };
}

/** Of a message in other words, the first one that the line has. */
function nearWord(text: string, phrase: string): string {
  return tellingWords(phrase).find((word) => text.includes(word)) ?? '';
}

/** The function or class that a line is in; empty at the top of a file. */
export function nameAround({ file, line }: FoundLine): string {
  const around = definitionsAround(file, line).findLast(({ kind }) => kind !== 'section');
  return around ? definitionPassage(file, around).name : '';
}

export function codeAroundLine({ file, line }: FoundLine): ShownCode {
  const { repo, commit, path, lines } = file;
  let start = Math.max(1, line - LINES_BEFORE);
  let end = Math.min(lines.length, line + LINES_AFTER);
  // What another block ends with says nothing.
  while (start < line && ENDS_BLOCK.test(lines[start - 1] ?? '')) start += 1;
  const isTold = (one: string) => one.trim() !== '';
  const depth = Math.min(
    ...lines
      .slice(start - 1, line)
      .filter(isTold)
      .map(indent),
  );
  const outer = lines.slice(line, end).findIndex((one) => isTold(one) && indent(one) < depth);
  if (outer >= 0) end = line + outer;
  while (end > line && !isTold(lines[end - 1] ?? '')) end -= 1;
  return {
    reference: placeReference({ repo, commit, path, start, end }),
    language: codeFenceLanguage(path),
    lines: lines.slice(start - 1, end),
  };
}

const ENDS_BLOCK = /^\s*(?:[)}\]]{1,4}[;,]?|end|return;?)?\s*$/;
