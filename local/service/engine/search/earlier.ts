import type { PreviousQuestion } from '../../conversation/engine.js';
import { buildQuery } from '../../index/query.js';
import { identifiersOf, termsOf, wordsOf } from '../../index/terms.js';
import { asName, subjectOf, topicOf } from './earlier-subject.js';
import { memberOf } from './facts/meant-usages.js';
import { questionKind } from './question-kind.js';
import { isName, isPronoun } from './question-kinds/subject.js';

const MAX_LENGTH = 200;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const ORDINAL =
  /\b(?:(first|second|third|fourth|fifth|sixth|last)|(?:number |no\. ?|#)([1-6])|([1-6])(?:st|nd|rd|th))\b/i;
const OF_A_LIST =
  /\b(?:one|step|link|result|match|item|place|source|file|call)\b|^\W*(?:the\s+)?\w+\W*$/i;
/** A question that is only “why?”. */
const WHY = /^\W*(?:and\s+|but\s+)?why(?:\s+(?:so|is\s+that|that))?\W*$/i;
const BY_WHOM = /^\W*(?:and\s+|but\s+)?(?:by\s+whom?|who(?:\s+was\s+(?:it|that))?)\W*$/i;
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
  [BY_WHOM, (subject) => `Who wrote ${subject}?`],
  [/^\W*(?:and\s+|but\s+)?(?:since\s+)?when\W*$/i, (subject) => `When was ${subject} added?`],
  [
    /^\W*(?:and\s+|but\s+)?(?:what|how) about (?:its |the |any )?(?:errors?|failures?|exceptions?)\W*$/i,
    (subject) => `What happens when ${subject} fails?`,
  ],
  [
    /^\W*(?:and\s+|but\s+)?what(?:['’]s| is| are) (?:its|the) defaults?(?: values?)?\W*$/i,
    (subject) => `What is the default of ${subject}?`,
  ],
  [/^\W*(?:and\s+|but\s+)?where\W*$/i, (subject) => `Where is ${subject} defined?`],
];
/** After a question when something came in. */
const ABOUT_ORIGIN: readonly (readonly [RegExp, (subject: string) => string])[] = [
  [WHY, (subject) => `Why was ${subject} added?`],
  [BY_WHOM, (subject) => `Who added ${subject}?`],
];
const PRONOUN = /\b(?:it|this|that|they|them|these|those)\b(?!\s+(?:is|are)\s+(?:a|an|the)\b)/i;
const POSSESSIVE = /\b(?:its|their)\b/i;
const LEAD = /^\W*(?:and|but|so|ok|okay|then|also|now)\b[\s,]*/i;
/** With more words of its own, a question is about something else than the one before. */
const MAX_OWN_WORDS = 2;
/** How many questions "it" may go back. */
const MAX_BEFORE = 6;

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
  const shown = withShownName(text, previous);
  if (shown !== undefined) return shown;
  const before = asAsked(previous.question, history);
  const asked = historySubject(before);
  const self = { ...previous, question: before };
  const topic = /\btest(?:s|ed)?\b/i.test(text) ? topicOf(self) : undefined;
  const subject = asked?.subject ?? topic ?? subjectOf(self);
  if (subject === undefined) return question;
  const origin = asked?.isOrigin ? ABOUT_ORIGIN.find(([pattern]) => pattern.test(text)) : undefined;
  const short = origin ?? SHORT.find(([pattern]) => pattern.test(text));
  if (short) return short[1](subject);
  const own = buildQuery(text.replace(LEAD, '')).keywords;
  const words = text.replace(LEAD, '');
  if (own.length > maxOwnWords) return question;
  if (POSSESSIVE.test(words)) return words.replace(POSSESSIVE, () => `the ${subject}`);
  return PRONOUN.test(words) ? words.replace(PRONOUN, () => subject) : question;
}

/** The question before as one of its own, whose "it" is that of the questions before it. */
function asAsked(question: string, history: readonly PreviousQuestion[]): string {
  return resolveFollowup(question, history.slice(-MAX_BEFORE, -1));
}

/** What a question about the history asked about: its answer begins with commits, rather than with what they changed. */
function historySubject(question: string) {
  const asked = questionKind(question);
  if (asked.kind !== 'history' || asked.subject === '' || isPronoun(asked.subject))
    return undefined;
  const { subject, wanted } = asked;
  const isPath = /[/\\]|^[\w-]+\.\w+$/.test(subject);
  const shown = isPath ? subject : isName(subject) ? asName(subject) : `the ${subject}`;
  return { subject: shown, isOrigin: wanted === 'origin' || wanted === 'reason of origin' };
}

/** “What if sending fails?”, below an answer with `send`: that is meant. */
function withShownName(text: string, { answer = '' }: PreviousQuestion): string | undefined {
  const asked = questionKind(text);
  if ((asked.kind !== 'failure' && asked.kind !== 'usages') || isPronoun(asked.subject))
    return undefined;
  const terms = termsOf(asked.subject);
  const isMeant = ({ name = '' }: Item) => {
    const own = termsOf(memberOf(name));
    return own.length > 0 && own.length === terms.length && own.every((one) => terms.includes(one));
  };
  const item = listedItems(answer).find(isMeant) ?? failing(asked, answer);
  if (!item) return undefined;
  const named = text.replace(asked.subject, () => `\`${item.name}\` in ${item.path}`);
  return named.replace(/\b(?:the|an?|our) (?=`)/i, '');
}

/** “What if the download fails?”, below an answer that begins with `loadIcon` and has the word: no other download is meant. */
function failing({ kind, subject }: { kind: string; subject: string }, answer: string) {
  const [, word = ''] = /^(?:the )?([a-z]+)$/.exec(subject) ?? [];
  const isSaid = termsOf(word).some((term) => termsOf(answer.slice(0, MAX_SAID)).includes(term));
  return kind === 'failure' && word !== '' && isSaid ? leadOf(answer) : undefined;
}

const MAX_SAID = 4_000;

/** The function that an answer begins with, unless that is a guess. */
function leadOf(answer: string): Item | undefined {
  const [, name, path = ''] =
    /^`([\p{L}_$][\p{L}\p{N}_$.]{1,100})`[^\n]{0,600}?\(\[([^\]\n]{1,300}?)(?::\d+(?:–\d+)?)?\]\(/u.exec(
      answer,
    ) ?? [];
  return name === undefined ? undefined : { name, path: path.replace(/\\(.)/g, '$1') };
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
  readonly isStep?: boolean;
  readonly name: string | undefined;
  readonly path: string;
  /** Of a commit. */
  readonly title?: string | undefined;
}

/** The steps of an answer, or if it has none its links. */
function itemsOf(answer: string): Item[] {
  const listed = listedItems(answer);
  const steps = listed.filter(({ isStep }) => isStep);
  return steps.length > 0 ? steps : listed;
}

function listedItems(answer: string): Item[] {
  return [...answer.slice(0, 8_000).matchAll(ITEM)].map(([item, name, path = '']) => ({
    isStep: /^\d/.test(item),
    title: /“([^”\n]{1,300})”/.exec(item)?.[1]?.replace(/\\(.)/g, '$1'),
    name: name !== undefined && /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(name) ? name : undefined,
    path: path.replace(/\\(.)/g, '$1'),
  }));
}
