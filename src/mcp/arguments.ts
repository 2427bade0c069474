/*
 * The arguments of the tools, named as in the API document, plus parameters that only some
 * instances support (`limit`, `count`, `useRegex`): set those only when needed.
 */

/** `revision`: a branch, tag or commit. Lines count from 1; `endLine` is included. */
export interface ReadFile {
  readonly repo: string;
  readonly path: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly revision?: string;
}

/** Without a path: the root. */
export interface ListFiles {
  readonly repo: string;
  readonly path?: string;
  readonly revision?: string;
}

/** `query` is a pattern for names; `after` and `before` are cursors. */
export interface ListRepos {
  readonly query: string;
  readonly limit?: number;
  readonly after?: string;
  readonly before?: string;
}

/** The query may contain the filters `repo:`, `file:` and `rev:`. */
export interface Search {
  readonly query: string;
}

export interface Navigate {
  readonly repo: string;
  /** To find a definition: a file that uses the symbol. For references: the file that defines it. */
  readonly path: string;
  readonly symbol: string;
  readonly revision?: string;
  readonly limit?: number;
}

/** Parameters are ANDed, the values of one are ORed; dates may be natural language. */
export interface CommitSearch {
  readonly repos: readonly string[];
  readonly messageTerms?: readonly string[];
  readonly authors?: readonly string[];
  readonly contentTerms?: readonly string[];
  readonly files?: readonly string[];
  readonly after?: string;
  readonly before?: string;
  /** Up to 100. */
  readonly count?: number;
  readonly useRegex?: boolean;
}

export interface DiffSearch {
  readonly pattern: string;
  readonly repos: readonly string[];
  readonly added?: boolean;
  readonly removed?: boolean;
  readonly author?: string;
  readonly after?: string;
  readonly before?: string;
  /** Up to 50. */
  readonly count?: number;
  readonly useRegex?: boolean;
}

/** `after` is a cursor. */
export interface CompareRevisions {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  /** File diffs, up to 100. */
  readonly first?: number;
  readonly after?: string;
}

export interface ContributorRepos {
  readonly author: string;
  /** Up to 100. */
  readonly limit?: number;
  readonly minCommits?: number;
}
