import { roleOf } from '../../../index/file-role.js';
import { messageCondition } from '../../../index/segments/word-filter.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import { codeSpan } from '../../../markdown/markdown.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { Draft, ShownCode, Statement } from '../draft/draft.js';
import { lineSpan } from '../draft/line-text.js';
import { lineReference, placeReference } from '../draft/reference.js';
import { bestRepository, readFileAt, toolContext } from '../facts/look-up.js';
import { definitionsAround } from '../passages/definitions-around.js';
import { definitionPassage } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { constantParts } from '../text/constant-parts.js';
import type { FormInput } from './form.js';

const MAX_LINKS = 3;
const LINES_BEFORE = 4;
const LINES_AFTER = 3;

export interface FoundLine {
  readonly file: SourceFile;
  /** Counted from 1. */
  readonly line: number;
  readonly phrase: string;
}

/** The lines that contain a quoted phrase of several words, such as the message of an error; code comes first. */
export async function quotedText(input: FormInput): Promise<Draft | undefined> {
  const phrases = [...input.phrases, ...singleQuoted(input.question)].filter((one) =>
    /\S\s+\S/.test(one),
  );
  if (phrases.length === 0) return undefined;
  const whole = await wholePhrases(phrases, input);
  const [first, ...others] = whole.length > 0 ? whole : await partsOfPhrases(phrases, input);
  if (!first) return undefined;
  const inside = nameAround(first);
  return {
    statements: [foundLineStatement(first)],
    code: codeAroundLine(first),
    links: others.map(foundLineStatement),
    followups: inside === '' ? [] : [`How does ${inside} work?`, `Where is ${inside} used?`],
  };
}

/** Unlike phrases in double quotes, they limit nothing: an apostrophe may look like a quotation mark. */
function singleQuoted(question: string): string[] {
  const found = question.matchAll(
    /(?<![\p{L}\p{N}])['‘](?=\S)([^'’\n]{3,200})(?<=\S)['’](?![\p{L}\p{N}])/gu,
  );
  return [...found].map(([, phrase = '']) => phrase);
}

async function wholePhrases(phrases: readonly string[], input: FormInput): Promise<FoundLine[]> {
  const found: FoundLine[] = [];
  const isCode = (path: string) => Number(roleOf(path) === 'code');
  const hits = input.hits.toSorted((a, b) => isCode(b.found.path) - isCode(a.found.path));
  for (const hit of hits) {
    input.context.signal.throwIfAborted();
    const first = firstLineOf(await input.read(hit), phrases);
    if (first) found.push(first);
    if (found.length > MAX_LINKS) break;
  }
  return found;
}

/** A message as it was printed: the code that prints it has only parts of it. */
async function partsOfPhrases(phrases: readonly string[], input: FormInput): Promise<FoundLine[]> {
  const searched = bestRepository(input);
  if (!searched) return [];
  for (const part of phrases.flatMap(constantParts)) {
    const condition = messageCondition(part);
    const among = condition && (await input.candidatesOf?.(searched, condition));
    const terms = [{ text: part, isRegex: false }];
    const search = { snapshot: searched, terms, ...(among && { among }) };
    const { files } = await findMatchingLines(search, toolContext(input));
    const code = [...files.keys()].filter((path) => roleOf(path) === 'code');
    if (code.length === 0 || code.length > MAX_FILES_OF_PART) continue;
    const read = await Promise.all(
      code.slice(0, MAX_LINKS + 1).map((path) => readFileAt({ searched, path }, input)),
    );
    const found = read.flatMap((file) => (file && firstLineOf(file, [part])) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}

/** In more files it is no message. */
const MAX_FILES_OF_PART = 12;

function firstLineOf(file: SourceFile, phrases: readonly string[]): FoundLine | undefined {
  for (const phrase of phrases) {
    const wanted = phrase.toLowerCase();
    const at = file.lines.findIndex((text) => text.toLowerCase().includes(wanted));
    if (at >= 0) return { file, line: at + 1, phrase };
  }
  return undefined;
}

/** The line, and the function that it is in. */
export function foundLineStatement(found: FoundLine): Statement {
  const { file, line, phrase } = found;
  const inside = nameAround(found);
  const path = codeSpan(file.path);
  const where = inside === '' ? path : `${codeSpan(inside)} in ${path}`;
  const text = file.lines[line - 1] ?? '';
  const at = text.toLowerCase().indexOf(phrase.toLowerCase());
  return {
    markdown: `${where}: ${lineSpan(text, text.slice(at, at + phrase.length))}`,
    reference: lineReference(file, line),
  };
}

/** The function or class that a line is in; empty at the top of a file. */
export function nameAround({ file, line }: FoundLine): string {
  const around = definitionsAround(file, line).findLast(({ kind }) => kind !== 'section');
  return around ? definitionPassage(file, around).name : '';
}

export function codeAroundLine({ file, line }: FoundLine): ShownCode {
  const { repo, commit, path, lines } = file;
  const start = Math.max(1, line - LINES_BEFORE);
  const end = Math.min(lines.length, line + LINES_AFTER);
  return {
    reference: placeReference({ repo, commit, path, start, end }),
    language: codeFenceLanguage(path),
    lines: lines.slice(start - 1, end),
  };
}
