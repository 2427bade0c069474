import { stemmer } from 'stemmer';
import { fullForm } from './word-forms.js';

const MAX_CACHED_WORDS = 50_000;
/** Takes time in proportion to the text: questions may be long. A look-ahead after it would not. */
const WORD = /[\p{L}_][\p{L}\p{N}_]+|(?<![\p{L}\p{N}_])[B-HJ-Z](?![\p{L}\p{N}_])/gu;
/** A name of one letter, such as a type's. `A` and `I` are words. */
const LETTER_NAME = /^[B-HJ-Z]$/;
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

/**
 * The identifiers in a text, as written: compound words, words in backticks, words behind `::`, and words before `(` or
 * an arity, as in `call/2`.
 */
export function identifiersOf(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,80})`/g)].flatMap(([, code = '']) => wordsOf(code));
  const words = [...text.matchAll(WORD)];
  const called = words.flatMap(({ 0: word, index }) =>
    text[index + word.length] === '(' ? [word] : [],
  );
  const qualified = [...text.matchAll(QUALIFIED)].map(([, name = '']) => name);
  const withArity = [...text.matchAll(WITH_ARITY)].map(([, name = '']) => name);
  const compound = wordsOf(text).filter(
    (word) => wordParts(word).length > 1 && !/^\d/.test(word) && !ABBREVIATION.test(word),
  );
  return [...new Set([...quoted, ...called, ...withArity, ...qualified, ...compound])];
}

/** What is last in `shop::Cart::add`. */
const QUALIFIED = /(?<=[\p{L}\p{N}_]::)([\p{L}_][\p{L}\p{N}_]+)(?![\p{L}\p{N}_]|::)/gu;

/** `Enum.fetch!/2` → `Enum.fetch!`; HTTP/2 stays. */
export function withoutArity(name: string): string {
  return name.replaceAll(WITH_ARITY, '$1$2');
}

/** A function with how many arguments it takes, as Erlang and Elixir write it. */
const WITH_ARITY =
  /(?<![\p{L}\p{N}_/])(?!https?\/)([\p{Ll}_][\p{L}\p{N}_]+)([!?]?)\/\d(?![\w/]|\.\w)/gu;

/** `DoS`, `IoT`, and several such as `VMs`. */
const ABBREVIATION = /^(?:[A-Z]{1,2}[a-z][A-Z]|[A-Z]{2,})s?$/;

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

/** `HTTPServer_v2` → `HTTP`, `Server`, `v2`; `userIDs` → `user`, `IDs`; `toS3` → `to`, `S3`. */
export function wordParts(word: string): string[] {
  return word.match(PARTS) ?? [];
}

const PARTS = new RegExp(
  [
    '\\p{Lu}{2,}s(?!\\p{Ll})',
    '\\p{Lu}\\p{N}+(?![\\p{Ll}\\p{N}])',
    '(?<![\\p{L}\\p{N}])\\p{Ll}\\p{N}+(?![\\p{Ll}\\p{N}])',
    '\\p{Lu}+(?!\\p{Ll})',
    '\\p{Lu}?\\p{Ll}+',
    '\\p{N}+',
    '[^\\p{Lu}\\p{Ll}\\p{N}_]+',
  ].join('|'),
  'gu',
);

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
  if (LETTER_NAME.test(word)) return [word.toLowerCase()];
  const parts = wordParts(word).map((part) => part.toLowerCase());
  const stems = parts.filter(isTerm).map(stemOf);
  return parts.length > 1 ? [...stems, normalizedName(word)] : stems;
}

/** British spellings that differ from the American ones by a rule: `serialise`, `analyse`, `behaviour`, `centre`, `licence`. */
const BRITISH: readonly (readonly [pattern: RegExp, american: string])[] = [
  [/(?<=.{4})is(?=(?:e[srd]?|ers|ing|ations?)$)/, 'iz'],
  [/(?<=.{3})ys(?=(?:e[srd]?|ers|ing)$)/, 'yz'],
  [/(?<=.{3})our(?=(?:s|ed|ing|al|able|ful|ite)?$)/, 'or'],
  [/(?<=.{2}[bt])re(?=s?$)/, 'er'],
  [/(?<=.{3}og)ue(?=s?$)/, ''],
  [/(?<=(?:lic|def|off|ret)en)c(?=e[sd]?$)/, 's'],
];
/** Whether any of these may match, which most words tell at once. */
const MAYBE_BRITISH =
  /(?:[iy]s(?:e[srd]?|ers|ing|ations?)|our(?:s|ed|ing|al|able|ful|ite)?|[bt]res?|ogues?|(?:lic|def|off|ret)ence[sd]?)$/;
const MIN_VERB_LENGTH = 3;

/** The same for all forms of a word, its spellings and abbreviations, and for who does it. */
function stemOf(word: string): string {
  const stem = stemmer(fullForm(MAYBE_BRITISH.test(word) ? inAmerican(word) : word));
  // A `router` is what does the `routing`.
  const isAgent = stem.endsWith('er') || stem.endsWith('or');
  const verb = isAgent ? stem.slice(0, -2) : '';
  return verb.length < MIN_VERB_LENGTH ? stem : stemmer(`${verb}ing`);
}

function inAmerican(word: string): string {
  return BRITISH.reduce((text, [pattern, its]) => text.replace(pattern, its), word);
}

function isTerm(part: string): boolean {
  return part.length > 1 && part.length <= 40 && !/^\d{5,}$/.test(part);
}
