import type { Chunk } from './chunks.js';

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
