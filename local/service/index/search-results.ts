import type { Chunk } from './chunks.js';
import type { Exactness } from './exact-match.js';
import type { Query } from './query.js';

/** What a search found. */
export interface Findings {
  /** Best first. */
  readonly files: readonly FoundFile[];
  /** Files that have any of the terms. */
  readonly total: number;
}

export interface FoundFile {
  readonly path: string;
  readonly objectId: string;
  readonly score: number;
  readonly exactness: Exactness;
  /**
   * How much of what was asked the best place has: the share of the query's terms, rare ones
   * counting more, and those that occur nowhere most. A term in a path or a definition's name
   * counts twice, except in documents, so that 2 is the most.
   */
  readonly coverage: number;
  /** Best first, at most three. */
  readonly places: readonly FoundPlace[];
}

export interface FoundPlace extends Chunk {
  /** The query's terms that occur there. */
  readonly terms: readonly string[];
}

type Fit = Pick<FoundFile, 'exactness' | 'score'>;

/** The order of files, best first: those with the very names that were asked for lead. */
export function byFit(a: Fit, b: Fit): number {
  return b.exactness - a.exactness || b.score - a.score;
}

/** A file this much worse than the best one, without any name that was asked for, is none. */
const LEAST_SHARE = 0.1;

/** The hits of all repositories that are worth naming, best first. */
export function worthNaming<T extends { readonly found: Fit }>(hits: readonly T[]): T[] {
  const least = LEAST_SHARE * Math.max(...hits.map(({ found }) => found.score));
  return hits
    .filter(({ found }) => found.exactness > 0 || found.score >= least)
    .sort((a, b) => byFit(a.found, b.found));
}

/**
 * Whether a file is about what was asked, or only shares a word with it. A short question must be
 * covered mostly; of a long one no single file covers much.
 */
export function isRelevant({ coverage }: Pick<FoundFile, 'coverage'>, { words }: Query): boolean {
  return coverage >= Math.max(0.15, Math.min(0.5, 1.6 / Math.max(1, words.length)));
}
