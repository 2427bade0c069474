/** Stands for any words, such as `%s`, `{name}` or what is put between two strings. */
const ANY = '\0';
const PLACEHOLDER =
  /%(?:\(\w{1,40}\))?[-+#\d.]{0,6}[a-zA-Z]\b|[$#]?\{{1,3}[^{}]{0,80}\}{1,3}|["'`]\s?(?:\+|\.|<<|&|,)\s?[\w.()[\]]{1,60}(?:\s?(?:\+|\.|<<|&|,)\s?["'`])?/g;
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:['’]t|not)\b/g, 'can not'],
  [/\bwon['’]t\b/g, 'will not'],
  [/n['’]t\b/g, ' not'],
  [/\b(it|that|there|what|he|she)['’]s\b/g, '$1 is'],
  [/['’]re\b/g, ' are'],
  [/['’]ve\b/g, ' have'],
  [/['’]ll\b/g, ' will'],
  [/\bi['’]m\b/g, 'i am'],
];
/** Words that people leave out or add when they quote a message from memory; "not" is none. */
const SMALL_WORDS = new Set(
  'a an the this that these those your his her their its our my is are was were be been has have to for of in on at by with and please it you he she they was'.split(
    ' ',
  ),
);
const MAX_LENGTH = 1_000;
const MAX_TOKENS = 120;
const MAX_MESSAGE_TOKENS = 40;
const SMALL_GAIN = 0.2;
const COST = 0.3;
/** Of the words that say something. */
const MIN_SHARE = 0.6;
const MIN_MATCHES = 2;
/** One word alone is no message. */
const MIN_SCORE = 1;

/** The words of a message that say something, in order. */
export function tellingWords(message: string): string[] {
  return tokensOf(message).filter((one) => one !== ANY && !SMALL_WORDS.has(one));
}

/**
 * How well a line of code has a message, from 0 for not at all: the same words in the same order, except for small words and
 * placeholders. The line may say more before and after it.
 */
export function nearMessage(message: string, line: string): number {
  const wanted = tokensOf(message).slice(0, MAX_MESSAGE_TOKENS);
  const telling = wanted.filter(isTelling).length;
  let best = 0;
  // By how much of the message was found before: each with its score and how many telling words that has.
  let before = nextRow([], { wanted, token: '' });
  for (const token of tokensOf(line.slice(0, MAX_LENGTH)).slice(0, MAX_TOKENS)) {
    before = nextRow(before, { wanted, token });
    const whole = before.at(-1) ?? NOTHING;
    const least = Math.max(Math.min(MIN_MATCHES, telling), MIN_SHARE * telling);
    if (whole.matches >= least && whole.score > MIN_SCORE) best = Math.max(best, whole.score);
  }
  return best;
}

interface Found {
  readonly score: number;
  readonly matches: number;
}

const NOTHING: Found = { score: Number.NEGATIVE_INFINITY, matches: 0 };
const START: Found = { score: 0, matches: 0 };

/** What is found of the message up to each of its words, at one more word of the line. */
function nextRow(
  before: readonly Found[],
  { wanted, token }: { readonly wanted: readonly string[]; readonly token: string },
): Found[] {
  const row: Found[] = [];
  for (const [n, word] of wanted.entries()) {
    const left = n === 0 ? START : (row[n - 1] ?? NOTHING);
    const diagonal = n === 0 ? START : (before[n - 1] ?? NOTHING);
    const above = before[n] ?? NOTHING;
    const ways = [
      ...(word === token && token !== ANY ? [matched(diagonal, word)] : []),
      ...(token === ANY || word === ANY ? [less(diagonal), less(left)] : []),
      ...(SMALL_WORDS.has(word) ? [less(left)] : []),
      ...(token === ANY || SMALL_WORDS.has(token) ? [less(above)] : []),
    ];
    row.push(ways.reduce((best, one) => (one.score > best.score ? one : best), NOTHING));
  }
  return row;
}

function matched({ score, matches }: Found, word: string): Found {
  return isTelling(word)
    ? { score: score + 1, matches: matches + 1 }
    : { score: score + SMALL_GAIN, matches };
}

function less({ score, matches }: Found): Found {
  return { score: score - COST, matches };
}

function isTelling(word: string): boolean {
  return word !== ANY && !SMALL_WORDS.has(word);
}

function tokensOf(text: string): string[] {
  const plain = CONTRACTIONS.reduce(
    (all, [pattern, words]) => all.replace(pattern, words),
    text
      .slice(0, MAX_LENGTH)
      .replace(/\\(?=["'`])/g, '')
      .replace(PLACEHOLDER, ` ${ANY} `)
      .toLowerCase(),
  );
  return plain.match(/\0|[\p{L}\p{N}]+/gu) ?? [];
}
