import { buildQuery } from '../../index/query.js';
import { identifiersOf } from '../../index/terms.js';
import { comparisonRules } from './question-kinds/comparison.js';
import { configurationRules } from './question-kinds/configuration.js';
import { defaultsRules } from './question-kinds/defaults.js';
import { definitionRules } from './question-kinds/definition.js';
import { existenceRules } from './question-kinds/existence.js';
import { failureRules } from './question-kinds/failure.js';
import { historyRules, ONLY_REASON } from './question-kinds/history.js';
import { listRules } from './question-kinds/list.js';
import { kindOfMessage } from './question-kinds/message.js';
import { optionRules } from './question-kinds/option.js';
import { aboutOneCommit, pastQuestion } from './question-kinds/past.js';
import { plainQuestion } from './question-kinds/plain-question.js';
import { projectRules } from './question-kinds/project.js';
import { groupsOf, type QuestionKind, type UsageQuestion } from './question-kinds/rule.js';
import { structureRules } from './question-kinds/structure.js';
import { isPronoun } from './question-kinds/subject.js';
import { subtypeRules, supertypeRules } from './question-kinds/subtypes.js';
import { switchedRules } from './question-kinds/switched.js';
import { usageRules } from './question-kinds/usages.js';
import { HOW_TO_SET, valueRules } from './question-kinds/value.js';
import { markBehind } from './text/name-mark.js';

/** What is longer tells a story, and its parts would be taken for the whole. */
const MAX_LENGTH = 300;
/** Sentence by sentence, the question behind it is found. */
const MAX_STORY_LENGTH = 800;

/** In this order: "what breaks if I remove X" asks for usages, not for a failure. */
const RULES = [
  ...projectRules,
  ...comparisonRules,
  ...defaultsRules,
  ...subtypeRules,
  ...supertypeRules,
  ...usageRules,
  ...structureRules,
  ...switchedRules,
  ...historyRules,
  ...optionRules,
  ...configurationRules,
  ...failureRules,
  ...existenceRules,
  ...listRules,
  ...valueRules,
  ...definitionRules,
];

const EXPLANATION: QuestionKind = { kind: 'explanation' };

/** The two questions of "who calls X and why was it added?", or else the question as it is. */
export function questionsIn(text: string): readonly [string, string?] {
  if (text.length > MAX_LENGTH) return [text];
  const alone = text.replace(HOW_TO_SET, '');
  if (alone !== text && kindOf(plainQuestion(alone))?.kind === 'value') return [alone];
  const [first = text, second, ...others] = text.split(SECOND_QUESTION);
  const isTwo =
    second !== undefined &&
    others.length === 0 &&
    hasVerb(first) &&
    hasVerb(second) &&
    !ITS_DEFAULT.test(second) &&
    !isReasonOf(first, second);
  return isTwo ? [first, second] : [text];
}

/** "Why?": nothing that the code could answer. "What is this about?" is answered by the README. */
export function saysNothing(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.length < MIN_WORDS && buildQuery(text).terms.length === 0;
}

/** As it was typed: `symbol:test` asks for a definition. */
export function isGreeting(question: string): boolean {
  return GREETING.test(question.trim());
}

const GREETING =
  /^(?:hi|hello|hey|hallo|thanks|thank you|thx|cheers|ok|okay|cool|great|yes|no|test|ping)[\s!.,:)?]*$/i;

