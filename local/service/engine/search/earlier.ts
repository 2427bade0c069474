import type { PreviousQuestion } from '../../conversation/engine.js';
import { buildQuery } from '../../index/query.js';
import { identifiersOf, wordsOf } from '../../index/terms.js';

const MAX_LENGTH = 200;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const ORDINAL =
  /\b(?:(first|second|third|fourth|fifth|sixth|last)|(?:number |no\. ?|#)([1-6])|([1-6])(?:st|nd|rd|th))\b/i;
const OF_A_LIST =
  /\b(?:one|step|link|result|match|item|place|source|file|call)\b|^\W*(?:the\s+)?\w+\W*$/i;
/** A question that is only “why?”. */
const WHY = /^\W*(?:and\s+|but\s+)?why(?:\s+(?:so|is\s+that|that))?\W*$/i;
const ITS = String.raw`(?:its|the|their|any|some|unit)\s+`;
/** Too short to be a question of its own, and what it means. */
const SHORT: readonly (readonly [RegExp, (subject: string) => string])[] = [
  [WHY, (subject) => `Why was ${subject} changed?`],
  [
    new RegExp(
      String.raw`^\W*(?:(?:and|but|so|what about|how about|show(?: me)?|where are|which are|are there|is there|has it|does it have)\s+){0,2}(?:a\s+)?(?:${ITS}){0,2}tests?(?:\s+(?:for|of)\s+(?:it|this|that))?\W*$`,
      'i',
    ),
    (subject) => `How is ${subject} tested?`,
  ],
  [
    /^\W*(?:and\s+|but\s+)?(?:by\s+whom?|who(?:\s+was\s+(?:it|that))?)\W*$/i,
    (subject) => `Who wrote ${subject}?`,
  ],
  [/^\W*(?:and\s+|but\s+)?(?:since\s+)?when\W*$/i, (subject) => `When was ${subject} added?`],
  [/^\W*(?:and\s+|but\s+)?where\W*$/i, (subject) => `Where is ${subject} defined?`],
];
const PRONOUN = /\b(?:it|this|that|they|them|these|those)\b(?!\s+(?:is|are)\s+(?:a|an|the)\b)/i;
const POSSESSIVE = /\b(?:its|their)\b/i;
const LEAD = /^\W*(?:and|but|so|ok|okay|then|also|now)\b[\s,]*/i;
/** With more words of its own, a question is about something else than the one before. */
const MAX_OWN_WORDS = 2;

/**
 * A follow-up as a question of its own: “and how is it tested?” names what the previous answer is about, and
 * “show me the second one” what stands there second. Any other question is returned as it is.
 */
export function resolveFollowup(
  question: string,
  history: readonly PreviousQuestion[],
  maxOwnWords = MAX_OWN_WORDS,
): string {
  const previous = history.at(-1);
  const text = question.trim();
  if (!previous || text.length > MAX_LENGTH || identifiersOf(text).length > 0) return question;
  const item = itemAskedFor(text, previous);
  if (item !== undefined) return item;
  const subject = subjectOf(previous);
  if (subject === undefined) return question;
  const short = SHORT.find(([pattern]) => pattern.test(text));
  if (short) return short[1](subject);
  const own = buildQuery(text.replace(LEAD, '')).keywords;
  const words = text.replace(LEAD, '');
  if (own.length > maxOwnWords) return question;
  if (POSSESSIVE.test(words)) return words.replace(POSSESSIVE, () => `the ${subject}`);
  return PRONOUN.test(words) ? words.replace(PRONOUN, () => subject) : question;
}

/** What the answer is about: the name that it begins with, or what the question named. */
function subjectOf({ question, answer }: PreviousQuestion): string | undefined {
  const [, guess = answer ?? ''] =
    /^Nothing in .{1,400}?(?:$|Best guess: (.{0,200}))/m.exec(answer ?? '') ?? [];
  const [, name] = /^(?:[^`\n]{0,60})`([\p{L}_$][\p{L}\p{N}_$.]{1,80})`/u.exec(guess) ?? [];
  const [, owned, owner] =
    /^[^`\n]{0,60}`([^`]{1,80})` is an? \w{1,20} of `([^`]{1,80})`/.exec(guess) ?? [];
  if (owned !== undefined && owner !== undefined) return asName(`${owner}.${owned}`);
  if (name !== undefined && !/^(?:I found n|Nothing in)/.test(guess)) return asName(name);
  const [identifier] = identifiersOf(question);
  if (identifier !== undefined) return asName(identifier);
  const { keywords } = buildQuery(question);
  return keywords.length > 0 && keywords.length <= 4 ? `the ${keywords.join(' ')}` : undefined;
}

function asName(name: string): string {
  return `\`${name}\``;
}

/** “Show me the second one”: how the second of the steps, of the other links or else of the sources works. */
function itemAskedFor(text: string, { answer, sources }: PreviousQuestion): string | undefined {
  const match = ORDINAL.exec(text);
  if (!match || !OF_A_LIST.test(text) || wordsOf(text).length > 8) return undefined;
  const [, word, number, short] = match;
  const items = itemsOf(answer ?? '');
  const files: Item[] = sources.flatMap(({ label, type }) =>
    type === 'File' ? [{ name: undefined, path: label.split(' · ')[1] ?? label }] : [],
  );
  const all = items.length > 0 ? items : files;
  const at =
    word === undefined ? Number(number ?? short) - 1 : ORDINALS.indexOf(word.toLowerCase());
  const item = all.at(word?.toLowerCase() === 'last' ? -1 : at);
  if (!item) return undefined;
  // A commit is found by its message, and leads to what it changed.
  if (COMMIT.test(item.path)) return item.title;
  return item.name === undefined
    ? `What does ${item.path} do?`
    : `How does \`${item.name}\` in ${item.path} work?`;
}

const COMMIT = /^[0-9a-f]{7,40}$/;
const ITEM =
  /^(?:\d{1,2}\.|-) (?:[^`\n]{0,20}`([^`\n]{1,100})`)?[^\n]{0,600}?\(\[([^\]\n]{1,300}?)(?::\d+(?:–\d+)?)?\]\(/gmu;

interface Item {
  readonly name: string | undefined;
  readonly path: string;
  /** Of a commit. */
  readonly title?: string | undefined;
}

/** The steps of an answer, or if it has none its links. */
function itemsOf(answer: string): Item[] {
  const found = [...answer.slice(0, 8_000).matchAll(ITEM)];
  const steps = found.filter(([item]) => /^\d/.test(item));
  return (steps.length > 0 ? steps : found).map(([item, name, path = '']) => ({
    title: /“([^”\n]{1,300})”/.exec(item)?.[1]?.replace(/\\(.)/g, '$1'),
    name: name !== undefined && /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(name) ? name : undefined,
    path: path.replace(/\\(.)/g, '$1'),
  }));
}
