import { isNamedFile } from '../../../index/file-boost.js';
import { withoutAskedFolders } from '../../../index/file-role.js';
import { failureLines } from '../facts/failure-lines.js';
import { isHistory } from '../facts/history-file.js';
import { repeatsAnswer } from '../facts/shown-before.js';
import { type AskedTerms, MAX_LINES_READ } from '../passages/asked-terms.js';
import { callSitesIn } from '../passages/call-sites.js';
import { type Excerpt, excerptsOf } from '../passages/excerpts.js';
import { linesFrom } from '../passages/extent.js';
import { areImports, doesNothing } from '../passages/import-lines.js';
import { isContainer, type Passage } from '../passages/passage.js';
import { type FoundFile, rankPassages } from '../passages/rank-passages.js';
import { perObject } from '../passages/read-once.js';
import type { SourceFile } from '../passages/source-file.js';
import { isTestCode } from '../passages/test-code.js';
import { holdsTexts } from '../passages/text-table.js';
import { codeAskedBy, isBehavior } from '../text/asked-shape.js';
import { type CandidateRole, everywhere, kindOf } from './candidate-files.js';
import { type FittingOption, hasLinesOf } from './fitting-options.js';
import type { FormInput } from './form.js';
import { basesOf, foldersIn, isInFolder, namedShare, namesIn, OWNER } from './names-in.js';
import { placeScore } from './place-score.js';

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
  const ofPassage = perObject((passage: Passage) => {
    const { path } = passage.file;
    const roleOfFile = kindOf(path, input.query) ?? 'code';
    const role = roleOfFile === 'code' && isTestCode(passage) ? 'test' : roleOfFile;
    const place = isInFolder(path, folders) || isNamedFile(path, input.query) ? OWNER : 0;
    return {
      role,
      isMinor: (role === 'test' && !input.query.intent.tests) || isOfTools(path, input),
      passageCoverage: coverages.get(passage) ?? 0,
      named: Math.max(namedShare(passage, names, bases), place),
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
          const factor = isKnown ? REPEATED : 1;
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

/** Of what builds, checks or ships the program, where the question does not name the folder. */
function isOfTools(path: string, { query }: FormInput): boolean {
  return TOOLS.test(path) && TOOLS.test(withoutAskedFolders(path, query));
}

const TOOLS = /(?:^|\/)(?:scripts?|docker|deploy(?:ment)?|k8s|helm|charts|hack|contrib|ci)\//;

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
