import { STATUS_CODES } from 'node:http';
import { type PlainQuestion, withoutContractions, withoutEverydayWords } from './everyday-words.js';
import {
  type Acronym,
  acronymsIn,
  pairTermsOf,
  particleVerbsIn,
  properNamesIn,
} from './possible-names.js';
import {
  definitionTerm,
  exactDefinitionTerm,
  identifiersOf,
  normalizedName,
  termsOf,
  wordParts,
  wordsOf,
} from './terms.js';

export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** A question as the index understands it. */
export interface Query {
  readonly terms: readonly WeightedTerm[];
  /** Terms that match the definitions of what the question names. */
  readonly definitionTerms: readonly WeightedTerm[];
  /** Terms of names that words of the question make together. */
  readonly phraseTerms: readonly WeightedTerm[];
  readonly acronyms: readonly Acronym[];
  /** The names in code that the question asks for, as written: its identifiers, or its only word. */
  readonly exactNames: readonly string[];
  /** The terms that are a compound name as a whole. Its parts are terms too. */
  readonly compoundTerms: readonly string[];
  /** The terms of proper names, such as `QUIC`: what is about them has them. */
  readonly properTerms: readonly string[];
  /** The terms of words for what happens, such as `resolved` and `choosing`. */
  readonly actionTerms: readonly string[];
  /** The question's words without stop words, as written. */
  readonly keywords: readonly string[];
  /** Files that the question names: whole paths, or the ends of paths. */
  readonly files: readonly string[];
  /** The sources of the conversation's earlier answers. */
  readonly contextFiles: readonly string[];
  readonly intent: QueryIntent;
  /** The language of the question, if it is another than English. */
  readonly language?: string;
}

