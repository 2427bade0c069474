import { stemmer } from 'stemmer';

const MAX_CACHED_WORDS = 50_000;
/** Takes time in proportion to the text: questions may be long. A look-ahead after it would not. */
const WORD = /[\p{L}_][\p{L}\p{N}_]+/gu;
const cache = new Map<string, readonly string[]>();

/**
 * The terms of code or prose: each word's stemmed parts (`get environ proxi` for both
 * `getEnvironProxies` and `get_environ_proxies`), and for a word of several parts also the whole
 * (`getenvironproxies`), which is rare and therefore has a high inverse document frequency.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    for (const term of termsOfWord(word)) terms.push(term);
  }
  return terms;
}

/** The identifiers in a text, as written: compound words, words in backticks, and words before `(`. */
export function identifiersOf(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{2,80})`/g)].flatMap(([, code = '']) => wordsOf(code));
  const words = [...text.matchAll(WORD)];
  const called = words.flatMap(({ 0: word, index }) =>
    text[index + word.length] === '(' ? [word] : [],
  );
  const compound = wordsOf(text).filter((word) => wordParts(word).length > 1 && !/^\d/.test(word));
  return [...new Set([...quoted, ...called, ...compound])];
}

/** The same for all spellings of an identifier: `fooBar` and `FOO_BAR` give `foobar`. */
export function normalizedName(identifier: string): string {
  return identifier.replaceAll('_', '').toLowerCase();
}

/** The term of chunks that define this name in any spelling. It occurs in no text. */
export function definitionTerm(identifier: string): string {
  return `=${normalizedName(identifier)}`;
}

/** The term of chunks that define this name in exactly this spelling. */
export function exactDefinitionTerm(identifier: string): string {
  return `==${identifier}`;
}

/** `HTTPServer_v2` → `HTTP`, `Server`, `v`, `2`. */
export function wordParts(word: string): string[] {
  return word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu) ?? [];
}

/** The words of a text as written, without numbers. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

function termsOfWord(word: string): readonly string[] {
  const known = cache.get(word);
  if (known) return known;
  // In V8 a part of a text keeps the whole text in memory.
  const copy = Buffer.from(word).toString();
  const terms = computeTerms(copy);
  if (cache.size > MAX_CACHED_WORDS) cache.clear();
  cache.set(copy, terms);
  return terms;
}

/** Skips noise: hashes and other long words, single letters, long numbers. */
function computeTerms(word: string): readonly string[] {
  if (word.length > 80) return [];
  const parts = wordParts(word).map((part) => part.toLowerCase());
  const stems = parts.filter(isTerm).map((part) => stemmer(part));
  return parts.length > 1 ? [...stems, normalizedName(word)] : stems;
}

function isTerm(part: string): boolean {
  return part.length > 1 && part.length <= 40 && !/^\d{5,}$/.test(part);
}
