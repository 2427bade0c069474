import { stemmer } from 'stemmer';

const MOST_CACHED = 200_000;
const cache = new Map<string, readonly string[]>();

/**
 * The terms of a text, code or prose: each word's stemmed parts (`getEnvironProxies` and
 * `get_environ_proxies` both give `get environ proxi`), and for a word of several parts the whole
 * too (`getenvironproxies`), which is rare and so weighs much.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}_]+/gu)) terms.push(...termsOfWord(word));
  return terms;
}

/** The identifiers in a text, as written: words of several parts, or in backticks, or called. */
export function identifiersOf(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{2,80})`/g)].flatMap(([, code = '']) => wordsOf(code));
  const called = [...text.matchAll(/([\p{L}_][\p{L}\p{N}_]+)(?=\()/gu)].map(
    ([, name = '']) => name,
  );
  const compound = wordsOf(text).filter((word) => partsOf(word).length > 1 && !/^\d/.test(word));
  return [...new Set([...quoted, ...called, ...compound])];
}

/** The one form of an identifier in all its spellings. */
export function wholeOf(identifier: string): string {
  return identifier.replaceAll('_', '').toLowerCase();
}

/** The term for a definition of this very name; no text has it. */
export function nameTerm(identifier: string): string {
  return `=${wholeOf(identifier)}`;
}

/** The term for a definition of this very name in its very spelling. */
export function spelledTerm(identifier: string): string {
  return `==${identifier}`;
}

/** `HTTPServer_v2` → `HTTP Server v 2`, as parts. */
export function partsOf(word: string): string[] {
  return word.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu) ?? [];
}

/** The words of a text, as written; not its numbers. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]+/gu) ?? [];
}

function termsOfWord(word: string): readonly string[] {
  const known = cache.get(word);
  if (known) return known;
  const terms = computeTerms(word);
  if (cache.size > MOST_CACHED) cache.clear();
  cache.set(word, terms);
  return terms;
}

/** Hashes and other long words are noise, single letters and numbers of many digits too. */
function computeTerms(word: string): readonly string[] {
  if (word.length > 80) return [];
  const parts = partsOf(word).map((part) => part.toLowerCase());
  const stems = parts.filter(isTerm).map((part) => stemmer(part));
  return parts.length > 1 ? [...stems, wholeOf(word)] : stems;
}

function isTerm(part: string): boolean {
  return part.length > 1 && part.length <= 40 && !/^\d{5,}$/.test(part);
}
