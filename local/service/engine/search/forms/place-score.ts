import type { Excerpt } from '../passages/excerpts.js';
import { isSection } from '../passages/passage.js';
import type { CodeAsked } from '../text/code-asked.js';
import { type CodeFeatures, codeFeaturesOf } from './code-features.js';

/** The file that an excerpt is in, and what the ranking of definitions says of the one that it is in. */
export interface PlaceContext {
  /** The place of the file among those that were found, counted from 1. */
  readonly rank: number;
  /** A test, or what builds and ships the program, that nobody asked for. */
  readonly isMinor: boolean;
  readonly isHistory: boolean;
  readonly isDocument: boolean;
  /** How much of the question the definition has, from 0 to 1. */
  readonly passageCoverage: number;
  /** How well it is named by the question, from 0 to 1. */
  readonly named: number;
  /** What the question asks for that code answers. */
  readonly codeAsked: CodeAsked | undefined;
  /** Asked what happens if something fails: whether the lines throw, catch, retry or log an error. */
  readonly handlesFailure: boolean;
  /** Asked for a setting: how well an option fits whose description the lines have, about 1 at most. */
  readonly option: number;
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

type Weights<T> = Readonly<Record<keyof T, number>>;

/**
 * By how much each multiplies the odds that an excerpt has the lines that answer, as logarithms: fitted by maximum
 * likelihood (softmax over all excerpts of a question) to 229 questions about 16 public repositories whose deciding
 * lines are known, and then, with a penalty for each change, to 133 about 17 others (ADR 26). `isHistory`,
 * `titleCoverage` and `named` are set by hand.
 */
const WEIGHTS: Weights<Features> = {
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

/**
 * Words of the question are fewer in code: how many lines have them says less. Near to two fits, one to 64 questions about
 * 14 public repositories and one to 48 about 24 others; the weights of names and of failures are of a fit to 134 (ADR 26).
 */
const WEIGHTS_OF_BEHAVIOR: Weights<Features & CodeFeatures> = {
  ...WEIGHTS,
  closeness: 0.55,
  wordShare: 1.75,
  frequency: 2.6,
  passageLength: 0,
  isText: -3.3,
  isComment: 0,
  isOfClass: 0,
  conditions: 3.2,
  isShort: -1.3,
  handlesFailure: 1.8,
  namesDefault: 0,
  setsDefault: 0,
  readsSetting: 0,
  option: 0,
  nameCoverage: 8,
};

/**
 * What is set is said once: lines that repeat words of the question are rather about its use. A fit to 95 questions, with a
 * penalty for each change (ADR 26).
 */
const WEIGHTS_OF_SETTING: Weights<Features & CodeFeatures> = {
  ...WEIGHTS,
  closeness: 1.15,
  relatedCoverage: 7.8,
  frequency: -4.4,
  isText: -1.2,
  isComment: -2.1,
  isOfClass: 1.7,
  conditions: 0,
  isShort: 0,
  handlesFailure: 0,
  namesDefault: 1.9,
  setsDefault: 1.7,
  readsSetting: 2.3,
  option: 3.5,
  nameCoverage: 5.8,
};

/**
 * Asked how to do something, documents answer more often than code, and callers say little about it. Near to a fit to 87
 * questions about nine repositories (ADR 28).
 */
const WEIGHTS_OF_HOW_TO: Weights<Features & CodeFeatures> = {
  ...WEIGHTS,
  relatedCoverage: 3.5,
  wholeCoverage: 1.3,
  closeness: 1.5,
  callCoverage: 0,
  isSection: 0.5,
  isText: 0,
  isComment: 0,
  isOfClass: 0,
  conditions: 0,
  isShort: -0.6,
  handlesFailure: -0.4,
  namesDefault: 0.8,
  setsDefault: 0.4,
  readsSetting: 0,
  option: 0.7,
  nameCoverage: -0.8,
};

const CODE_WEIGHTS: Readonly<Record<CodeAsked, Weights<Features & CodeFeatures>>> = {
  place: WEIGHTS_OF_BEHAVIOR,
  failure: WEIGHTS_OF_BEHAVIOR,
  setting: WEIGHTS_OF_SETTING,
  'how-to': WEIGHTS_OF_HOW_TO,
};

/** Keep the logarithm of a share finite; about the least that counts of each. */
const LEAST_COVERAGE = 0.02;
const LEAST_CLOSENESS = 0.05;
/** Of more than that, what is called would come before its caller, which has the words itself. */
const MOST_CALL_COVERAGE = 0.12;

/** How likely an excerpt is to answer, next to others of the same question. */
export function placeScore(excerpt: Excerpt, context: PlaceContext): number {
  const { codeAsked } = context;
  const features = featuresOf(excerpt, context);
  if (!codeAsked) return Math.exp(weightedSum(features, WEIGHTS));
  const weights = CODE_WEIGHTS[codeAsked];
  const ofCode = codeFeaturesOf(excerpt, context);
  return Math.exp(weightedSum(features, weights) + weightedSum(ofCode, weights));
}

function weightedSum<T extends object>(features: T & Weights<T>, weights: Weights<T>): number {
  let sum = 0;
  for (const name in features) sum += weights[name] * features[name];
  return sum;
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
