import { roleFor } from '../../../index/file-role.js';
import { type Query, REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import type { FileHit } from '../../../index/search-results.js';
import { termsOf } from '../../../index/terms.js';
import { linesFrom } from './extent.js';
import { isGuide } from './guide-file.js';
import { definitionPassage, firstLine, isContainer, membersOf, type Passage } from './passage.js';
import {
  ASKED_NAME_SCORE,
  FUNCTIONS,
  isImport,
  kindFactor,
  lengthFactor,
  nameFactor,
  nameScore,
  ownerFactor,
  type TermWeights,
  TYPICAL_LINES,
  typeFactor,
  wordsScore,
} from './passage-weight.js';
import { termsOfLine } from './read-once.js';
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

const NAME_FACTOR = 2;
/** For the name of the class that a method is in. */
const OWNER_FACTOR = 1.2;
const DOCS_FACTOR = 1.5;
const IMPORT_FACTOR = 0.3;
/** For the first lines of a class's members, which answer by themselves. */
const MEMBER_FACTOR = 0.5;
/** How much it counts that a passage has all words of the question, rather than one of them often. */
const COVERAGE_POWER = 0.7;
/** A word that says little in a search for files may tell the definitions of a file apart. */
const MIN_WEIGHT = 0.5;
/** Verbs that questions need: what they are about is said by the words around them. */
const VAGUE_VERB_FACTOR = 0.5;
const VAGUE_VERBS = new Set(
  'decide decides handle handles handled compute computed calculate calculated determine determined pick picks choose chosen figure actually turn turned order'
    .split(' ')
    .flatMap(termsOf),
);
/** For an override or adapter, next to what it extends. */
const DELEGATE_FACTOR = 0.6;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;)/;
const LINES_OUTSIDE = 8;
/** For definitions that no found chunk touches. */
const ELSEWHERE_FACTOR = 0.85;
/** How the titles of tests look to a search for definitions. */
const TEST_BLOCK = /^(?:it|test|describe|context|before|after|beforeEach|afterEach)$/;

/** `it('adds', () => {`, but no function that has such a name: `pub fn test(&self)`, `before(given) {`. */
function isTestBlock(name: string, text: string): boolean {
  return TEST_BLOCK.test(name) && text.trimStart().startsWith(name) && !PARAMETERS.test(text);
}

const PARAMETERS = /^\s*\w+\([^()'"`]*\)[^=>]*\{/;

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

function lineTermsOf(file: SourceFile, asked: ReadonlySet<string>): LineTerms {
  const ofLine = (line: number) => termsOfLine(file, line).filter((term) => asked.has(term));
  return [[], ...file.lines.map((_, at) => [...new Set(ofLine(at + 1))])];
}

/** Tests and examples use what was asked about; they rarely explain it. */
function roleFactor(path: string, query: Query): number {
  const { intent } = query;
  const role = roleFor(path, query);
  if (role === 'test') return intent.tests ? 1 : 0.3;
  if (role === 'document') return intent.documents ? 1 : isGuide(path) ? 0.5 : 0.2;
  return 1;
}

/** The definitions of a file, and the lines of the found chunks that are in none. */
function passagesOf({ hit, file }: FoundFile, query: Query): Passage[] {
  const isFound = (line: number) =>
    hit.chunks.some(({ start, end }) => line >= start && line <= end);
  const all = file.outline
    .filter(({ name, line }) => {
      // Asked for its usages, the thing itself is no answer.
      const isAsked = query.intent.usages && query.keywords.includes(name);
      return !isTestBlock(name, file.lines[line - 1] ?? '') && !isAsked;
    })
    .map((definition) => definitionPassage(file, definition));
  const documentation = new Set(
    all.flatMap(({ docs }) => linesFrom(docs?.start ?? 1, docs?.end ?? 0)),
  );
  // An example in a docstring defines nothing.
  const definitions = withoutWrappers(all.filter(({ start }) => !documentation.has(start)));
  const inside = new Set(definitions.flatMap((one) => linesFrom(firstLine(one), one.end)));
  const outside = file.lines.flatMap((text, n) =>
    isFound(n + 1) && !inside.has(n + 1) && text.trim() !== '' ? [n + 1] : [],
  );
  return [...definitions, ...runsOf(outside).map((run) => ({ ...run, file, name: '' }))];
}

/** Of a module around one class alone, the class, with the comment that is above the module. */
function withoutWrappers(passages: readonly Passage[]): Passage[] {
  const docsOf = new Map<number, Passage['docs']>();
  return passages.flatMap((passage) => {
    const { docs: own, start } = passage;
    const docs = own ?? docsOf.get(start);
    const members = isContainer(passage) ? membersOf(passage) : [];
    const [only, another] = members.filter(({ isSingleLine }) => !isSingleLine);
    const inner = only && !another ? definitionPassage(passage.file, only) : undefined;
    const isWrapper =
      inner !== undefined && isContainer(inner) && isModule(passage) && members.length === 1;
    if (isWrapper) docsOf.set(inner.start, docs);
    else return [docs ? { ...passage, docs } : passage];
    return [];
  });
}

/** A module or namespace, which says where its definitions belong. */
export function isModule({ definition, file, start }: Passage): boolean {
  return (
    /^(?:module|namespace)$/.test(definition?.kind ?? '') ||
    /^\s*module\s/.test(file.lines[start - 1] ?? '')
  );
}

function isTouched(passage: Passage, { chunks }: FileHit): boolean {
  return chunks.some(({ start, end }) => firstLine(passage) <= end && passage.end >= start);
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
    query.terms.map(({ term, weight: asked }) => {
      const weight = VAGUE_VERBS.has(term) ? asked * VAGUE_VERB_FACTOR : asked;
      const own = asked <= REPOSITORY_NAME_WEIGHT ? asked : Math.max(MIN_WEIGHT, weight);
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
      (isImport(passage.file, line) ? IMPORT_FACTOR : 1) * (members.has(line) ? MEMBER_FACTOR : 1);
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
    (isAsked
      ? 1
      : typeFactor(passage, weights) * nameFactor(passage, query) * ownerFactor(passage, weights));
  const covered = [...maxima.keys()].reduce((all, term) => all + (weights.get(term) ?? 0), 0);
  const all = [...weights.values()].reduce((total, one) => total + one, 0);
  // A name of several words means more than its words.
  const asked = [...query.compoundTerms, ...query.properTerms];
  const hasName = asked.length === 0 || asked.some((term) => maxima.has(term));
  const coverage = all > 0 ? covered / all : 1;
  const words = sum * coverage ** COVERAGE_POWER;
  return { score: (words + named) * factor * (hasName ? 1 : 0.5), coverage, line: best.line };
}

/** With the comment above, and of a class only what is not in its members. */
function ownLines(passage: Passage): number[] {
  const { end, file } = passage;
  const lines = linesFrom(firstLine(passage), end);
  if (!isContainer(passage)) return lines;
  const inside = new Set(
    membersOf(passage)
      .filter(({ isSingleLine }) => !isSingleLine)
      .map((member) => definitionPassage(file, member))
      .flatMap((one) => linesFrom(firstLine(one), one.end).filter((line) => line !== one.start)),
  );
  return lines.filter((line) => !inside.has(line));
}
