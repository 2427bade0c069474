import {
  identifiersOf,
  nameTerm,
  partsOf,
  spelledTerm,
  termsOf,
  wholeOf,
  wordsOf,
} from './terms.js';

/** What to look for, in the index's own terms. */
export interface Query {
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** Terms that find where something of a word's very name is defined. */
  readonly names: readonly { readonly term: string; readonly weight: number }[];
  /** The names in code that it asks for, as written: its identifiers, or its only word. */
  readonly exact: readonly string[];
  /** Those of the terms that are a name of several parts, in one; its parts are terms too. */
  readonly compounds: readonly string[];
  /** Its words that say something of its subject, as written. */
  readonly words: readonly string[];
  /** Files that the question names: whole paths or just their ends. */
  readonly files: readonly string[];
  /** Files that the conversation's earlier answers rested on. */
  readonly earlierFiles: readonly string[];
  readonly wants: Wants;
}

/** For an identifier that the question names, and for its definition. */
const NAMED = 1.5;
/** For the definition of something that is called as any word of the question. */
const ALIKE = 0.2;
/** What earlier questions asked about still matters: much where this one says little by itself. */
const EARLIER = 0.3;
const EARLIER_OF_LITTLE = 0.8;
const LITTLE = 2;
const SHORT = 3;
const USAGES = /\b(used|uses|usages?|called|calls|callers?|referenced|references|imported)\b/gi;

/** Words that a question is made of, whatever it is about. */
const COMMON = new Set(
  termsOf(`a about above after all also am an and any anybody anyone anything are aren as at be
  because been before being below between both but by can cannot could did do does doesn doing don
  done down during each either else ever every everything exactly explain few find for from further
  gets give given gives goes had has have having he help here how however i if in into is isn it its
  itself just know let like list look make makes many may me might more most much must my need needs
  no nor not of off often on once one only or other our out over own perhaps place places please
  question quite rather really same say see she should show shows so some somebody someone something
  still such sure tell than that the their them then there these they thing things this those through
  thus to together too under until up us use used uses using very via want wants was way ways we well
  were what whatever when where whether which while who whom whose why will with within without work
  works would you your code codebase file files repo repository project implement implemented
  implementation implementations defined definition located happen happens`),
);

/** What kind of place the question is after. */
export interface Wants {
  /** Tests, or documents, then weigh as much as code. */
  readonly tests: boolean;
  readonly documents: boolean;
  /** Where something is used, rather than where it is defined. */
  readonly usages: boolean;
}

/** What was asked and found before in a conversation. */
export interface Earlier {
  readonly questions: readonly string[];
  readonly files: readonly string[];
}

/** A question, after earlier ones of its conversation, as a query. */
export function queryOf(asked: string, earlier: Earlier = { questions: [], files: [] }): Query {
  const wants = wantsOf(asked, subjectOf(asked));
  // "Who calls checkOut?" is about checkOut alone.
  const bare = wants.usages && identifiersOf(asked).length > 0;
  const question = bare ? asked.replaceAll(USAGES, ' ') : asked;
  const own = subjectOf(question);
  // "Where is it used?" is about what the question before it was about.
  const words = own.length > 0 ? own : subjectOf(earlier.questions.at(-1) ?? '');
  const identifiers = new Set(words.flatMap(identifiersOf).concat(identifiersOf(question)));
  const exact = identifiers.size > 0 || words.length > 1 ? [...identifiers] : words;
  const weightOf = (word: string) => (identifiers.has(word) ? NAMED : ALIKE);
  const names = [
    ...words.map((word) => [nameTerm(word), weightOf(word)] as const),
    ...exact.map((word) => [spelledTerm(word), weightOf(word)] as const),
  ];
  return {
    terms: weighted(termWeights(question, own.length, earlier)),
    names: wants.usages ? [] : weighted(new Map(names)),
    exact,
    compounds: identifiersOf(question)
      .filter((name) => partsOf(name).length > 1)
      .map(wholeOf),
    words,
    files: filesNamedIn(question),
    earlierFiles: earlier.files,
    wants,
  };
}

function termWeights(question: string, words: number, earlier: Earlier): Map<string, number> {
  const terms = new Map<string, number>();
  const past = words <= LITTLE ? EARLIER_OF_LITTLE : EARLIER;
  for (const term of earlier.questions.flatMap(significantTerms)) terms.set(term, past);
  for (const term of significantTerms(question)) terms.set(term, 1);
  const named = identifiersOf(question).map(wholeOf);
  for (const name of named) if (terms.has(name)) terms.set(name, NAMED);
  return terms;
}

function wantsOf(question: string, words: readonly string[]): Wants {
  // "Where is X called?" is about its callers; a longer question only mentions a call.
  const short = words.length <= SHORT || identifiersOf(question).length > 0;
  return {
    tests: /\b(tests?|tested|testing|specs?|coverage)\b/i.test(question),
    documents: /\b(docs?|documented|documentation|readme|changelog|licen[sc]e)\b/i.test(question),
    usages: short && question.search(USAGES) >= 0,
  };
}

function weighted(weights: ReadonlyMap<string, number>) {
  return [...weights].map(([term, weight]) => ({ term, weight }));
}

function subjectOf(question: string): string[] {
  return [...new Set([...significantWords(question), ...identifiersOf(question)])];
}

function significantWords(text: string): string[] {
  return wordsOf(text).filter((word) => termsOf(word).some((term) => !COMMON.has(term)));
}

/** The terms of a text without those that say nothing of its subject. */
export function significantTerms(text: string): string[] {
  return [...new Set(termsOf(text))].filter((term) => !COMMON.has(term));
}

function filesNamedIn(question: string): string[] {
  const paths = question.match(
    /[\p{L}\p{N}_@.-]*(?:\/[\p{L}\p{N}_@.-]+)+|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu,
  );
  return [...new Set(paths ?? [])].map((path) => path.replace(/^\.?\/|[./]+$/g, ''));
}
