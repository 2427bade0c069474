import type { Chunk } from './chunks.js';
import type { ExactMatch } from './exact-match.js';
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
  /** Present while files are still being read: the others were not searched. */
  readonly partial?: IndexProgress;
}

export interface FileHit {
  readonly path: string;
  readonly objectId: string;
  readonly score: number;
  readonly exactMatch: ExactMatch;
  /**
   * How much of the query the best chunk covers: the share of its terms, weighted by their inverse
   * document frequency. A term in the path or in a definition's name counts twice, except in
   * documents, so the maximum is 2.
   */
  readonly coverage: number;
  /** Best first, at most three. */
  readonly chunks: readonly ChunkHit[];
}

export interface ChunkHit extends Chunk {
  /** The query's terms that occur in the chunk. */
  readonly terms: readonly string[];
}

type Relevance = Pick<FileHit, 'exactMatch' | 'score'>;

/** Sorts best first: files that define or mention a requested name, then by score. */
export function byRelevance(a: Relevance, b: Relevance): number {
  return b.exactMatch - a.exactMatch || b.score - a.score;
}

/** Hits with a smaller share of the best score are dropped, unless they have a requested name. */
const MIN_SCORE_SHARE = 0.1;

/** Merges the hits of several repositories, best first, without the weak ones. */
export function mergeHits<T extends { readonly found: Relevance }>(hits: readonly T[]): T[] {
  const minScore = MIN_SCORE_SHARE * Math.max(...hits.map(({ found }) => found.score));
  return hits
    .filter(({ found }) => found.exactMatch > 0 || found.score >= minScore)
    .sort((a, b) => byRelevance(a.found, b.found));
}

/**
 * Whether a file is about what was asked, or only shares a word with it. A short question must be
 * covered for the most part. Of a long one, no single file covers much.
 */
export function isRelevant(
  { coverage }: Pick<FileHit, 'coverage'>,
  { keywords }: Pick<Query, 'keywords'>,
): boolean {
  return coverage >= Math.max(0.15, Math.min(0.5, 1.6 / Math.max(1, keywords.length)));
}
