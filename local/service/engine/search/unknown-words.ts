import type { NearName } from '../../index/near-names.js';
import type { Query } from '../../index/query.js';
import { termsOf } from '../../index/terms.js';
import { codeSpan } from '../../markdown/markdown.js';
import { ASKS_FOR_TESTS } from './text/asks-for-tests.js';

const MAX_WORD_LENGTH = 80;
/** Who tells a story says words that no code has. */
const MAX_WORDS = 9;

/**
 * What was asked about and occurs in no repository: names of code, and other words if they are at least
 * half of a short question in English.
 */
export function unknownWords(query: Query, missing: readonly ReadonlySet<string>[]): string[] {
  const words = missingWords(query, missing);
  const mayTell = 2 * words.length >= query.keywords.length;
  const names = query.exactNames.filter((name) => isInNoFile(name, query, missing));
  return [...new Set([...names, ...(mayTell ? words : [])])].filter(isShown);
}

/** Such as `Kafka`, in a short question in English. */
export function missingProperNames(
  query: Query,
  missing: readonly ReadonlySet<string>[],
): string[] {
  const proper = new Set(query.properTerms);
  const isProper = (word: string) => termsOf(word).some((term) => proper.has(term));
  return missingWords(query, missing).filter(isProper);
}

function missingWords(query: Query, missing: readonly ReadonlySet<string>[]): string[] {
  const { keywords, language } = query;
  if (keywords.length > MAX_WORDS || language !== undefined) return [];
  return keywords.filter((word) => isShown(word) && isInNoFile(word, query, missing));
}

/** Words of a question that its answer can say nothing about. */
export interface AbsentWords {
  /** What the answer cannot be about, so that it is only the closest match. */
  readonly unknown: readonly string[];
  /** Proper names, where the answer is sure of the rest. */
  readonly names: readonly string[];
}

export function absentWords(
  query: Query,
  missing: readonly ReadonlySet<string>[],
  isGuess: boolean,
): AbsentWords {
  const unknown = unknownWords(query, missing);
  const names = missingProperNames(query, missing);
  if (isGuess) return { unknown: [...new Set([...unknown, ...names])], names: [] };
  return { unknown, names: unknown.length > 0 ? [] : names };
}

function isShown(word: string): boolean {
  return word.length <= MAX_WORD_LENGTH;
}

function isInNoFile(
  word: string,
  { intent }: Query,
  missing: readonly ReadonlySet<string>[],
): boolean {
  const terms = termsOf(word);
  if (intent.tests && terms.every((term) => ASKS_FOR_TESTS.has(term))) return false;
  // A compound name has a term for the whole, which is the last.
  const whole = terms.at(-1);
  return whole !== undefined && missing.every((those) => those.has(whole));
}

/** The question with the names that are spelled nearly like words that no file has; `undefined` if there are none. */
export function withNearNames(
  text: string,
  near: readonly NearName[],
): { readonly text: string; readonly note: string } | undefined {
  const [first] = near;
  if (!first || !text.includes(first.word)) return undefined;
  const { word, name } = first;
  return {
    text: text.replaceAll(word, () => name),
    note: `No file contains ${codeSpan(word)}, so I searched for ${codeSpan(name)}.`,
  };
}
