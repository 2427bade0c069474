import type { Query } from './query.js';
import type { SearchResults } from './search-results.js';
import type { IndexProgress } from './update-corpus.js';

/** What an index worker is started with. */
export interface WorkerData {
  /** Where indexes are cached between runs. Absent: nowhere. */
  readonly cacheDir?: string;
}

export interface IndexRequest {
  readonly id: number;
  readonly gitDir: string;
  /** The commit whose tree is searched. */
  readonly commit: string;
  /** Absent: only bring the index up to date. */
  readonly query?: Query;
  readonly limit: number;
}

/** Any number of `progress` replies, then one of the others. */
export type IndexReply =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: IndexProgress }
  | { readonly id: number; readonly kind: 'results'; readonly results: SearchResults }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** Tells a worker to abort its work and exit. */
export const STOP_MESSAGE = 'stop';
