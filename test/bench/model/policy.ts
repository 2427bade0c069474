import { grepWords } from '../../../local/service/eval/baseline.js';
import {
  callKey,
  type NamedLines,
  namedLines,
  type Section,
  type Transcript,
} from './transcript.js';

/** A question, and regular expressions for what an answer must have seen: all of them. */
export interface Asked {
  readonly question: string;
  readonly facts: readonly RegExp[];
}

export interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, string | number>>;
}

/** Either calls a tool or ends with a text. */
export type Step = { readonly call: Call } | { readonly text: string };

/** How many places of a search are read, one after the other. */
const READ_PER_SEARCH = 3;
const LINES_BEFORE = 20;
const LINES_AFTER = 40;
const WORDS_AT_FIRST = 3;

/**
 * What a small model does next. It answers once it has seen all facts. Otherwise it reads around what was found
 * and not yet read; then it searches for the rarest words, for fewer of them, in natural language, and for the other words.
 */
export function nextStep(asked: Asked, transcript: Transcript): Step {
  const { question, facts } = asked;
  const seen = seenFacts(asked, transcript);
  if (seen.length === facts.length) return { text: answer(seen, transcript) };
  const call = transcript.mayCall ? nextCall(question, transcript) : undefined;
  if (call) return { call };
  const missing = 'The tools showed nothing else about it.';
  return { text: seen.length > 0 ? `${answer(seen, transcript)}\n\n${missing}` : missing };
}

/** The facts that the model has been shown. */
export function seenFacts({ facts }: Asked, transcript: Transcript): RegExp[] {
  return facts.filter((fact) => findFact(fact, transcript) !== undefined);
}

function sectionsOf({ material, calls }: Transcript): Section[] {
  return [...(material ? [material] : []), ...calls.map(({ result }) => result)];
}

/** The place to cite for a fact, or '' where no text that shows it names one. */
function findFact(fact: RegExp, transcript: Transcript): string | undefined {
  const { repository } = transcript;
  for (const { text, shown } of sectionsOf(transcript)) {
    for (const { path, start, lines } of shown) {
      const match = matchIn(fact, lines.join('\n'));
      if (match) return `${repository}/${path}:${start + match.before.split('\n').length - 1}`;
    }
    const match = matchIn(fact, text);
    if (!match) continue;
    const near =
      namedLines(match.after, repository)[0] ?? namedLines(match.before, repository).at(-1);
    return near ? `${repository}/${near.path}:${near.start}-${near.end}` : '';
  }
  return undefined;
}

/** The text up to the end of the match, and from its beginning. In Markdown, characters of code are escaped. */
function matchIn(fact: RegExp, text: string) {
  for (const version of [text, text.replaceAll('\\', '')]) {
    const match = fact.exec(version);
    if (!match) continue;
    const { index } = match;
    return { before: version.slice(0, index + match[0].length), after: version.slice(index) };
  }
  return undefined;
}

function answer(facts: readonly RegExp[], transcript: Transcript): string {
  const statements = facts.map((fact) => {
    const place = findFact(fact, transcript);
    return place ? `It says so here \`${place}\`.` : 'It says so.';
  });
  return ['# What the code says', ...statements, 'That is all.'].join('\n\n');
}

function nextCall(question: string, transcript: Transcript): Call | undefined {
  const made = new Set(transcript.calls.map(({ key }) => key));
  const isNew = ({ name, input }: Call) => !made.has(callKey(name, JSON.stringify(input)));
  return nextRead(transcript) ?? searches(question, transcript).find(isNew);
}

/** Around the best places of the last search, those not read yet. */
function nextRead(transcript: Transcript): Call | undefined {
  const { repository, material, calls } = transcript;
  const lastSearch = calls.findLastIndex(({ key }) => !key.startsWith('read_file '));
  const found = lastSearch < 0 ? material : calls[lastSearch]?.result;
  const reads = calls.slice(lastSearch + 1);
  if (!found || reads.length >= READ_PER_SEARCH) return undefined;
  const read = calls
    .filter(({ key }) => key.startsWith('read_file '))
    .flatMap(({ result }) => result.shown);
  const isRead = ({ path, start }: NamedLines) =>
    read.some(
      (one) => one.path === path && one.start <= start && start < one.start + one.lines.length,
    );
  const next = placesOf(found).find((place) => !isRead(place));
  if (!next) return undefined;
  const startLine = Math.max(1, next.start - LINES_BEFORE);
  const endLine = next.start + LINES_AFTER;
  return { name: 'read_file', input: { repo: repository, path: next.path, startLine, endLine } };
}

/** The first place in each file: what the text names first, then what it shows. */
function placesOf({ named, shown }: Section): NamedLines[] {
  const all = [
    ...named,
    ...shown.map(({ path, start, lines }) => ({ path, start, end: start + lines.length - 1 })),
  ];
  return all.filter(({ path }, n) => all.findIndex((one) => one.path === path) === n);
}

function searches(question: string, { calls }: Transcript): Call[] {
  const words = rarestFirst(question);
  const first = words.slice(0, WORDS_AT_FIRST);
  const found = calls.some(
    ({ key, result }) => key.startsWith('keyword_search ') && result.shown.length > 0,
  );
  const fewer = first.map((_, n) => first.slice(0, first.length - n));
  const others = words.slice(WORDS_AT_FIRST).map((word) => [first[0] ?? '', word]);
  const keyword = (some: readonly string[]): Call => {
    return { name: 'keyword_search', input: { query: some.join(' ') } };
  };
  return [
    // Fewer words only until something is found.
    ...(found ? fewer.slice(0, 1) : fewer).map(keyword),
    { name: 'nls_search', input: { query: question } },
    ...others.map(keyword),
  ];
}

/** A model cannot count words: it guesses that names are rare, and long words. */
function rarestFirst(question: string): string[] {
  const names = new Set(
    (question.match(/[\p{L}\p{N}_]+/gu) ?? [])
      .filter((word) => /[\p{Ll}\d]\p{Lu}|_|\p{Lu}{2}|\p{L}\d/u.test(word))
      .map((word) => word.toLowerCase()),
  );
  const rank = (word: string) => (names.has(word) ? 100 : 0) + word.length;
  return grepWords(question).sort((a, b) => rank(b) - rank(a));
}
