import type { Excerpt } from '../passages/excerpts.js';
import { isSection } from '../passages/passage.js';

/** The file that an excerpt is in, and what the ranking of definitions says of the one that it is in. */
export interface PlaceContext {
  /** The place of the file among those that were found, counted from 1. */
  readonly rank: number;
  /** A test that nobody asked for. */
  readonly isMinor: boolean;
  readonly isHistory: boolean;
  /** How much of the question the definition has, from 0 to 1. */
  readonly passageCoverage: number;
  /** How well it is named by the question, from 0 to 1. */
  readonly named: number;
}

/** What tells whether an excerpt answers. */
interface Features {
  readonly lineCoverage: number;
  readonly relatedCoverage: number;
  readonly wholeCoverage: number;
  readonly passageCoverage: number;
  readonly closeness: number;
  readonly wordShare: number;
  readonly frequency: number;
  readonly shape: number;
  readonly hints: number;
  readonly callCoverage: number;
  readonly fileRank: number;
  readonly passageLength: number;
  readonly isSection: number;
  /** Of a section, what its heading has of the question. */
  readonly titleCoverage: number;
  readonly isMinor: number;
  readonly isHistory: number;
  readonly named: number;
}

/**
 * By how much each multiplies the odds that an excerpt has the lines that answer, as logarithms: fitted by maximum
 * likelihood (softmax over all excerpts of a question) to 229 questions about 16 public repositories whose deciding
 * lines are known, and then, with a penalty for each change, to 133 about 17 others (ADR 26). `isHistory`,
 * `titleCoverage` and `named` are set by hand.
 */
const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  lineCoverage: 0.29,
  relatedCoverage: 5.3,
  wholeCoverage: 0.64,
  passageCoverage: 1.95,
  closeness: 1.0,
  wordShare: 2.2,
  frequency: 4.1,
  shape: 1.3,
  hints: 0.81,
  callCoverage: 16,
  fileRank: -0.98,
  passageLength: -0.12,
  isSection: 0.2,
  titleCoverage: 4,
  isMinor: -1.9,
  isHistory: -4,
  named: 1.5,
};

/** Keep the logarithm of a share finite; about the least that counts of each. */
const LEAST_COVERAGE = 0.02;
const LEAST_CLOSENESS = 0.05;
/** Of more than that, what is called would come before its caller, which has the words itself. */
const MOST_CALL_COVERAGE = 0.12;

/** How likely an excerpt is to answer, next to others of the same question. */
export function placeScore(excerpt: Excerpt, context: PlaceContext): number {
  const features = featuresOf(excerpt, context);
  const names = Object.keys(WEIGHTS) as (keyof Features)[];
  return Math.exp(names.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0));
}

function featuresOf(
  excerpt: Excerpt,
  { rank, isMinor, isHistory, passageCoverage, named }: PlaceContext,
): Features {
  const { passage, relatedCoverage, wordShare, frequency, shape, hints } = excerpt;
  return {
    lineCoverage: Math.log(excerpt.lineCoverage + LEAST_COVERAGE),
    relatedCoverage,
    wholeCoverage: Math.log(excerpt.wholeCoverage + LEAST_COVERAGE),
    passageCoverage,
    closeness: Math.log(excerpt.closeness + LEAST_CLOSENESS),
    wordShare,
    frequency,
    shape,
    hints,
    callCoverage: Math.min(excerpt.callCoverage, MOST_CALL_COVERAGE),
    fileRank: Math.log(rank),
    passageLength: Math.log(passage.end - passage.start + 1),
    isSection: Number(isSection(passage)),
    titleCoverage: isSection(passage) ? excerpt.nameCoverage : 0,
    isMinor: Number(isMinor),
    isHistory: Number(isHistory),
    named,
  };
}