/** For an identifier in the question. */
const IDENTIFIER_WEIGHT = 1.5;
/** For its definition, and for one that is named like any other word of the question. */
const IDENTIFIER_DEFINITION_WEIGHT = 1;
const WORD_DEFINITION_WEIGHT = 0.6;
/** For words that may be one name together, and for words that are often meant as no name. */
const PHRASE_WEIGHT = 0.7;
const WEAK_WEIGHT = 0.3;
/** For numbers such as 404: less than words, since they may be what only the asker has. */
const NUMBER_WEIGHT = 0.5;
/** No version, date, line of a file or number of an issue. */
const NUMBERS = /(?<![\p{L}\p{N}_.,#/:-])\d{3,5}(?=s?(?![\p{L}\p{N}_/:]|[.,-]\d))/gu;
/** A pasted log has many that say nothing. */
const MAX_NUMBERS = 3;
/** For the name of the only repository that is searched. */
export const REPOSITORY_NAME_WEIGHT = 0.4;
/** For the terms of earlier questions and of what went along: higher if the question says little by itself. */
const CONTEXT_WEIGHT = 0.3;
const VAGUE_QUESTION_CONTEXT_WEIGHT = 0.8;
const VAGUE_QUESTION_WORDS = 2;
const SHORT_QUESTION_WORDS = 3;
const MAX_PATH_LENGTH = 255;
/** `call/2` is a function with two arguments and HTTP/2 a protocol, so neither is a path. */
const NAME_AND_NUMBER = /^(?:[^/]+\/)?\d{1,2}$/;
/** In characters. */
const MAX_TEXT_LENGTH = 16_000;
const MAX_EARLIER_TEXT_LENGTH = 1_000;
const MAX_EARLIER_QUESTIONS = 20;
const USAGE_WORDS =
  /\b(used|uses?|usages?|called|calls?|callers?|referenced|references|imported|imports)\b/gi;
/** "String references" is about references; these ask for them. */
const USAGE_QUESTIONS = [
  ['where', /\b(?:used|called|referenced|imported)\b/i],
  ['who', /\b(?:uses?|calls?|references|imports)\b/i],
  ['which', /\b(?:uses?|calls?|references|imports?|used|called)\b/i],
  ['', /\bwhat (?:else )?(?:uses|calls|references|imports)\b/i],
  ['', /\b(?:usages?|callers?)\b|\b(?:uses|calls|references|imports) (?:of|to)\b/i],
] as const;

const TEST_WORDS =
  /\b(?:tests?|tested|testing|specs?|coverage|mock(?:s|ed|ing)?|fakes?|stubs?|fixtures?)\b/i;
/** "Test client" is a subject; these ask for tests. */
const TEST_QUESTIONS = [
  /\b(?:tested|untested|covered by)\b/i,
  /\b(?:unit|integration|regression|browser|end-to-end|e2e|the|all|which|what|any|its|their) tests\b/i,
  /\btests? (?:for|of|that|which|cover\w*|cases?|suites?)\b/i,
  /\b(?:test_\w+|Test[A-Z]\w+)/,
] as const;

/** "Who calls it besides the tests?" */
const BESIDES_TESTS =
  /\b(?:besides|except(?: for| in)?|outside(?: of)?|apart from|other than|excluding|ignoring|not counting|aside from) (?:the |its |our |own |unit |integration |e2e |existing |regression )*(?:tests?|specs?)\b/gi;

/** They say nothing about the subject of a question. */
const STOP_WORDS = new Set(
  `a about above actually after all already also am an and any anybody anyone anything are aren as at be
  because been before being below between both but by can cannot come comes could couldn did didn do does doesn doing don
  done down during each else ever every everything exactly explain few for from further
  gave gets give given gives goes had hadn has hasn have haven having he here how however i if in into is isn it its
  itself just know let like make makes many may me might more most much must my need needs
  no nor not of off often on one only or other our out over own perhaps please
  question quite rather really same say see she should shouldn so some somebody someone something
  still such sure tell than that the their them then there these they thing things this those through
  thus to together too under until up us use used uses using very via want wants was wasn way ways we well
  were weren what whatever when where whether which while who whom whose why will with within without
  would wouldn you your codebase repo located happen happens
  arent cant couldnt didnt doesnt dont hows ive isnt shouldnt thats theres wasnt whats wheres whos wont wouldnt
  youre`.split(/\s+/),
);
/** They seldom say anything about the subject of a question, but are also names in code. */
const WEAK_WORDS = new Set(
  `code define defined defines definition either file files find further help implement implementation
  implementations implemented implementing implements list long look often once place places project
  repository show shows work worked working works`.split(/\s+/),
);
const STOP_TERMS = new Set([...STOP_WORDS].flatMap(termsOf));

/** What kind of code the question asks for. */
export interface QueryIntent {
  /** Tests, or documents, rank as high as code. */
  readonly tests: boolean;
  readonly documents: boolean;
  /** Tests may be meant, or may be the subject. */
  readonly mentionsTests: boolean;
  /** The declarations of types are asked for. */
  readonly types: boolean;
  /** Usages rank higher than definitions. */
  readonly usages: boolean;
}

/** What was asked and found earlier in the conversation. */
export interface QueryContext {
  readonly questions: readonly string[];
  readonly files: readonly string[];
  /** What went along with the question, such as earlier messages of its thread. */
  readonly added?: string;
}

/**
 * Turns a question into a query, given the earlier questions of its conversation. This runs on the
 * thread that serves every user, so only the start of a long text counts.
 */
export function buildQuery(
  text: string,
  earlier: QueryContext = { questions: [], files: [] },
): Query {
  const { text: original, language } = plain(text.slice(0, MAX_TEXT_LENGTH));
  const questions = earlier.questions
    .slice(-MAX_EARLIER_QUESTIONS)
    .map((question) => plain(question.slice(0, MAX_EARLIER_TEXT_LENGTH)).text);
  const added = plain(earlier.added?.slice(0, MAX_TEXT_LENGTH) ?? '').text;
  const context = { ...earlier, questions, added };
  const intent = intentOf(original, subjectWords(original));
  // "Who calls checkOut?": the subject is checkOut alone.
  const named = new Set(identifiersOf(original));
  const isOnlyUsage = intent.usages && named.size > 0;
  const question = isOnlyUsage
    ? original.replaceAll(USAGE_WORDS, (word) => (named.has(word) ? word : ' '))
    : original;
  const ownWords = subjectWords(question);
  // "Where is it used?": the subject is that of what went along, or of the question before.
  const subject = added === '' ? (context.questions.at(-1) ?? '') : added;
  const keywords = ownWords.length > 0 ? ownWords : subjectWords(subject);
  const identifiers = new Set(keywords.flatMap(identifiersOf).concat(identifiersOf(question)));
  const exactNames = identifiers.size > 0 || keywords.length > 1 ? [...identifiers] : keywords;
  const weightOf = (word: string) =>
    identifiers.has(word) ? IDENTIFIER_DEFINITION_WEIGHT : WORD_DEFINITION_WEIGHT;
  const definitionTerms = [
    ...keywords.map((word) => [definitionTerm(word), weightOf(word)] as const),
    ...exactNames.map((word) => [exactDefinitionTerm(word), weightOf(word)] as const),
  ];
  const acronyms = acronymsIn(question, isStopWord);
  return {
    terms: toWeightedTerms(termWeights(question, ownWords.length, context)),
    phraseTerms: phraseTerms(question, acronyms),
    acronyms,
    definitionTerms: intent.usages ? [] : toWeightedTerms(new Map(definitionTerms)),
    exactNames,
    compoundTerms: identifiersOf(question)
      .filter((name) => wordParts(name).length > 1)
      .map(normalizedName),
    properTerms: properNamesIn(question).flatMap(termsOf),
    actionTerms: keywords.filter((word) => !identifiers.has(word)).flatMap(actionTermsOf),
    keywords,
    files: pathsIn(question),
    contextFiles: context.files,
    intent,
    ...(language === undefined ? {} : { language }),
  };
}

function plain(text: string): PlainQuestion {
  return withoutEverydayWords(withoutContractions(text), (word) => STOP_WORDS.has(word));
}

function termWeights(
  question: string,
  wordCount: number,
  context: QueryContext,
): Map<string, number> {
  const terms = new Map<string, number>();
  const contextWeight =
    wordCount <= VAGUE_QUESTION_WORDS ? VAGUE_QUESTION_CONTEXT_WEIGHT : CONTEXT_WEIGHT;
  const around = [...context.questions, context.added ?? ''].flatMap((text) => [
    ...significantTerms(text).keys(),
  ]);
  for (const term of around) terms.set(term, contextWeight);
  const numbers = question.match(NUMBERS) ?? [];
  if (numbers.length <= MAX_NUMBERS) for (const term of numbers) terms.set(term, NUMBER_WEIGHT);
  for (const [term, weight] of significantTerms(question)) terms.set(term, weight);
  const named = identifiersOf(question).map(normalizedName);
  for (const name of named) if (terms.has(name)) terms.set(name, IDENTIFIER_WEIGHT);
  return terms;
}

function phraseTerms(question: string, acronyms: readonly Acronym[]): WeightedTerm[] {
  const words = wordsOf(question).filter((word) => !isStopWord(word));
  const terms = [
    ...pairTermsOf(words),
    ...particleVerbsIn(question, isStopWord),
    ...acronyms.map(({ term }) => term),
    ...statusTerms(question),
  ];
  return [...new Set(terms)].map((term) => ({ term, weight: PHRASE_WEIGHT }));
}

/** "The 408" is `REQUEST_TIMEOUT`, `RequestTimeout` or `StatusRequestTimeout` in code. */
function statusTerms(question: string): string[] {
  const numbers = question.match(NUMBERS) ?? [];
  if (numbers.length > MAX_NUMBERS) return [];
  return numbers.flatMap((number) => {
    if (new RegExp(`${number} (?!errors|responses)[a-z]+s\\b`, 'i').test(question)) return [];
    const name = (/^[45]/.test(number) && STATUS_CODES[number]) || '';
    const joined = name.replace(/\W/g, '').toLowerCase();
    return [...(name.includes(' ') ? [joined] : []), ...(name === '' ? [] : [`status${joined}`])];
  });
}

function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

function intentOf(question: string, keywords: readonly string[]): QueryIntent {
  // "Where is X called?" asks for callers. A longer question may only mention a call.
  const isShort = keywords.length <= SHORT_QUESTION_WORDS || identifiersOf(question).length > 0;
  return {
    tests: TEST_QUESTIONS.some((form) => form.test(question.replace(BESIDES_TESTS, ''))),
    types: /\b(types?|typed|typings|interfaces?|signatures?|declar\w*)\b/i.test(question),
    mentionsTests: TEST_WORDS.test(question),
    documents: /\b(docs?|documented|documentation|readme|changelog|licen[sc]e)\b/i.test(question),
    usages: isShort && asksForUsages(question),
  };
}

function asksForUsages(question: string): boolean {
  const words = new Set(wordsOf(question.toLowerCase()));
  return USAGE_QUESTIONS.some(([word, form]) => (!word || words.has(word)) && form.test(question));
}

function toWeightedTerms(weights: ReadonlyMap<string, number>): WeightedTerm[] {
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

function subjectWords(question: string): string[] {
  return [...new Set([...significantWords(question), ...identifiersOf(question)])];
}

function significantWords(text: string): string[] {
  const { strong } = significant(text);
  return [...new Set(strong)];
}

/** The terms of a text without stop words, with their weights. */
function significantTerms(text: string): Map<string, number> {
  const { strong, weak } = significant(text);
  const terms = weak.flatMap(termsWithoutStops).map((term) => [term, WEAK_WEIGHT] as const);
  return new Map([
    ...terms,
    ...strong.flatMap(termsWithoutStops).map((term) => [term, 1] as const),
  ]);
}

const ACTION = /^[a-z]{3,}(?:ed|ing)$/;

/** The stems of `string` and `speed` are the words themselves: there, `-ing` and `-ed` are no endings. */
function actionTermsOf(word: string): string[] {
  return ACTION.test(word) ? termsOf(word).filter((term) => term !== word) : [];
}

/** A compound name such as `getFromCache` is more than its stop words. */
function termsWithoutStops(word: string): string[] {
  const terms = termsOf(word);
  return terms.length > 1 ? terms.filter((term) => !STOP_TERMS.has(term)) : terms;
}

/**
 * The words of a text without stop words. Weak ones count only beside others: "what is this repository about"
 * has none, unless they are all there is, as in "file list".
 */
function significant(text: string): { strong: string[]; weak: string[] } {
  const all = wordsOf(text);
  const words = all.filter((word) => !isStopWord(word));
  const strong = words.filter((word) => !WEAK_WORDS.has(word.toLowerCase()));
  if (strong.length > 0) return { strong, weak: words.filter((word) => !strong.includes(word)) };
  return { strong: words.length === all.length ? words : [], weak: [] };
}

/**
 * The paths and file names in a question. Its runs of path characters are found first, and long ones
 * left out: on them alone, the pattern of a path takes time in proportion to the square of the length.
 */
function pathsIn(question: string): string[] {
  const runs = question.match(/[\p{L}\p{N}_@./-]+/gu) ?? [];
  const paths = runs
    .filter((run) => run.length <= MAX_PATH_LENGTH)
    .flatMap(
      (run) =>
        run.match(
          /[\p{L}\p{N}_@.-]*(?:\/[\p{L}\p{N}_@.-]+)+|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu,
        ) ?? [],
    );
  const trimmed = paths.map((path) => path.replace(/^\.?\/|[./]+$/g, ''));
  return [...new Set(trimmed)].filter((path) => !NAME_AND_NUMBER.test(path));
}
