import { termsOf } from '../../../index/terms.js';

/** What a line has to say so that it may be the value that is asked for. */
export interface AskedValue {
  /** What it is the value of: each thing with other words for it. */
  readonly things: readonly ReadonlySet<string>[];
  /** What kind of value it is, such as a duration: words that names of such values have. */
  readonly measures: readonly ReadonlySet<string>[];
  /** A number or a duration; the name of what is used; or either. */
  readonly wanted: 'amount' | 'name' | 'any';
  /** Whether the most or the least is asked for. */
  readonly extreme?: 'max' | 'min';
  /** The beginnings of words of which a line has one, for a search. */
  readonly beginnings: readonly string[];
}

const LONG =
  'lifetime life live duration ttl expiry expires expiration expire age timeout days day hours hour minutes mins minute seconds secs sec ms period time valid validity retention keep delay deadline cutoff td timedelta';
const GONE =
  'delete deletion remove removal purge prune clean cleanup discard evict expiry expire expiration retention keep age';
const OFTEN = 'interval period every frequency cron schedule seconds minutes hours';
const MAX = 'max maximum limit cap most maxlength';
const MIN = 'min minimum least';
const SIZE = 'size length len bytes byte limit mb kb';
const OF_PAGE = `${SIZE} per num number count`;
const MANY = 'num number count total size per limit';
const KIND = 'type driver client engine adapter backend provider dialect';

/** Words of a question, and those of the names of such values. */
const MEASURES: readonly (readonly [asked: RegExp, named: string])[] = [
  [
    /^(?:long|longest|old|valid|good|lifetime|duration|ttl|expir\w*|keep|kept|lasts?|period|age|time|retention|remain|lives?|lived|stays?|days|hours|minutes|seconds)$/,
    LONG,
  ],
  [/^(?:deleted|removed|purged|pruned|cleaned|discarded|evicted)$/, GONE],
  [/^(?:often|frequently|interval)$/, OFTEN],
  [/^(?:max|maximum|limit|limits|largest|biggest|highest|longest|cap)$/, MAX],
  [/^(?:min|minimum|smallest|shortest|least)$/, MIN],
  [/^(?:size|sizes|length|big|large|largest|biggest)$/, SIZE],
  [/^(?:many|much|number|count|amount)$/, MANY],
];
/** Other words for the same thing. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    database: 'database db datasource',
    databases: 'database db datasource',
    email: 'email mail',
    mail: 'mail email',
    invitation: 'invitation invite',
    invitations: 'invitation invite',
    log: 'log logger logging',
    ...Object.fromEntries(
      ['retries', 'retry', 'retried', 'tries', 'tried', 'attempts', 'attempt'].map((word) => [
        word,
        'retry retries try tries attempt',
      ]),
    ),
  }),
);
/** They say nothing of what is asked for. */
const SAYS_NOTHING =
  /^(?:a|an|the|of|for|in|on|at|by|to|is|are|was|be|do|does|did|can|could|may|will|would|should|must|it|its|this|that|we|you|i|one|per|each|every|and|or|what|which|how|before|until|after|from|with|default|defaults|use|uses|used|using|set|value|values|get|gets|got|allow|allowed|show|shown|shows|send|sending|sent|have|has|had|item|items|thing|things|times|happen|current|currently|wait|waits|run|runs|stay|stays|make|made|there|our|app|application|server|service|project|program|s|out|box|listen|listens|his|her|their|my|your|as|so|still|new|posting|posted|create|creating|created|ever|automatic|automatically|automated)$/;
/** Who does something says little of what it is, unless nothing else is said. */
const PEOPLE = /^(?:users?|people|persons?|someone|somebody|authors?|owners?|admins?|accounts?)$/;
/** What a link leads to is said by the other words, if there are several. */
const CARRIER = /^(?:links?|urls?)$/;
/** What only a number or a duration can be. */
const AMOUNT =
  /^(?:port|time-?out|size|limit|interval|length|count|number|period|time|duration|ttl|age|retries|threshold|width|height|depth|delay)$/;
const MIN_BEGINNING = 2;

