import type { Token } from '../http/credential.js';
import type { Deprecation } from '../http/deprecation.js';
import type { Tracing } from '../tracing.js';
import type {
  CommitSearch,
  CompareRevisions,
  ContributorRepos,
  DiffSearch,
  ListFiles,
  ListRepos,
  Navigate,
  ReadFile,
  Search,
} from './arguments.js';
import type { AvailableTools } from './names.js';
import type {
  Blocks,
  Commits,
  Comparison,
  ContributedRepos,
  Diffs,
  FileBlocks,
  FileContent,
  FileList,
  RepoList,
} from './records.js';
import type { ToolOutput } from './results.js';

export interface ToolCallOptions {
  readonly token: Token;
  readonly signal?: AbortSignal;
}

type Tool<A, R> = (args: A, call: ToolCallOptions) => Promise<ToolOutput<R>>;

/**
 * The code tools of one instance (API document, "Code Tool Server"). All of them only read, so
 * calls are retried. Every call can throw a `ToolServerError` (errors.ts), or the abort reason of
 * its own signal.
 */
export interface ToolServer {
  /** The tools that this caller may use; cached for a few minutes. */
  tools(call: ToolCallOptions): Promise<AvailableTools>;
  /** The content has numbered lines; `readLines` parses them. */
  readonly readFile: Tool<ReadFile, FileContent>;
  readonly listFiles: Tool<ListFiles, FileList>;
  readonly listRepos: Tool<ListRepos, RepoList>;
  readonly keywordSearch: Tool<Search, Blocks>;
  readonly nlsSearch: Tool<Search, Blocks>;
  readonly goToDefinition: Tool<Navigate, FileBlocks>;
  readonly findReferences: Tool<Navigate, FileBlocks>;
  readonly commitSearch: Tool<CommitSearch, Commits>;
  readonly diffSearch: Tool<DiffSearch, Diffs>;
  readonly compareRevisions: Tool<CompareRevisions, Comparison>;
  readonly getContributorRepos: Tool<ContributorRepos, ContributedRepos>;
  /** A tool that is not in the API document, by its full name. Gives the result as text. */
  callOther(
    tool: { readonly name: string; readonly args: object },
    call: ToolCallOptions,
  ): Promise<string>;
  /** Aborts requests in flight. */
  close(): Promise<void>;
}

export interface ToolServerOptions {
  /** `{base_url}`; may have a path and a trailing slash. */
  readonly baseUrl: string;
  /** Our version, for `X-Requested-With`. */
  readonly version: string;
  /** Time limit of a call including its retries, ms. Default 20 s. */
  readonly timeoutMs?: number;
  /** Maximum number of attempts, the first included. Default 3. */
  readonly attempts?: number;
  /** Limit of one reply. Default 8 MB. */
  readonly maxReplyBytes?: number;
  /** More calls than this wait. Default 16. */
  readonly connections?: number;
  /** Called after each call: `outcome` is `ok` or the error's code, `ms` is the duration. */
  readonly observe?: (tool: string, call: { outcome: string; ms: number }) => void;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** For the jitter between attempts: 0 up to 1. */
  readonly random?: () => number;
  /** Called for each reply that announces the end of the API. */
  readonly onDeprecation?: (found: Deprecation) => void;
  readonly tracing?: Pick<Tracing, 'annotate' | 'call' | 'headers'>;
}
