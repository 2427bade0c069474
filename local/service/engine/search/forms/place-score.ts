import { termsOf } from '../../../index/terms.js';
import type { AskedTerms, Excerpt } from '../passages/excerpts.js';
import { isContainer, isSection } from '../passages/passage.js';
import type { SourceFile } from '../passages/source-file.js';
import { hintScore, hintsOf } from '../text/asked-shape.js';

/** A file that places are chosen from, and what is asked of it. */
interface ScoredFile {
  readonly file: SourceFile;
  /** Its place among the files that were found, counted from 1. */
  readonly rank: number;
  /** A test that nobody asked for. */
  readonly isMinor: boolean;
  readonly asked: AskedTerms;
  readonly question: string;
}

/** What tells whether an excerpt answers. */
interface Features {
  /** Of the question's words, weighted by how rare they are, and less so. */
  readonly coverage: number;
  readonly evenCoverage: number;
  /** Of their number. */
  readonly wordShare: number;
  readonly closeness: number;
  readonly shape: number;
  readonly hints: number;
  /** What the ranking of definitions says of the one that it is in. */
  readonly passageShare: number;
  readonly fileRank: number;
  /** The best lines of a long definition were chosen among more. */
  readonly passageLength: number;
  readonly isMinor: number;
  /** Of a section, what its heading has of the question. */
  readonly titleCoverage: number;
  /** Lines between the members of a class. */
  readonly isContainer: number;
}

/**
 * By how much each multiplies the odds that an excerpt has the lines that answer, as logarithms: fitted by maximum
 * likelihood (softmax over all excerpts of a question, penalty 0.05 on the standardised weights) to 93 questions
 * about public repositories whose deciding lines are known. Fits to each half of them differ by two to three times in
 * `titleCoverage` and `isContainer`, so these two are rough.
 */
const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  coverage: 0.67,
  evenCoverage: 0.62,
  wordShare: 3.09,
  closeness: 0.92,
  shape: 1.64,
  hints: 1.36,
  passageShare: 0.96,
  fileRank: -0.44,
  passageLength: 0.33,
  isMinor: -0.95,
  titleCoverage: 6.15,
  isContainer: -0.87,
};

/** Keep the logarithm of a share finite; about the least that counts of each. */
const LEAST_COVERAGE = 0.02;
const LEAST_CLOSENESS = 0.05;
const LEAST_PASSAGE_SHARE = 0.15;

type PlaceScorer = (excerpt: Excerpt, passageShare: number) => number;

/**
 * How likely excerpts of a file are to answer, next to others of the same question. `passageShare`: the score of
 * the definition around the lines, next to 1 for the best.
 */
export function placeScorer({ file, rank, isMinor, asked, question }: ScoredFile): PlaceScorer {
  const { weights } = asked;
  const even = new Map([...weights].map(([term, weight]) => [term, Math.sqrt(weight)]));
  const hints = hintsOf(question);
  return (excerpt, passageShare) => {
    const { passage, start, end, coverage, closeness, shape } = excerpt;
    const said = [...excerpt.terms].filter((term) => weights.has(term));
    const inTitle = isSection(passage) ? new Set(termsOf(passage.name)) : [];
    return likelihood({
      coverage: Math.log(coverage + LEAST_COVERAGE),
      evenCoverage: Math.log(shareOf(said, even) + LEAST_COVERAGE),
      wordShare: said.length / Math.max(1, weights.size),
      closeness: Math.log(closeness + LEAST_CLOSENESS),
      shape,
      hints: hintScore(file.lines.slice(start - 1, end), hints),
      passageShare: Math.log(passageShare + LEAST_PASSAGE_SHARE),
      fileRank: Math.log(rank),
      passageLength: Math.log(passage.end - passage.start + 1),
      isMinor: Number(isMinor),
      titleCoverage: shareOf(inTitle, weights),
      isContainer: Number(isContainer(passage)),
    });
  };
}

function likelihood(features: Features): number {
  const names = Object.keys(WEIGHTS) as (keyof Features)[];
  return Math.exp(names.reduce((sum, name) => sum + WEIGHTS[name] * features[name], 0));
}

function shareOf(terms: Iterable<string>, weights: ReadonlyMap<string, number>): number {
  const sum = (some: Iterable<string>) =>
    [...some].reduce((total, term) => total + (weights.get(term) ?? 0), 0);
  return sum(terms) / Math.max(sum(weights.keys()), Number.EPSILON);
}
