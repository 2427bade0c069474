/** The repositories that the service clones and fetches. */
export interface SyncOptions {
  readonly remotes: readonly RemoteOptions[];
  /** Fetches at once. */
  readonly concurrency: number;
}

export interface RemoteOptions {
  /** Without credentials. */
  readonly url: string;
  /** From the end of a fetch to the start of the next. */
  readonly intervalMs: number;
  /** Per fetch, the first one included. */
  readonly timeoutMs: number;
  /** Of the packs of the clone. */
  readonly maxBytes: number;
  /** Patterns for the branches to fetch. `*` matches anything, `!` at the start excludes. */
  readonly branches: readonly string[];
  /** The branch to answer from; default: the remote's HEAD. */
  readonly branch?: string;
}

const MINUTE = 60_000;

export const SYNC_DEFAULTS = {
  concurrency: 4,
  intervalMs: 10 * MINUTE,
  timeoutMs: 30 * MINUTE,
  maxBytes: 5_000_000_000,
  branches: ['*'],
} as const;
