import type { Query } from '../../../index/query.js';
import { codeFenceLanguage } from '../../../markdown/languages.js';
import type { AskedTerms } from '../passages/asked-terms.js';
import { type Excerpt, excerptLines } from '../passages/excerpts.js';
import { linesFrom } from '../passages/extent.js';
import { isContainer, isSection, overlapsDocs } from '../passages/passage.js';
import { codeBlockAt } from '../passages/section-text.js';
import { codeOf } from './code-of.js';
import { describe, describeMatch, describeSection, displayName } from './describe.js';
import type { ShownCode, ShownPlace } from './draft.js';
import { namesOfLines } from './named-place.js';
import { quoteOf } from './quote.js';
import { placeReference } from './reference.js';

interface Wanted {
  readonly query: Query;
  readonly asked: AskedTerms;
  /** No other place is shown, so that there is room for all that it says. */
  readonly isAlone?: boolean;
}

/** An excerpt with what it is in: prose as a quote, code as the lines around it that say and decide most. */
export function shownPlace(excerpt: Excerpt, wanted: Wanted): ShownPlace {
  const { passage } = excerpt;
  const own = wanted.isAlone ? undefined : shortCode(excerpt, wanted);
  if (own) return own;
  const quote = quoteOf(excerpt, wanted.asked);
  if (quote) {
    const statement = { markdown: displayName(passage), reference: quote.reference };
    return { statement, code: quote };
  }
  const sample = sampleIn(excerpt);
  if (sample) {
    const { markdown } = describeSection(passage, wanted.query);
    return { statement: { markdown, reference: sample.reference }, code: sample };
  }
  const code = codeAround(excerpt, wanted);
  const isSaid = passage.docs && !overlapsDocs(passage, excerpt);
  const { markdown } = isSaid
    ? describeMatch({ passage, line: excerpt.start }, wanted.query)
    : { markdown: namesOfLines(excerpt, wanted.asked) ?? displayName(passage) };
  return { statement: { markdown, reference: code.reference }, code };
}

/** Of a short function whose comment fits, what the comment says, and its code. */
function shortCode({ passage, start, end }: Excerpt, wanted: Wanted): ShownPlace | undefined {
  const { definition, file } = passage;
  if (!definition || isSection(passage) || isContainer(passage)) return undefined;
  if (!overlapsDocs(passage, { start, end })) return undefined;
  const told = linesFrom(passage.start, passage.end).filter((line) =>
    /\S/.test(file.lines[line - 1] ?? ''),
  );
  if (told.length > MAX_SHORT || told.length < 3) return undefined;
  const code = codeOf(passage, { ...wanted, room: MAX_SHORT });
  return code && { statement: describe(passage, wanted.query, wanted.asked), code };
}

const MAX_SHORT = 10;

/** How many of the phrases that a question quotes are in the shown lines, ignoring case. */
export function phrasesShown(
  { code: { lines, isQuote } }: ShownPlace,
  phrases: readonly string[],
): number {
  const shown = lines.join('\n').toLowerCase();
  const text = isQuote ? shown.replaceAll('\\', '') : shown;
  return phrases.filter((phrase) => text.includes(phrase.toLowerCase())).length;
}

/** Of a code block in a section, its own lines: what is around it is said in a sentence. */
function sampleIn(excerpt: Excerpt): ShownCode | undefined {
  const { passage, start } = excerpt;
  const block = isSection(passage) ? codeBlockAt(passage, excerpt) : undefined;
  if (!block) return undefined;
  const first = block.end - block.start < MIN_ROWS ? block.start : Math.max(block.start, start);
  const last = Math.min(block.end, first + MIN_ROWS - 1);
  const { repo, commit, path, lines } = passage.file;
  return {
    reference: placeReference({ repo, commit, path, start: first, end: last }),
    name: passage.name,
    language: block.language,
    lines: [...lines.slice(first - 1, last), ...(last < block.end ? ['…'] : [])],
  };
}

function codeAround(excerpt: Excerpt, wanted: Wanted): ShownCode {
  const { passage, start, end } = excerpt;
  const { file, name, definition } = passage;
  if (definition && !isSection(passage) && !overlapsDocs(passage, excerpt)) {
    const code = codeOf(passage, { ...wanted, near: { start, end }, room: rowsOf(excerpt) });
    if (code) return code;
  }
  const { repo, commit, path } = file;
  return {
    reference: placeReference({ repo, commit, path, start, end }),
    ...(name !== '' && { name }),
    language: isSection(passage) ? 'markdown' : codeFenceLanguage(path),
    lines: excerptLines(excerpt),
  };
}

/** As many as its lines, and the first line of what they are in. */
function rowsOf({ passage: { file }, start, end }: Excerpt): number {
  const told = linesFrom(start, end).filter((line) => /\S/.test(file.lines[line - 1] ?? ''));
  return Math.max(MIN_ROWS, told.length + 1);
}

const MIN_ROWS = 9;
