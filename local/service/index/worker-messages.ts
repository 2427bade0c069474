import type { Query } from './query.js';
import type { Findings } from './search-results.js';
import type { Filling } from './update-corpus.js';

/** What an index thread is started with. */
export interface ThreadData {
  /** Where indexes rest between two runs; nowhere when absent. */
  readonly cacheDir?: string;
}

/** What the service asks of an index thread. */
export interface IndexRequest {
  readonly id: number;
  readonly gitDir: string;
  /** The commit whose tree is to be searched. */
  readonly commit: string;
  /** Absent: only get ready. */
  readonly query?: Query;
  readonly limit: number;
}

export type IndexReply =
  | { readonly id: number; readonly kind: 'filling'; readonly filling: Filling }
  | { readonly id: number; readonly kind: 'found'; readonly findings: Findings }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** The message after which a thread ends what it does, and itself. */
export const STOP = 'stop';
