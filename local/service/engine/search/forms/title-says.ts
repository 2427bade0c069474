import { hasWordsOf } from '../facts/naming-commits.js';

/** What a title says that a commit did to a thing. */
export interface Act {
  /** Whether it says so of anything. */
  says(title: string): boolean;
  /** Whether it says so of the thing itself: not "add a flag that bypasses it". */
  saysOf(title: string, subject: string): boolean;
}

/** Verbs, and how many other words may stand between one of them and what it is about. */
interface Verbs {
  readonly verbs: RegExp;
  readonly mostBetween: number;
}

const COMES =
  'add(?:s|ed|ing)?|introduc(?:e[sd]?|ing|tion)|implement(?:s|ed|ing|ation)?|support(?:s|ed|ing)?|integrat(?:e[sd]?|ing|ion)|creat(?:e[sd]?|ing)|allow(?:s|ed|ing)?|enabl(?:e[sd]?|ing)|new|initial|basic|experimental|first|feat';
const GOES =
  'remov(?:e[sd]?|ing|al)|delet(?:e[sd]?|ing)|drop(?:s|ped|ping)?|rm|retir(?:e[sd]?|ing)|sunset|kill(?:s|ed)?|purg(?:e[sd]?|ing)|strip(?:s|ped)?|uninstall(?:s|ed)?|get rid of|rip out';
const REPLACED =
  '(?:mov|migrat|switch|convert|port|chang|transition)\\w* (?:\\w+ ){0,2}from|replac(?:e[sd]?|ing)|instead of';
const REPAIRS =
  'fix(?:e[sd]|ing)?|remediat\\w+|prevent\\w*|protect\\w*|guard\\w*|block\\w*|close[sd]?|mitigat\\w+|patch\\w*|harden\\w*|reject\\w*|forbid\\w*';
const SWITCHED =
  'replac(?:e[sd]?|ing) [^,:]{1,60}? (?:with|by)|(?:switch|migrat|mov|convert|port)\\w* (?:[^,:]{1,60}? )?to';
const PREFIX = '(?:\\W{0,3}\\w[^:\\]]{0,40}[:\\]]\\W{0,3}|\\W{0,3})';

const ADDS = verbs(COMES, 2);
const CLOSES = verbs(`${COMES}|${REPAIRS}`, 1);
const REMOVES = verbs(GOES, 1);
const REPLACES = verbs(REPLACED, 1);
const SWITCHES = verbs(SWITCHED, 1);

function verbs(words: string, mostBetween: number): Verbs {
  return { verbs: new RegExp(`\\b(?:${words})\\b`, 'i'), mostBetween };
}

/** What tells of other changes than the first one. */
const OF_LATER = new RegExp(
  `^(?:fix|refactor|perf|style|revert)\\b.{0,40}?:|^${PREFIX}(?:revert|fix|updat|upgrad|improv|renam|mov|bump|chang|tweak|refactor|(?:${GOES})\\b)`,
  'i',
);

export const COMES_IN: Act = {
  says: (title) => !OF_LATER.test(title) && ADDS.verbs.test(title),
  saysOf: (title, subject) =>
    !OF_LATER.test(title) && (isBehind(ADDS, title, subject) || HAS_COME.test(title)),
};

/** "A cart for families has been added". */
const HAS_COME = /\b(?:been|was|were) (?:added|introduced|implemented|created|integrated)\b/i;

/** Of the oldest commit that names a thing: "Rate limiting for logins", "lfs: keep large files". */
export function isAboutIt(title: string, subject: string): boolean {
  if (OF_LATER.test(title)) return false;
  const names = hasWordsOf(subject);
  return [title, title.replace(/^\w{1,20}(?:\([^)]{0,60}\))?!?: /, '')].some((text) =>
    names(wordsOf(text).slice(0, subject.split(' ').length).join(' ')),
  );
}

function wordsOf(title: string): string[] {
  return title.split(/[^\p{L}\p{N}.#+_-]+/u).filter(Boolean);
}

/** Of a protection: what closes the hole that it is for. */
export const IS_CLOSED: Act = {
  says: (title) => CLOSES.verbs.test(title),
  saysOf: (title, subject) => isBehind(CLOSES, title, subject),
};

const BEGINS_WITH_REMOVAL = new RegExp(`^${PREFIX}(?:also )?(?:${GOES})\\b`, 'i');

export const IS_GONE: Act = {
  says: (title) => BEGINS_WITH_REMOVAL.test(title),
  saysOf: (title, subject) => !REPAIRED.test(title) && isBehind(REMOVES, title, subject),
};

/** Not also what it has: "remove the colors of the cart". */
export const IS_GONE_ITSELF: Act = {
  says: () => false,
  saysOf: (title, subject) =>
    !REPAIRED.test(title) && isBehind({ ...REMOVES, mostBetween: 0 }, title, subject),
};

export const IS_REPLACED: Act = {
  says: () => false,
  saysOf: (title, subject) => !REPAIRED.test(title) && isBehind(REPLACES, title, subject),
};

/** "Replace celery with huey": huey came in. */
export const IS_SWITCHED_TO: Act = {
  says: () => false,
  saysOf: (title, subject) => !REPAIRED.test(title) && isBehind(SWITCHES, title, subject),
};

/** What came after it was removed: "Fix what removing the cart broke". */
const REPAIRED = new RegExp(`^${PREFIX}(?:revert|fix)`, 'i');

/** Says nothing of what was added: "add basic support for the cart". */
const FILLER =
  /^(?:a|an|the|all|for|of|to|in|with|new|initial|basic|experimental|first|support\w*|ability|option|unused|old|our|and|remaining|bits|last|more|some|from)$/i;
const MAX_WORDS = 8;
/** What comes behind it is something else: "add a form with carts". */
const BEHIND = /\b(?:with|without|by|when|while|via|using|instead|from)\b/i;

/** Whether the subject follows closely behind one of the verbs: "add telegram", "add basic support for telegram". */
function isBehind(
  { verbs: { source }, mostBetween }: Verbs,
  title: string,
  subject: string,
): boolean {
  const words = subject.split(' ').map(hasWordsOf);
  return [...title.matchAll(new RegExp(source, 'gi'))].some(({ 0: verb, index }) => {
    const [own = ''] = title.slice(index + verb.length).split(BEHIND, 1);
    const telling = wordsOf(own)
      .slice(0, MAX_WORDS)
      .filter((one) => !FILLER.test(one));
    const near = telling.slice(0, mostBetween + words.length).join(' ');
    return words.some((names) => names(near));
  });
}
