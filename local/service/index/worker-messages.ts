import type { Query } from './query.js';
import type { FoundFiles, IndexProgress, SearchResults } from './search-results.js';
import type { FileCondition } from './segments/word-filter.js';

/** What an index worker is started with. */
export interface WorkerData {
  /** Where indexes are kept between runs. Absent: nowhere. */
  readonly cacheDir?: string;
  /**
   * How long a search waits for a complete index, in ms, default 10,000. After that it searches the
   * files that have been read so far, if these are at least 1,000.
   */
  readonly indexWaitMs?: number;
}

export interface IndexRequest {
  readonly id: number;
  readonly gitDir: string;
  /** The commit whose tree is searched. */
  readonly commit: string;
  /** Absent: only bring the index up to date. */
  readonly query?: Query;
  readonly limit: number;
  /** How long it waits for a complete index; default: `indexWaitMs`. */
  readonly waitMs?: number;
}

/** Asks which files may fulfil a condition. */
export interface FilesRequest {
  readonly id: number;
  readonly gitDir: string;
  readonly commit: string;
  readonly condition: FileCondition;
}

/** For each request one reply with its id; at any time the progress of a repository. */
export type IndexReply =
  | { readonly kind: 'progress'; readonly gitDir: string; readonly progress: IndexProgress }
  | { readonly id: number; readonly kind: 'results'; readonly results: SearchResults }
  /** Without files if another commit is indexed, or this one is not yet. */
  | { readonly id: number; readonly kind: 'files'; readonly files?: FoundFiles }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** Tells a worker to abort its work and exit. */
export const STOP_MESSAGE = 'stop';
