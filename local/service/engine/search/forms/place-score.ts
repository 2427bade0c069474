import type { Excerpt } from '../passages/excerpts.js';
import { isContainer, isSection, overlapsDocs } from '../passages/passage.js';
import { type CodeAsked, isBehavior } from '../text/asked-shape.js';

/** The file that an excerpt is in, and what the ranking of definitions says of the one that it is in. */
export interface PlaceContext {
  /** The place of the file among those that were found, counted from 1. */
  readonly rank: number;
  /** A test that nobody asked for. */
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

interface CodeFeatures {
  /** Documents, comments, and the lines of a class that are in none of its methods. */
  readonly isText: number;
  /** The share of lines that decide something. */
  readonly conditions: number;
  /** Such as an accessor. */
  readonly isShort: number;
  readonly handlesFailure: number;
  /** Such as `DEFAULT_PORT`, and Rust's `fn default()`. */
  readonly namesDefault: number;
  readonly option: number;
}

/** Words of the question are fewer in code: how many lines have them says less. */
const WEIGHTS_IN_CODE: Weights<Features> = {
  ...WEIGHTS,
  closeness: 0.55,
  wordShare: 1.75,
  frequency: 2.6,
  passageLength: 0,
};
const WEIGHTS_OF_BEHAVIOR: Weights<CodeFeatures> = {
  isText: -3.3,
  conditions: 3.2,
  isShort: -1.3,
  handlesFailure: 0.7,
  namesDefault: 0,
  option: 0,
};

/**
 * The same where code is asked for. Those of a place and of a failure, with `WEIGHTS_IN_CODE`, are near to two fits, one to
 * 64 questions about 14 public repositories and one to 48 about 24 others: of the deciding lines of all 112, each half
 * judged by the fit to the other, the first place has 24 and the first three 42.5, without code features 8.5 and 28.
 * Settings are set by hand from 29 questions: 5 instead of 3.5 of their lines in the first place, 13.5 instead of 10 in the
 * first three (ADR 26).
 */
const CODE_WEIGHTS: Readonly<Record<CodeAsked, Weights<CodeFeatures>>> = {
  place: WEIGHTS_OF_BEHAVIOR,
  failure: WEIGHTS_OF_BEHAVIOR,
  setting: {
    isText: -1.5,
    conditions: 0,
    isShort: 0,
    handlesFailure: 0,
    namesDefault: 1,
    option: 8,
  },
};
/** Lines of a definition. */
const SHORT = 6;
const DEFAULT_NAME = /\b(?:DEFAULT_\w|default[A-Z_]\w|Default[A-Z]\w|fn default\()/;
const CONDITION = /^\s*(?:\}\s*)?(?:else\s+)?(?:if|elif|unless|when|case|switch|match|while)\b/;

/** Keep the logarithm of a share finite; about the least that counts of each. */
const LEAST_COVERAGE = 0.02;
const LEAST_CLOSENESS = 0.05;
/** Of more than that, what is called would come before its caller, which has the words itself. */
const MOST_CALL_COVERAGE = 0.12;

/** How likely an excerpt is to answer, next to others of the same question. */
export function placeScore(excerpt: Excerpt, context: PlaceContext): number {
  const { codeAsked } = context;
  const weights = isBehavior(codeAsked) ? WEIGHTS_IN_CODE : WEIGHTS;
  const sum = weightedSum(featuresOf(excerpt, context), weights);
  const ofCode = codeAsked
    ? weightedSum(codeFeaturesOf(excerpt, context), CODE_WEIGHTS[codeAsked])
    : 0;
  return Math.exp(sum + ofCode);
}

function weightedSum<T extends object>(features: T & Weights<T>, weights: Weights<T>): number {
  const names = Object.keys(weights) as (keyof T)[];
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0);
}

function codeFeaturesOf(
  excerpt: Excerpt,
  { isDocument, handlesFailure, option }: PlaceContext,
): CodeFeatures {
  const { passage, start, end } = excerpt;
  const lines = passage.file.lines
    .slice(start - 1, end)
    .map((line) => line.slice(0, MAX_LINE_LENGTH));
  const isText =
    isDocument || isSection(passage) || isContainer(passage) || overlapsDocs(passage, excerpt);
  return {
    isText: Number(isText),
    conditions: lines.filter((line) => CONDITION.test(line)).length / lines.length,
    isShort: Number(!isSection(passage) && passage.end - passage.start < SHORT),
    handlesFailure: Number(handlesFailure),
    namesDefault: Number(lines.some((line) => DEFAULT_NAME.test(line))),
    option,
  };
}

const MAX_LINE_LENGTH = 300;

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
