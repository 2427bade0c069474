import { termsOf } from '../../../index/terms.js';
import { type Change, changeLogOf } from './commit-log.js';
import { bestRepository, type LookUp, toolContext } from './look-up.js';

/** Read back to the first commit, or none. */
const MAX_COMMITS = 3_000;

/** The commits whose titles have all words of a text in any spelling, newest first. */
export async function commitsNaming(text: string, input: LookUp): Promise<readonly Change[]> {
  const searched = bestRepository(input);
  const spelled = withoutAbbreviations(text)
    .split(' ')
    .filter((word) => termsOf(word).length > 0)
    .map((word) => (word === TWO_FACTOR ? TWO_FACTOR_WORDS : word));
  if (!searched || spelled.length === 0) return [];
  const target = { searched, paths: [], spelled };
  const limits = { ...toolContext(input), most: MAX_COMMITS };
  const { changes, isComplete } = await changeLogOf(target, limits);
  input.context.stats({ tool_calls: 1 });
  const names = hasWordsOf(text);
  return isComplete ? changes.filter(({ title }) => names(title)) : [];
}

/** Whether a title has all words of a text: `rate limiting` is in "Rate-limit logins" and "ratelimit", `next.js` in "nextjs". */
export function hasWordsOf(text: string): (title: string) => boolean {
  const plain = withoutAbbreviations(text);
  const words = plain
    .split(' ')
    .map((word) => ({ terms: termsOf(word), joined: joinedTerm(word) }));
  const whole = joinedTerm(plain);
  return (title) => {
    const known = spellingsIn(withoutAbbreviations(title));
    if (known.has(whole)) return true;
    return words.every(
      ({ terms, joined }) => known.has(joined) || terms.every((term) => known.has(term)),
    );
  };
}

/** The terms of a title, and those of words that may as well be written as one, or without a version. */
function spellingsIn(title: string): ReadonlySet<string> {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.flatMap((word, n) => [
    joinedTerm(word),
    joinedTerm(`${word}${words[n + 1] ?? ''}`),
    joinedTerm(word.replace(/(?:v?\d{1,3}|js)$/i, '')),
  ]);
  return new Set([...termsOf(title), ...joined.filter((term) => term !== '')]);
}

/** The term of all letters together. */
function joinedTerm(text: string): string {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return termsOf(letters).at(-1) ?? '';
}

/** The only abbreviation of a feature that is common and has a digit, which no stemming tells. */
function withoutAbbreviations(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])(?:2fa|two[ _-]?factors?(?:[ _-]auth\w{0,12})?)(?![\p{L}\p{N}])/giu,
    TWO_FACTOR,
  );
}

const TWO_FACTOR = 'twofactor';
const TWO_FACTOR_WORDS = '2fa|twofactor';
