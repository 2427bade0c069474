import { roleOf } from '../../../index/file-role.js';
import type { Definition } from '../../../index/outline.js';
import type { Query } from '../../../index/query.js';
import type { FileHit } from '../../../index/search-results.js';
import { definitionTerm, termsOf, wordParts } from '../../../index/terms.js';
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
  /** The line that says most about what was asked, counted from 1. */
  readonly line: number;
}

/** How much a term of the query says, by how few of the lines have it. */
type TermWeights = ReadonlyMap<string, number>;

const NAME_FACTOR = 2;
const DOCS_FACTOR = 1.5;
const IMPORT_FACTOR = 0.3;
/** For the first lines of a class's members, which answer by themselves. */
const MEMBER_FACTOR = 0.5;
/** How much more a definition says whose name the question has: as an identifier, or as a word. */
const ASKED_NAME_SCORE = 4;
const SAME_WORD_SCORE = 0.4;
const WORDS_FACTOR = 1;
const IMPORT =
  /^\s*(?:import|from|use|using|require|#\s*include|export\s+(?:\*|\{.*from)|(?:const|var|let)\s.*=\s*require\()/;
/** How much the rank of the file counts. */
const FILE_POWER = 1.5;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;;)/;
/** Definitions of about this many lines are neither trivial nor hard to read. */
const TYPICAL_LINES = 30;
const TRIVIAL_LINES = 4;
const LINES_OUTSIDE = 8;
/** How the titles of tests look to a search for definitions. */
const TEST_BLOCK = /^(?:it|test|describe|context|before|after|beforeEach|afterEach)$/;

/** The definitions, sections and other lines of the found files that say most about the query, best first. */
export function rankPassages(found: readonly FoundFile[], query: Query): RankedPassage[] {
  const weights = termWeights(found, query);
  const best = Math.max(...found.map(({ hit }) => hit.score));
  const mostExact = Math.max(...found.map(({ hit }) => hit.exactMatch));
  const ranked = found.flatMap(({ hit, file }) => {
    const share = (hit.score / best) ** FILE_POWER * (hit.exactMatch < mostExact ? 0.4 : 1);
    const factor = share * roleFactor(file.path, query);
    return passagesOf({ hit, file }, query).map((passage) => {
      const { score, line } = scoreOf(passage, query, weights);
      return { passage, line, score: score * factor };
    });
  });
  return ranked.sort((a, b) => b.score - a.score);
}

/** Tests and examples use what was asked about; they rarely explain it. */
function roleFactor(path: string, { intent }: Query): number {
  const role = roleOf(path);
  if (role === 'test') return intent.tests ? 1 : 0.3;
  if (role === 'document') return intent.documents ? 1 : 0.7;
  return 1;
}

/** Every definition that a found chunk touches, and the chunk's lines that are in none. */
function passagesOf({ hit, file }: FoundFile, query: Query): Passage[] {
  const isFound = (line: number) =>
    hit.chunks.some(({ start, end }) => line >= start && line <= end);
  const isDefinition = ({ name }: Definition) =>
    // Asked for its usages, the thing itself is no answer.
    !TEST_BLOCK.test(name) && !(query.intent.usages && query.keywords.includes(name));
  const touched = file.outline
    .filter(isDefinition)
    .map((definition) => definitionPassage(file, definition))
    .filter((passage) => {
      const first = firstLine(passage);
      return hit.chunks.some(({ start, end }) => first <= end && passage.end >= start);
    });
  const inside = new Set(touched.flatMap((passage) => linesFrom(firstLine(passage), passage.end)));
  const outside = file.lines.flatMap((text, n) =>
    isFound(n + 1) && !inside.has(n + 1) && text.trim() !== '' ? [n + 1] : [],
  );
  return [...touched, ...runsOf(outside).map((run) => ({ ...run, file, name: '' }))];
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
function termWeights(found: readonly FoundFile[], query: Query): TermWeights {
  const counts = new Map(query.terms.map(({ term }) => [term, 0]));
  let lines = 1;
  for (const { file } of found) {
    lines += file.lines.length;
    for (const text of file.lines) {
      for (const term of new Set(termsOf(text))) {
        const count = counts.get(term);
        if (count !== undefined) counts.set(term, count + 1);
      }
    }
  }
  const rarity = (term: string) => Math.log(1 + lines / (1 + (counts.get(term) ?? 0)));
  return new Map(
    query.terms.map(({ term, weight }) => [term, (weight * rarity(term)) / Math.log(1 + lines)]),
  );
}

interface PassageScore {
  readonly score: number;
  readonly line: number;
}

function scoreOf(passage: Passage, query: Query, weights: TermWeights): PassageScore {
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
  const members = isContainer(passage) ? membersOf(passage).map(({ line }) => line) : [];
  for (const line of own) {
    const text = passage.file.lines[line - 1] ?? '';
    const factor =
      (IMPORT.test(text) ? IMPORT_FACTOR : 1) * (members.includes(line) ? MEMBER_FACTOR : 1);
    let score = 0;
    for (const term of new Set(termsOf(text))) {
      score += note(term, factor);
      if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    if (score > best.score && !COMMENT.test(text)) best = { line, score };
  }
  for (const term of termsOf(passage.docs?.sentences[0].text ?? '')) note(term, DOCS_FACTOR);
  for (const term of termsOf(name)) note(term, NAME_FACTOR);
  const sum = [...maxima].reduce((all, [term, score]) => {
    return all + score * (1 + 0.2 * Math.log(counts.get(term) ?? 1));
  }, 0);
  const named = kind === 'section' ? 0 : nameScore(passage, query) + wordsScore(name, weights);
  const length = isContainer(passage) ? Math.min(own.length, TYPICAL_LINES) : own.length;
  const isAsked = named >= ASKED_NAME_SCORE / 2;
  const factor = lengthFactor(length) * kindFactor(passage) * (isAsked ? 1 : typeFactor(passage));
  // A name of several words means more than its words.
  const asked = query.compoundTerms;
  const hasName = asked.length === 0 || asked.some((term) => maxima.has(term));
  return { score: (sum + named) * factor * (hasName ? 1 : 0.5), line: best.line };
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
  const isLocal = file.outline.some(
    (one) =>
      FUNCTIONS.has(one.kind) &&
      one.line < definition.line &&
      one.depth < definition.depth &&
      extentOf(one, file).end >= definition.line,
  );
  const isTest = /(?:^|\.)tests?\./.test(passage.name);
  return (
    (isTest ? 0.3 : 1) *
    (isLocal ? 0.6 : 1) *
    (definition.isSingleLine ? 0.6 : 1) *
    (docs ? 1.15 : 1)
  );
}

/** Most questions are about what the code does. */
function typeFactor({ definition }: Passage): number {
  return definition && TYPES.has(definition.kind) ? 0.7 : 1;
}

const TYPES = new Set(['type', 'interface', 'struct', 'enum', 'trait', 'constant']);
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

/** For a name of several words that are all in the question: `dispatch_request`. */
function wordsScore(name: string, weights: TermWeights): number {
  const words = wordParts(name).flatMap(termsOf);
  const isAsked = words.length > 1 && words.every((word) => weights.has(word));
  return isAsked
    ? WORDS_FACTOR * words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
    : 0;
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
