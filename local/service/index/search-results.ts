import type { Chunk } from './chunks.js';
import type { ExactMatch } from './exact-match.js';
import type { NearName } from './near-names.js';
import type { Query } from './query.js';

/** How many files have been read, of those that have to be. */
export interface IndexProgress {
  readonly done: number;
  readonly total: number;
}

export interface SearchResults {
  /** Best first. */
  readonly files: readonly FileHit[];
  /** Files that match any of the query's terms. */
  readonly total: number;
  /** The query's terms that occur in no file. */
  readonly missingTerms: readonly string[];
  /** For words of the query that occur in no file: a name that is spelled nearly so. */
  readonly nearNames?: readonly NearName[];
  /** Present while files are still being read: the others were not searched. */
  readonly partial?: IndexProgress;
}

/** Files by their paths, and their objects in the same order. */
export interface FoundFiles {
  readonly paths: readonly string[];
  readonly objectIds: readonly string[];
}

export interface FileHit {
  readonly path: string;
  readonly objectId: string;
  readonly score: number;
  readonly exactMatch: ExactMatch;
  /**
   * Files of a higher tier come first, whatever their score. If all that is asked is a name: those that define
   * it, then those that mention it.
   */
  readonly tier: number;
  /**
   * How much of the query the file covers: the share of the terms that it has, weighted by their importance.
   * A term in the file's name counts two and a half times, one in a name that it defines a little more, and
   * one outside the best chunk half; in tests, documents and settings that were not asked for, all count half.
   */
  readonly coverage: number;
  /** Best first, at most three. */
  readonly chunks: readonly ChunkHit[];
}

export interface ChunkHit extends Chunk {
  /** The query's terms that occur in the chunk. */
  readonly terms: readonly string[];
}

type Relevance = Pick<FileHit, 'tier' | 'score'>;

/** Sorts best first. */
export function byRelevance(a: Relevance, b: Relevance): number {
  return b.tier - a.tier || b.score - a.score;
}

const MIN_SCORE_SHARE = 0.1;

/**
 * Merges the hits of several repositories, best first. Those with less than `minShare` of the best score are
 * dropped, unless they have a requested name.
 */
export function mergeHits<T extends { readonly found: Relevance & Pick<FileHit, 'exactMatch'> }>(
  hits: readonly T[],
  minShare = MIN_SCORE_SHARE,
): T[] {
  const minScore = minShare * Math.max(...hits.map(({ found }) => found.score));
  return hits
    .filter(({ found }) => found.exactMatch > 0 || found.score >= minScore)
    .sort((a, b) => byRelevance(a.found, b.found));
}

/** A file with so much of a question is relevant, however short the question is; of a single word, any file. */
const ENOUGH_COVERAGE = 0.75;
const ENOUGH_OF_ONE_TERM = 0.5;
/** What is needed of a question with n terms is this divided by the square root of n. */
const NEEDED_COVERAGE = 1.27;

/**
 * Whether a file is about what was asked, or only shares words with it. A short question must be covered for
 * the most part, or by the file's name; of a long one, no single file covers much.
 */
export function isRelevant(
  { coverage }: Pick<FileHit, 'coverage'>,
  { terms }: Pick<Query, 'terms'>,
): boolean {
  const enough = terms.length > 1 ? ENOUGH_COVERAGE : ENOUGH_OF_ONE_TERM;
  return coverage >= Math.min(enough, NEEDED_COVERAGE / Math.sqrt(terms.length));
}
