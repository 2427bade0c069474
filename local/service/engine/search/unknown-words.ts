import type { Query } from '../../index/query.js';
import { termsOf } from '../../index/terms.js';

const MAX_WORD_LENGTH = 80;
/** Who tells a story says words that no code has. */
const MAX_WORDS = 9;

/**
 * What was asked about and occurs in no repository: names of code, and other words if they are at least
 * half of a short question in English.
 */
export function unknownWords(query: Query, missing: readonly ReadonlySet<string>[]): string[] {
  const isMissing = (term: string) => missing.every((terms) => terms.has(term));
  const isUnknown = (word: string) => {
    const terms = termsOf(word);
    // A compound name has a term for the whole, which is the last.
    return terms.length > 0 && isMissing(terms.at(-1) ?? '');
  };
  const unknown = query.keywords.filter(isUnknown);
  const isShort = query.keywords.length <= MAX_WORDS;
  const mayTell =
    isShort && query.language === undefined && 2 * unknown.length >= query.keywords.length;
  const words = mayTell ? unknown : [];
  const names = query.exactNames.filter(isUnknown);
  return [...new Set([...names, ...words])].filter((word) => word.length <= MAX_WORD_LENGTH);
}
