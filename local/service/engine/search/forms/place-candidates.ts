import { failureLines } from '../facts/failure-lines.js';
import { isHistory } from '../facts/history-file.js';
import { type AskedTerms, MAX_LINES_READ } from '../passages/asked-terms.js';
import { callSitesIn } from '../passages/call-sites.js';
import { isCommentLine } from '../passages/doc-comment.js';
import { type Excerpt, excerptsOf } from '../passages/excerpts.js';
import { areImports, FILE_HEAD } from '../passages/import-lines.js';
import { isContainer } from '../passages/passage.js';
import { isTestCode } from '../passages/passage-weight.js';
import { type FoundFile, rankPassages } from '../passages/rank-passages.js';
import type { SourceFile } from '../passages/source-file.js';
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
    files.filter(({ path }) => kindOf(path) === 'code'),
    whole,
  );
  const ranked = rankPassages(found, everywhere(input.query));
  const coverages = new Map(ranked.map(({ passage, coverage }) => [passage, coverage]));
  const failing = files.map((file) => (codeAsked === 'failure' ? linesOfFailures(file) : []));
  return (asked) =>
    files.flatMap((file, n) => {
      const role = kindOf(file.path) ?? 'code';
      const around = {
        codeAsked,
        rank: n + 1,
        isDocument: role === 'document',
        isHistory: isHistory(file.path) && !asked.shapes.has('change'),
      };
      const candidates = excerptsOf(file, asked, callSites)
        .filter((one) => isTelling(one, asked) && !(isBehavior(codeAsked) && isOnlyTold(one)))
        .map((one) => {
          const roleOfOne = role === 'code' && isTestCode(one.passage) ? 'test' : role;
          const isMinor = roleOfOne === 'test' && !input.query.intent.tests;
          const passageCoverage = coverages.get(one.passage) ?? 0;
          const folder = isInFolder(file.path, folders) ? OWNER : 0;
          const named = Math.max(namedShare(one.passage, names, bases), folder);
          const isInside = (line: number) => line >= one.start && line <= one.end;
          const handlesFailure = failing[n]?.some(isInside) ?? false;
          const option = optionIn(one, options);
          const context = { ...around, isMinor, passageCoverage, named, handlesFailure, option };
          return { ...one, role: roleOfOne, score: placeScore(one, context) };
        });
      return apart(candidates);
    });
}

/** How well the best of the options fits that lines have, from 0 to 1. */
function optionIn(excerpt: Excerpt, options: readonly FittingOption[]) {
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
  return passage.file.lines
    .slice(start - 1, end)
    .every((text) => text.trim() === '' || isCommentLine(text) || FILE_HEAD.test(text));
}
