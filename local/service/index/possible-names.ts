import { normalizedName, termsOf, wordsOf } from './terms.js';

/** What words of a question may be called in code, such as `lru` for "least recently used". */
export interface Acronym {
  readonly term: string;
  /** The terms of its words. */
  readonly of: readonly string[];
}

const ACRONYM_LENGTHS = [3, 4];

/** Two words are often one name in code: `static files` is `staticfiles` or `StaticFiles`. */
export function pairTermsOf(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, n) => `${words[n]}${word}`.toLowerCase());
  return pairs.flatMap((pair) => [...termsOf(pair), normalizedName(pair)]);
}

const PARTICLE = /^(?:up|in|out|down|back|off|over)$/i;
/** A noun of two words: with a hyphen, in the plural, or one of those that all programs have. */
const PARTICLE_NOUN =
  /\b(?:([a-z]{3,20})-(up|in|out|down|back|off|over)|([a-z]{3,20}) (up|in|out|down|back|off|over)(?=s)|(sign|log) (up|out|(?:in|on)(?=\W*$)))(s?)\b/gi;
const ENDING = /(?:([b-df-hj-np-tv-z])\1)?(?:ing|ed)$|(?<!s)s$/;

/** "Back up" is `backup` in code, "logged in" `login` and "shutting down" `shutdown`. */
export function particleVerbsIn(question: string, isStopWord: (word: string) => boolean): string[] {
  const words = wordsOf(question);
  return words.slice(1).flatMap((particle, n) => {
    const verb = (words[n] ?? '').toLowerCase();
    if (!PARTICLE.test(particle) || isStopWord(verb)) return [];
    // "Logged" is of `log`, but "rolled" of `roll`.
    const bases = [verb.replace(ENDING, '$1'), verb.replace(ENDING, '$1$1')];
    return [...new Set(bases)]
      .filter((base) => base.length >= MIN_VERB)
      .flatMap((base) => termsOf(`${base}${particle.toLowerCase()}`));
  });
}

const MIN_VERB = 3;

/** "Sign-ups" and "sign up" are `signup` in code. */
export function withJoinedNouns(text: string): string {
  return text.replace(PARTICLE_NOUN, '$1$2$3$4$5$6$7');
}

/** The initials of words that follow each other, the first of which is no stop word. */
export function acronymsIn(question: string, isStopWord: (word: string) => boolean): Acronym[] {
  const words = wordsOf(question);
  return words.flatMap((word, n) => {
    if (isStopWord(word)) return [];
    return ACRONYM_LENGTHS.filter((length) => n + length <= words.length).flatMap((length) => {
      const its = words.slice(n, n + length);
      const initials = its.map((each) => each.charAt(0).toLowerCase()).join('');
      return termsOf(initials).map((term) => ({ term, of: its.flatMap(termsOf) }));
    });
  });
}

/** The words with a capital that is not only the start of a sentence. */
export function properNamesIn(question: string): string[] {
  const [first = '', ...others] = wordsOf(question);
  const isProper = (word: string) => /\p{Lu}/u.test(word);
  return [...(isProper(first.slice(1)) ? [first] : []), ...others.filter(isProper)];
}