/** Only the first half says of what. */
const ITS_DEFAULT = /^what(?:['’]s| is| are) (?:its|the|their) default(?: values?)?\W*$/i;

/** "How and where is it read?" is one question. */
function hasVerb(part: string): boolean {
  return part.trim().split(/\s+/).length >= MIN_WORDS;
}

const MIN_WORDS = 3;

/**
 * Judged by the words of the question alone; most rules are for English. A rule has to fit the whole question: one that only
 * mentions a call, a change or an error asks for an explanation.
 */
export function questionKind(question: string): QuestionKind {
  if (question.length > MAX_STORY_LENGTH) return EXPLANATION;
  if (question.length > MAX_LENGTH) return kindOfMessage(question, kindOf) ?? EXPLANATION;
  const plain = plainQuestion(question);
  const kind =
    kindOf(plain) ??
    kindOf(firstSentence(plain)) ??
    kindOf(withoutList(plain)) ??
    changesWithReason(plain) ??
    kindOfMessage(question, kindOf) ??
    pastQuestion(plain) ??
    EXPLANATION;
  const marked = 'subject' in kind ? { ...kind, subject: withMark(kind.subject, question) } : kind;
  return aboutOneCommit(marked, plain);
}

function withMark(subject: string, question: string): string {
  return /^\S*\w$/.test(subject) ? subject + markBehind(subject, question) : subject;
}

/** "What changed in connect? What was the reason?" */
function changesWithReason(plain: string): QuestionKind | undefined {
  const [first = plain, second = ''] = plain.split(/\?\s+/, 2);
  return isReasonOf(first, second) ? kindOf(plainQuestion(first)) : undefined;
}

/** Whether the second question only asks why what the first one asks about was changed. */
function isReasonOf(first: string, second: string): boolean {
  return ONLY_REASON.test(plainQuestion(second)) && questionKind(first).kind === 'history';
}

/** "What calls drain? I want to know when it runs": the rest only says why somebody asks. */
function firstSentence(plain: string): string {
  const [first = plain, rest, ...others] = plain.split(/\?\s+/);
  return rest === undefined || others.length > 0 || ASKS.test(rest) ? '' : plainQuestion(first);
}

/** "How are backups configured: when, and how many are kept?" */
function withoutList(plain: string): string {
  const [first = '', list] = plain.split(/(?<=[^:\s]{2}):\s+/, 2);
  return list === undefined ? '' : plainQuestion(first);
}

const ASKS =
  /^(?:and |or |also )?(?:who|why|where|when|how|what|which|is|are|was|were|do|does|did|can|could|should|will|would)\b/i;

const SECOND_QUESTION =
  /(?:[,;?.]? (?:and|also|plus),? |[?] )(?=(?:who|why|where|when|how|what|which)(?:['’]s\b| (?:is|are|was|were|does|do|did|has|have|calls?|uses?|imports?|wrote|added|changed|happens)\b| (?:often|long) (?:is|are|do|does|can) (?!it\b|they\b|that\b|this\b)))/i;

function kindOf(plain: string): QuestionKind | undefined {
  for (const [pattern, toKind] of RULES) {
    const groups = groupsOf(pattern, plain);
    const kind = groups && toKind(...groups);
    if (kind) return kind;
  }
  return undefined;
}

/**
 * The same, where the name of its repository is no part of what is asked about: "which variables does shop read?" asks for
 * all of them, "what happens when a shop order fails?" about an order. Whoever asks where `shop` is used means that name.
 */
export function withoutRepositoryName(asked: QuestionKind, names: readonly string[]): QuestionKind {
  if (asked.kind !== 'configuration' && asked.kind !== 'option' && asked.kind !== 'failure') {
    return asked;
  }
  const own = new Set(names.map((name) => name.toLowerCase()));
  const isOwn = (word = '') => own.has(word.toLowerCase().replace(/['’]s$/, ''));
  const words = asked.subject.split(' ');
  const others = words.filter(
    (word, n) => !isOwn(word) && !(/^(?:of|for|in)$/i.test(word) && isOwn(words[n + 1])),
  );
  if (others.length === words.length) return asked;
  // Only settings can be those of the whole repository.
  if (others.length === 0 && asked.kind !== 'configuration') return asked;
  return { ...asked, subject: others.join(' ') };
}

/** "Who uses it?": a pronoun is no name, unless it is written as one, such as `it`. */
export function namesNothing(asked: QuestionKind, question: string): asked is UsageQuestion {
  return (
    asked.kind === 'usages' &&
    isPronoun(asked.subject) &&
    !identifiersOf(question).includes(asked.subject)
  );
}

/** What to search for: the words around the subject of a question about the history are in no code. */
export function searchedText(question: string, asked: QuestionKind): string {
  if (asked.kind === 'history') return asked.mayHappen ? question : asked.subject;
  if (asked.kind !== 'structure') return question;
  return 'target' in asked ? `${asked.subject} ${asked.target}` : asked.subject;
}
