import { isNamedFile } from '../../../index/file-boost.js';
import { properNamesIn } from '../../../index/possible-names.js';
import { REPOSITORY_NAME_WEIGHT } from '../../../index/query.js';
import { termsOf, wordParts } from '../../../index/terms.js';
import { failureLines } from '../facts/failure-lines.js';
import { isHistory } from '../facts/history-file.js';
import { repeatsAnswer } from '../facts/shown-before.js';
import { type AskedTerms, askedIn, MAX_LINES_READ } from '../passages/asked-terms.js';
import { callSitesIn } from '../passages/call-sites.js';
import { type Excerpt, excerptsOf } from '../passages/excerpts.js';
import { linesFrom } from '../passages/extent.js';
import { areImports, doesNothing } from '../passages/import-lines.js';
import { isContainer, isSection, type Passage } from '../passages/passage.js';
import { type FoundFile, rankPassages } from '../passages/rank-passages.js';
import { perObject, termsOfLine } from '../passages/read-once.js';
import type { SourceFile } from '../passages/source-file.js';
import { isTestCode } from '../passages/test-code.js';
import { holdsTexts } from '../passages/text-table.js';
import { codeAskedBy, isBehavior } from '../text/code-asked.js';
import { type CandidateRole, everywhere, kindOf } from './candidate-files.js';
import { type FittingOption, hasLinesOf } from './fitting-options.js';
import type { FormInput } from './form.js';
import {
  basesOf,
  foldersIn,
  isInFolder,
  namedShare,
  namesIn,
  OWNER,
  saidShare,
} from './names-in.js';
import { placeScore } from './place-score.js';
import { unlikelyFor } from './unlikely-places.js';

/** Lines that may answer. */
export interface Candidate extends Excerpt {
  readonly role: CandidateRole;
  readonly score: number;
}

/**
 * Reads the question once, and gives the candidates for all of it or for a part. `whole`: what callers are judged by;
 * `options`: those that it may mean.
 */
export function candidatesFor(
  found: readonly FoundFile[],
  input: FormInput,
  { whole, options = [] }: { whole: AskedTerms; options?: readonly FittingOption[] },
): (asked: AskedTerms) => Candidate[] {
  const files = found.map(({ file }) => file);
  const names = namesIn(input);
  const bases = basesOf(names, files);
  const folders = foldersIn(input.question);
  const codeAsked = codeAskedBy(input.question);
  const callSites = callSitesIn(
    files.filter(({ path }) => kindOf(path, input.query) === 'code'),
    whole,
  );
  const ranked = rankPassages(found, everywhere(input.query));
  const coverages = new Map(ranked.map(({ passage, coverage }) => [passage, coverage]));
  const failing = files.map((file) => (codeAsked === 'failure' ? linesOfFailures(file) : []));
  const isRepeated = repeatsAnswer(input.question, input.context);
  const shareSaid = saidShare(input.question);
  const saidOf = (passage: Passage) =>
    isSection(passage) ? 0 : shareSaid(passage.definition?.name ?? '');
  const unlikelinessOf = unlikelyFor(input);
  const isApart = lacksNames(input, files);
  const ofPassage = perObject((passage: Passage) => {
    const { path } = passage.file;
    const roleOfFile = kindOf(path, input.query) ?? 'code';
    const role = roleOfFile === 'code' && isTestCode(passage) ? 'test' : roleOfFile;
    const { isMinor, factor } = unlikelinessOf(passage);
    const place = isInFolder(path, folders) || isNamedFile(path, input.query) ? OWNER : 0;
    return {
      role,
      isMinor: (role === 'test' && !input.query.intent.tests) || isMinor,
      factor,
      passageCoverage: coverages.get(passage) ?? 0,
      named: Math.max(namedShare(passage, names, bases), place, saidOf(passage)),
    };
  });
  const isNamed = (passage: Passage) => ofPassage(passage).named > 0;
  const candidatesIn = (asked: AskedTerms) =>
    files.flatMap((file, n) => {
      const around = {
        codeAsked,
        rank: n + 1,
        isDocument: kindOf(file.path, input.query) === 'document',
        isHistory: isHistory(file.path) && !asked.shapes.has('change'),
      };
      const candidates = excerptsOf(file, asked, callSites)
        .filter((one) => isTelling(one, asked) && !(isBehavior(codeAsked) && isOnlyTold(one)))
        .map((one) => {
          const known = ofPassage(one.passage);
          const isInside = (line: number) => line >= one.start && line <= one.end;
          const handlesFailure = failing[n]?.some(isInside) ?? false;
          const option = optionIn(one, options);
          const context = { ...around, ...known, handlesFailure, option };
          const { path, lines } = file;
          const isKnown = isRepeated({ path, lines, start: one.start, end: one.end });
          const factor =
            known.factor * (isKnown ? REPEATED : 1) * (isApart(one.passage) ? WITHOUT_NAMES : 1);
          return { ...one, role: known.role, score: factor * placeScore(one, context) };
        });
      return apart(candidates);
    });
  return (asked) => [...withoutTexts(candidatesIn(asked), isNamed)];
}

