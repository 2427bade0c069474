import { roleOf } from '../../../index/file-role.js';
import { type Query, REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import type { FileHit } from '../../../index/search-results.js';
import { definitionTerm, termsOf, wordParts } from '../../../index/terms.js';
import { bodyOf } from './body.js';
import { extentOf, linesFrom } from './extent.js';
import { definitionPassage, isContainer, membersOf, type Passage } from './passage.js';
import { sectionSentences } from './section-text.js';
import type { SourceFile } from './source-file.js';

/** A file that was found, with its text. */
export interface FoundFile {
  readonly hit: FileHit;
  readonly file: SourceFile;
}

export interface RankedPassage {
  readonly passage: Passage;
  readonly score: number;
  /** How much of what was asked it has, from 0 to 1. */
  readonly coverage: number;
  /** The line that says most about what was asked, counted from 1. */
  readonly line: number;
}

/** How much a term of the query says, by how few of the lines have it. */
type TermWeights = ReadonlyMap<string, number>;

const NAME_FACTOR = 2;
/** For the name of the class that a method is in. */
const OWNER_FACTOR = 1.2;
const DOCS_FACTOR = 1.5;
const IMPORT_FACTOR = 0.3;
/** For the first lines of a class's members, which answer by themselves. */
const MEMBER_FACTOR = 0.5;
/** How much more a definition says whose name the question has: as an identifier, or as a word. */
const ASKED_NAME_SCORE = 4;
const SAME_WORD_SCORE = 0.4;
const WORDS_FACTOR = 1;
/** For a name without a word of the question, such as a helper's; and where there is none, or it names a value. */
const OTHER_NAME_FACTOR = 0.5;
const NO_NAME_FACTOR = 0.75;
/** How much it counts that a passage has all words of the question, rather than one of them often. */
const COVERAGE_POWER = 0.7;
/** A word that says little in a search for files may tell the definitions of a file apart. */
const MIN_WEIGHT = 0.5;
/** For an override or adapter, next to what it extends. */
const DELEGATE_FACTOR = 0.6;
const IMPORT =
  /^\s*(?:import|from|use|using|require|#\s*include|export\s+(?:\*|\{.*from)|(?:const|var|let)\s.*=\s*require\()/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;)/;
/** An empty function, or one that only hands its own value on, explains nothing. */
const BODY_FACTORS = { empty: 0.3, accessor: 0.55, other: 1 } as const;
/** Definitions of about this many lines are neither trivial nor hard to read. */
const TYPICAL_LINES = 30;
const TRIVIAL_LINES = 4;
const LINES_OUTSIDE = 8;
/** For definitions that no found chunk touches. */
const ELSEWHERE_FACTOR = 0.85;
/** How the titles of tests look to a search for definitions. */
const TEST_BLOCK = /^(?:it|test|describe|context|before|after|beforeEach|afterEach)$/;

/** The query's terms that each line of a file has, by the line's number. */
type LineTerms = readonly (readonly string[])[];

/** The definitions, sections and other lines of the found files that say most about the query, best first. */
export function rankPassages(found: readonly FoundFile[], query: Query): RankedPassage[] {
  const asked = new Set(query.terms.map(({ term }) => term));
  const read = found.map((one) => ({ ...one, lineTerms: lineTermsOf(one.file, asked) }));
  const weights = termWeights(
    read.map(({ lineTerms }) => lineTerms),
    query,
  );
  const best = Math.max(...found.map(({ hit }) => hit.score));
  const mostExact = Math.max(...found.map(({ hit }) => hit.exactMatch));
  const isShared = sharedNames(found.map(({ file }) => file));
  const ranked = read.flatMap(({ hit, file, lineTerms }) => {
    const share = (hit.score / best) * (hit.exactMatch < mostExact ? 0.4 : 1);
    const factor = share * roleFactor(file.path, query);
    return passagesOf({ hit, file }, query).map((passage) => {
      const { score, line, coverage } = scoreOf(passage, query, { weights, lineTerms });
      const place = isTouched(passage, hit) ? 1 : ELSEWHERE_FACTOR;
      const own = isShared(passage) && delegates(passage) ? DELEGATE_FACTOR : 1;
      return { passage, line, coverage, score: score * factor * place * own };
    });
  });
  return ranked.sort((a, b) => b.score - a.score);
}

/** Whether another function of the files has the same name. */
function sharedNames(files: readonly SourceFile[]): (passage: Passage) => boolean {
  const counts = new Map<string, number>();
  for (const { name, kind } of files.flatMap(({ outline }) => outline)) {
    if (FUNCTIONS.has(kind)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return ({ definition }) =>
    definition !== undefined &&
    FUNCTIONS.has(definition.kind) &&
    (counts.get(definition.name) ?? 0) > 1;
}

/** What calls the function that it overrides, or only another one of its name. */
function delegates({ definition, file, start, end }: Passage): boolean {
  const lines = file.lines.slice(start, end);
  if (lines.some((line) => !COMMENT.test(line) && /\bsuper\b/.test(line))) return true;
  const body = lines.filter((line) => /\p{L}/u.test(line) && !/^\s*end\b/.test(line));
  return body.length === 1 && body.some((line) => line.includes(`${definition?.name}(`));
}

function lineTermsOf({ lines }: SourceFile, asked: ReadonlySet<string>): LineTerms {
  return [
    [],
    ...lines.map((text) => [...new Set(termsOf(text).filter((term) => asked.has(term)))]),
  ];
}

/** Tests and examples use what was asked about; they rarely explain it. */
function roleFactor(path: string, { intent }: Query): number {
  const role = roleOf(path);
  if (role === 'test') return intent.tests ? 1 : 0.3;
  if (role === 'document') return intent.documents ? 1 : 0.5;
  return 1;
}

/** The definitions of a file, and the lines of the found chunks that are in none. */
function passagesOf({ hit, file }: FoundFile, query: Query): Passage[] {
  const isFound = (line: number) =>
    hit.chunks.some(({ start, end }) => line >= start && line <= end);
  const all = file.outline
    .filter(({ name }) => {
      // Asked for its usages, the thing itself is no answer.
      const isAsked = query.intent.usages && query.keywords.includes(name);
      return !TEST_BLOCK.test(name) && !isAsked;
    })
    .map((definition) => definitionPassage(file, definition));
  const documentation = new Set(
    all.flatMap(({ docs }) => linesFrom(docs?.start ?? 1, docs?.end ?? 0)),
  );
  // An example in a docstring defines nothing.
  const definitions = all.filter(({ start }) => !documentation.has(start));
  const inside = new Set(definitions.flatMap((one) => linesFrom(firstLine(one), one.end)));
  const outside = file.lines.flatMap((text, n) =>
    isFound(n + 1) && !inside.has(n + 1) && text.trim() !== '' ? [n + 1] : [],
  );
  return [...definitions, ...runsOf(outside).map((run) => ({ ...run, file, name: '' }))];
}

function isTouched(passage: Passage, { chunks }: FileHit): boolean {
  return chunks.some(({ start, end }) => firstLine(passage) <= end && passage.end >= start);
}

/** With the comment above it. */
function firstLine({ start, docs }: Passage): number {
  return Math.min(start, docs?.start ?? start);
}

/** Lines that follow each other, in pieces of a few. */
function runsOf(lines: readonly number[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && line <= last.end + 2 && line < last.start + LINES_OUTSIDE) last.end = line;
    else runs.push({ start: line, end: line });
  }
  return runs;
}

/** The query's terms, by how rare they are in the lines of the found files. */
function termWeights(files: readonly LineTerms[], query: Query): TermWeights {
  const counts = new Map<string, number>();
  let lines = 1;
  for (const file of files) {
    lines += file.length;
    for (const terms of file) {
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const rarity = (term: string) => Math.log(1 + lines / (1 + (counts.get(term) ?? 0)));
  return new Map(
    query.terms.map(({ term, weight }) => {
      const own = weight <= REPOSITORY_NAME_WEIGHT ? weight : Math.max(MIN_WEIGHT, weight);
      return [term, (own * rarity(term)) / Math.log(1 + lines)];
    }),
  );
}

interface Asked {
  readonly weights: TermWeights;
  readonly lineTerms: LineTerms;
}

type PassageScore = Pick<RankedPassage, 'score' | 'coverage' | 'line'>;

function scoreOf(passage: Passage, query: Query, { weights, lineTerms }: Asked): PassageScore {
  const { name = '', kind } = passage.definition ?? {};
  const counts = new Map<string, number>();
  const maxima = new Map<string, number>();
  const note = (term: string, factor: number) => {
    const score = factor * (weights.get(term) ?? 0);
    if (score > 0) maxima.set(term, Math.max(score, maxima.get(term) ?? 0));
    return score;
  };
  const own = ownLines(passage);
  let best = { line: passage.start, score: 0 };
  const members = new Set(isContainer(passage) ? membersOf(passage).map(({ line }) => line) : []);
  for (const line of own) {
    const terms = lineTerms[line] ?? [];
    if (terms.length === 0) continue;
    const text = passage.file.lines[line - 1] ?? '';
    const factor =
      (IMPORT.test(text) ? IMPORT_FACTOR : 1) * (members.has(line) ? MEMBER_FACTOR : 1);
    let score = 0;
    for (const term of terms) {
      score += note(term, factor);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    if (score > best.score && !COMMENT.test(text)) best = { line, score };
  }
  for (const term of termsOf(passage.docs?.sentences[0].text ?? '')) note(term, DOCS_FACTOR);
  for (const term of termsOf(name)) note(term, NAME_FACTOR);
  for (const term of termsOf(passage.name)) note(term, OWNER_FACTOR);
  const sum = [...maxima].reduce((all, [term, score]) => {
    return all + score * (1 + 0.2 * Math.log(counts.get(term) ?? 1));
  }, 0);
  const named = kind === 'section' ? 0 : nameScore(passage, query) + wordsScore(passage, weights);
  const length = isContainer(passage) ? Math.min(own.length, TYPICAL_LINES) : own.length;
  const isAsked = named >= ASKED_NAME_SCORE / 2;
  const factor =
    lengthFactor(length) *
    kindFactor(passage) *
    (isAsked ? 1 : typeFactor(passage, weights) * nameFactor(passage, query));
  const covered = [...maxima.keys()].reduce((all, term) => all + (weights.get(term) ?? 0), 0);
  const all = [...weights.values()].reduce((total, one) => total + one, 0);
  // A name of several words means more than its words.
  const asked = query.compoundTerms;
  const hasName = asked.length === 0 || asked.some((term) => maxima.has(term));
  const coverage = all > 0 ? covered / all : 1;
  const words = sum * coverage ** COVERAGE_POWER;
  return { score: (words + named) * factor * (hasName ? 1 : 0.5), coverage, line: best.line };
}

function lengthFactor(lines: number): number {
  if (lines < TRIVIAL_LINES) return 0.7;
  return 1 / (0.75 + (0.25 * Math.min(200, lines)) / TYPICAL_LINES);
}

/** What is inside of a function, stands alone on a line or says nothing in words rarely answers. */
function kindFactor(passage: Passage): number {
  const { definition, docs, file } = passage;
  if (!definition) return 0.5;
  if (definition.kind === 'section') return sectionSentences(passage).length > 0 ? 1 : 0.4;
  if (IMPORT.test(file.lines[definition.line - 1] ?? '')) return 0.15;
  const isAbstract = !isContainer(passage) && ABSTRACT.test(file.lines[passage.end - 1] ?? '');
  const factors = [
    /(?:^|\.)tests?\.|(?:^|\.)test_/.test(passage.name) ? 0.3 : 1,
    BODY_FACTORS[bodyOf(passage)],
    isAbstract ? 0.3 : 1,
    isLocal(passage) ? 0.6 : 1,
    definition.isSingleLine ? 0.6 : 1,
    docs ? 1.15 : 1,
  ];
  return factors.reduce((all, one) => all * one);
}

/** Whether it is inside of a function. */
function isLocal({ definition, file }: Passage): boolean {
  return file.outline.some(
    (one) =>
      definition !== undefined &&
      FUNCTIONS.has(one.kind) &&
      one.line < definition.line &&
      one.depth < definition.depth &&
      extentOf(one, file).end >= definition.line,
  );
}

/** Most questions are about what the code does. */
function typeFactor(passage: Passage, weights: TermWeights): number {
  const name = passage.definition?.name ?? '';
  const isHelper =
    ERROR_NAME.test(name) &&
    !termsOf(name).some((term) => ERROR_TERMS.has(term) && weights.has(term));
  return (isType(passage) ? 0.7 : 1) * (isHelper ? 0.6 : 1);
}

/** What is named after other things than the question is about them: `every` and `slowParseDouble` about parsing. */
function nameFactor(passage: Passage, { terms }: Query): number {
  const { definition, name } = passage;
  if (!definition || definition.kind === 'section') return NO_NAME_FACTOR;
  if (isType(passage)) return definition.kind === 'constant' ? OTHER_NAME_FACTOR : NO_NAME_FACTOR;
  const words = [
    ...nameWords(definition.name),
    ...nameWords(isLocal(passage) ? '' : ownerOf(name)),
  ];
  const asked = words.filter((word) => terms.some(({ term }) => term === word));
  return OTHER_NAME_FACTOR + ((1 - OTHER_NAME_FACTOR) * asked.length) / Math.max(1, words.length);
}

/** The class of a method. */
function ownerOf(qualified: string): string {
  return qualified.split('.').at(-2) ?? '';
}

function nameWords(name: string): string[] {
  return wordParts(name).flatMap(termsOf);
}

/** A type or a value, but not `const compose = (…) => …`. */
function isType({ definition, file }: Passage): boolean {
  if (!definition || !TYPES.has(definition.kind)) return false;
  return (
    definition.kind !== 'constant' || !FUNCTION_VALUE.test(file.lines[definition.line - 1] ?? '')
  );
}

const FUNCTION_VALUE = /=\s*(?:async\b\s*)?(?:function\b|\(|<)|=>/;

/** They report errors, and explain little else. */
const ERROR_NAME = /err(?:or)?|exception|fail|warn/i;
const ERROR_TERMS = new Set(
  ['error', 'exception', 'fail', 'failure', 'warn', 'warning', 'err'].flatMap(termsOf),
);

const TYPES = new Set(['type', 'interface', 'struct', 'enum', 'trait', 'constant']);
/** The last line of what others have to implement. */
const ABSTRACT =
  /^\s*(?:raise NotImplementedError|pass$|\.\.\.$|throw new Error\(['"`]not implemented|.*=\s*(?:error\(|throw\b|TODO\())/i;
const FUNCTIONS = new Set(['function', 'method']);

/** For a definition with a name that the question asks for. A constructor is no better than its class. */
function nameScore({ definition, name: qualified }: Passage, query: Query): number {
  const name = definition?.name ?? '';
  const owner = qualified.split('.').at(-2);
  if (isDottedName(qualified, query)) return 2 * ASKED_NAME_SCORE;
  if (owner === name || !query.definitionTerms.some(({ term }) => term === definitionTerm(name)))
    return 0;
  const isSpelled = query.keywords.includes(name) ? 1 : 0.5;
  const isOwnerAsked = owner !== undefined && query.keywords.includes(owner) ? 1.5 : 1;
  const isAsked = query.exactNames.includes(name) || query.exactNames.includes(owner ?? '');
  return (isAsked ? ASKED_NAME_SCORE : SAME_WORD_SCORE) * isSpelled * isOwnerAsked;
}

/** For a name of several words that are all in the question: `dispatch_request`; and for its class's if they are too. */
function wordsScore({ definition, name }: Passage, weights: TermWeights): number {
  const areAsked = (words: readonly string[]) => words.every((word) => weights.has(word));
  const own = nameWords(definition?.name ?? '');
  if (own.length < 2 || !areAsked(own)) return 0;
  const owner = nameWords(ownerOf(name));
  const words = new Set(areAsked(owner) ? [...own, ...owner] : own);
  return WORDS_FACTOR * [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
}

/** Whether the question has it as `app.use` or `Session.send`: to the query that may be a file's name. */
function isDottedName(qualified: string, { files }: Query): boolean {
  const name = `.${qualified.toLowerCase()}`;
  return files.some((one) => one.includes('.') && name.endsWith(`.${one.toLowerCase()}`));
}

/** With the comment above, and of a class only what is not in its members. */
function ownLines(passage: Passage): number[] {
  const { end, file } = passage;
  const lines = linesFrom(firstLine(passage), end);
  if (!isContainer(passage)) return lines;
  const inside = membersOf(passage)
    .filter(({ isSingleLine }) => !isSingleLine)
    .map((member) => definitionPassage(file, member));
  return lines.filter(
    (line) =>
      !inside.some((one) => line >= firstLine(one) && line <= one.end && line !== one.start),
  );
}

/**
 * Of a class or type that fits best the method that answers, if it is about words of the question that the class is
 * not named after: "how does PubSub resubscribe?" Any other function has to be about all of them.
 */
export function preferMember(
  ranked: readonly RankedPassage[],
  query: Query,
): RankedPassage | undefined {
  const [best] = ranked;
  if (!best || !isContainer(best.passage)) return best;
  const terms = query.terms.filter(({ weight }) => weight !== REPOSITORY_NAME_WEIGHT);
  const asked = new Set(terms.map(({ term }) => term));
  const ofClass = new Set(termsOf(best.passage.name));
  const isAnswer = (one: RankedPassage) => {
    const { definition, docs, name } = one.passage;
    if (one === best || !definition || !FUNCTIONS.has(definition.kind)) return false;
    if (ERROR_NAME.test(definition.name)) return false;
    const said = new Set(termsOf(`${name} ${docs?.sentences[0].text ?? ''}`));
    const share = one.score / best.score;
    const inName = termsOf(definition.name).some((term) => asked.has(term) && !ofClass.has(term));
    if (inName && isMemberOf(one.passage, best.passage)) return share >= MIN_MEMBER_SHARE;
    const hasAll = asked.size > 1 && [...asked].every((term) => said.has(term));
    return (hasAll && share >= MIN_OTHER_SHARE) || (inName && share >= MIN_EQUAL_SHARE);
  };
  const member = ranked.find(isAnswer);
  // It may be a stub of what another class does.
  const name = member?.passage.definition?.name;
  const same = ranked.find(({ passage }) => passage.definition?.name === name);
  return member && same ? same : best;
}

/** Inside of a class, or written apart from it as in Go and Rust. */
function isMemberOf(passage: Passage, owner: Passage): boolean {
  if (passage.file === owner.file && passage.start > owner.start && passage.end <= owner.end)
    return true;
  return /\.(?:go|rs)$/.test(owner.file.path) && ownerOf(passage.name) === owner.definition?.name;
}

const MIN_EQUAL_SHARE = 0.8;
const MIN_OTHER_SHARE = 0.45;
const MIN_MEMBER_SHARE = 0.35;
