import { roleOf } from '../../../index/file-role.js';
import { messageCondition } from '../../../index/segments/word-filter.js';
import { isVendoredFor } from '../../../index/vendored.js';
import { findMatchingLines } from '../../../tools/grep.js';
import type { Draft } from '../draft/draft.js';
import { isHistory } from '../facts/history-file.js';
import { bestRepository, readFileAt, toolContext } from '../facts/look-up.js';
import { isCommentLine } from '../passages/doc-comment.js';
import type { SourceFile } from '../passages/source-file.js';
import { constantParts } from '../text/constant-parts.js';
import type { FormInput } from './form.js';
import { type FoundLine, foundLinesDraft } from './found-line.js';
import { messageSource } from './message-source.js';

const MAX_LINKS = 3;

/** The lines that contain a quoted phrase of several words, such as the message of an error; code comes first. */
export async function quotedText(input: FormInput): Promise<Draft | undefined> {
  const phrases = [...input.phrases, ...singleQuoted(input.question)].filter((one) =>
    /\S\s+\S/.test(one),
  );
  if (phrases.length === 0) return undefined;
  if (ASKS_FOR_MESSAGE.test(input.question)) {
    const message = await messageSource(phrases, input);
    if (message) return message;
  }
  const whole = (await wholePhrases(phrases, input)).filter(
    (one) => ASKS_FOR_MESSAGE.test(input.question) || isTelling(one),
  );
  const [first, ...others] = whole.length > 0 ? whole : await partsOfPhrases(phrases, input);
  if (!first) return undefined;
  return foundLinesDraft([first, ...others], input);
}

/** Asked where a text comes from, or why it is shown. */
const ASKS_FOR_MESSAGE =
  /\b(?:com(?:es?|ing)|came|printed|thrown|raised|shown|logged|displayed|generated|produced|emitted|sent|written|defined|set|from|message|error|warning|toast|label|text|string|notification|exception)\b|\bwhy (?:do|does|am|is|are|did)\b|\bwhat (?:causes?|triggers?|prints?|throws?|raises?|shows?|means?)\b|\bwhat does\b.{0,200}\bmean\b/i;

/** A changelog or a comment that has the words says nothing of how it works. */
function isTelling({ file, line }: FoundLine): boolean {
  return !isHistory(file.path) && !isCommentLine(file.lines[line - 1] ?? '');
}

/** Unlike phrases in double quotes, they limit nothing: an apostrophe may look like a quotation mark. */
function singleQuoted(question: string): string[] {
  const found = question.matchAll(
    /(?<![\p{L}\p{N}])['‘](?=\S)((?:[^'’\n]|(?<=\p{L})['’](?=\p{L})){3,200})(?<=\S)['’](?![\p{L}\p{N}])/gu,
  );
  return [...found].map(([, phrase = '']) => phrase);
}

async function wholePhrases(phrases: readonly string[], input: FormInput): Promise<FoundLine[]> {
  const found: FoundLine[] = [];
  const isCode = (path: string) => Number(roleOf(path) === 'code');
  const own = input.hits.filter(({ found }) => !isVendoredFor(found.path, input.query));
  const among = own.length > 0 ? own : input.hits;
  const hits = among.toSorted((a, b) => isCode(b.found.path) - isCode(a.found.path));
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