/** A table of texts has words of any question: it answers one that names it, or where nothing else does. */
function withoutTexts(
  candidates: readonly Candidate[],
  isNamed: (passage: Passage) => boolean,
): readonly Candidate[] {
  const others = candidates.filter(({ passage }) => isNamed(passage) || !holdsTexts(passage));
  return others.length > 0 ? others : candidates;
}

/** What stands in the answer before, already. */
const REPEATED = 0.1;
/** What is about `CAPTCHA` or `LDAP` has the word. */
const WITHOUT_NAMES = 0.3;

/** Whether a definition has none of the proper names within the sentences of a question, such as `CAPTCHA`, where another has one. */
function lacksNames(
  { question, query }: FormInput,
  files: readonly SourceFile[],
): (passage: Passage) => boolean {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const names = new Set(
    question
      .split(/[.?!]\s+/)
      .flatMap(properNamesIn)
      .filter((word) => wordParts(word).length === 1)
      .flatMap(termsOf)
      .filter((term) => (weights.get(term) ?? 0) > REPOSITORY_NAME_WEIGHT),
  );
  const isIn = (file: SourceFile, start: number, end: number) =>
    askedIn(file.path, names).size > 0 ||
    linesFrom(start, Math.min(end, start + MAX_LINES_READ)).some((line) =>
      termsOfLine(file, line).some((term) => names.has(term)),
    );
  const isKnown = names.size > 0 && files.some((file) => isIn(file, 1, file.lines.length));
  if (!isKnown) return () => false;
  return perObject(
    ({ file, start, end, docs }: Passage) =>
      !isIn(file, Math.min(start, docs?.start ?? start), end),
  );
}

/** How well the best of the options fits that lines have, from 0 to 1. */
function optionIn(excerpt: Excerpt, options: readonly FittingOption[]) {
  if (options.length === 0) return 0;
  const inside = options.filter((one) => hasLinesOf(excerpt, one));
  return Math.min(1, Math.max(0, ...inside.map(({ score }) => score)));
}

/** Where each of them starts. */
function linesOfFailures(file: SourceFile): number[] {
  const all = { start: 1, end: Math.min(file.lines.length, MAX_LINES_READ) };
  return failureLines(file, all).map(({ start }) => start);
}

/** Of those that overlap, the best. */
function apart(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.length === MAX_PER_FILE) break;
    if (!kept.some(({ start, end }) => start <= one.end && one.start <= end)) kept.push(one);
  }
  return kept;
}

const MAX_PER_FILE = 20;

/** A changelog tells little about the present, and a line of a class or of an import little without what it names. */
function isTelling(excerpt: Excerpt, { shapes }: AskedTerms): boolean {
  const { passage, coverage, start, end } = excerpt;
  if (isHistory(passage.file.path)) return shapes.has('change') || coverage >= MIN_HISTORY;
  return isContainer(passage) ? end - start >= 2 : !areImports(excerpt);
}

const MIN_HISTORY = 0.6;

/** Comments that belong to no definition: they do nothing. */
function isOnlyTold({ passage, start, end }: Excerpt): boolean {
  if (passage.definition) return false;
  return linesFrom(start, end).every((line) => doesNothing(passage.file, line));
}