/** Nothing if the question does not say of what. */
export function askedValue(question: string, given: AskedValue['wanted']): AskedValue | undefined {
  const isName = given === 'name';
  const words = wordsIn(question);
  const wanted = words.some((word) => AMOUNT.test(word)) ? 'amount' : given;
  const all = words.filter((word) => !SAYS_NOTHING.test(word) && (isName || !isMeasure(word)));
  const others = all.filter((word) => !PEOPLE.test(word));
  const named = others.filter((word) => !CARRIER.test(word));
  // "How many accounts may an admin create?" asks for accounts.
  const isCounted = (word: string) => new RegExp(`\\bhow many ${word}\\b`, 'i').test(question);
  const areAllMeant = others.length === 0 || all.some((one) => PEOPLE.test(one) && isCounted(one));
  const nouns = areAllMeant ? all : named.length > 1 ? named : others;
  if (nouns.length === 0) return undefined;
  const things = nouns.map((word) => SAME.get(word) ?? word);
  const kinds = isName
    ? [KIND]
    : MEASURES.flatMap(([asked, names]) =>
        words.some((word) => asked.test(word)) ? [ofPage(names, words)] : [],
      );
  return {
    things: things.map(termSet),
    measures: [...new Set(kinds)].map(termSet),
    wanted,
    ...extremeIn(words),
    beginnings: [...new Set([...things, ...kinds].flatMap((text) => text.split(' ')))].flatMap(
      beginningOf,
    ),
  };
}

/**
 * "How long are access tokens and refresh tokens valid?" and "How often do backups run, and how long are they kept?" ask for
 * two values: a question for each. Nothing if one is asked for.
 */
export function questionsForEach(question: string): readonly [string, string] | undefined {
  const [, ask = '', thing = '', also = '', said = ''] = OF_SAME.exec(question.toLowerCase()) ?? [];
  if (thing !== '') return [`${ask}${thing}`, `${also}${thing}${said}`];
  const [, start = '', first = '', rest = ''] = TWO.exec(question.toLowerCase()) ?? [];
  const words = rest.split(' ');
  const end = words.findIndex((word) => SAYS_NOTHING.test(word) || isMeasure(word));
  const named = first.split(' ');
  // "A token valid and a cookie kept" asks twice.
  if (end < 1 || end > MAX_OF_NAME || named.length > MAX_OF_NAME) return undefined;
  if (named.some(isMeasure)) return undefined;
  const second = words.slice(0, end).join(' ');
  const asked = words.slice(end).join(' ');
  // "Access and refresh tokens"
  const both = first.includes(' ') || end === 1 ? first : `${first} ${words[end - 1]}`;
  return [`${start}${both} ${asked}`, `${start}${second} ${asked}`];
}

const HOW_MUCH =
  'how (?:long|many|much|often) (?:[\\w-]{1,20} ){0,2}?(?:is|are|do|does|can|will|must|may) ';
const OF_SAME = new RegExp(
  `(${HOW_MUCH})(?:(?:the|a|an|our) )?([\\w -]{3,60}?),? and (?:for )?(${HOW_MUCH})(?:it|they|these|those)\\b([\\w -]{0,40})\\W*$`,
);
const MAX_OF_NAME = 4;
const TWO =
  /^(\W*how (?:long|many|much|often)(?: (?:days|hours|minutes|seconds|times))? (?:is|are|do|does|can|will|must|may) )(?:(?:the|a|an|our) )?([\w -]{3,50}?) and (?:(?:the|a|an|our) )?([\w -]{3,80})\W*$/i;

function isMeasure(word: string): boolean {
  return MEASURES.some(([asked]) => asked.test(word));
}

function wordsIn(question: string): string[] {
  const plain = question.toLowerCase().replace(/\bhow many times\b|\bby default\b/g, '');
  return [...new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])];
}

/** What is called `pageSize` here is `PER_PAGE` there. */
function ofPage(names: string, words: readonly string[]): string {
  return names === SIZE && words.includes('page') ? OF_PAGE : names;
}

function extremeIn(words: readonly string[]): Pick<AskedValue, 'extreme'> {
  if (
    words.some((word) => /^(?:max|maximum|limits?|largest|biggest|longest|highest|cap)$/.test(word))
  )
    return { extreme: 'max' };
  return words.some((word) => /^(?:min|minimum|smallest|shortest|least)$/.test(word))
    ? { extreme: 'min' }
    : {};
}

function termSet(words: string): ReadonlySet<string> {
  return new Set(termsOf(words));
}

function beginningOf(word: string): string[] {
  const [term = word] = termsOf(word);
  const beginning = word.startsWith(term) ? term : word;
  return beginning.length < MIN_BEGINNING ? [] : [beginning];
}
