import type { Token } from '../http/token.js';
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

/** Whose call it is. Its whole time is the client's, or as long as the signal lets it. */
export interface ToolCallOptions {
  readonly token: Token;
  readonly signal?: AbortSignal;
}

type Tool<A, R> = (args: A, call: ToolCallOptions) => Promise<ToolOutput<R>>;

/**
 * The code tools of one instance (API document "Code Tool Server"). All of them only read, so that
 * each is tried again where that may help. Every call can throw ToolsDenied, ToolMissing,
 * ToolRefused, ToolsBusy and ToolsUnavailable (errors.ts), or the reason of its own signal.
 */
export interface ToolServer {
  /** What is there for this caller: asked at most every few minutes. */
  tools(call: ToolCallOptions): Promise<AvailableTools>;
  /** Its content holds numbered lines: `readLines` reads them. */
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
  /** A tool that the document doesn't have, by its full name. Its text, whatever its shape. */
  callOther(
    tool: { readonly name: string; readonly args: object },
    call: ToolCallOptions,
  ): Promise<string>;
  /** Cuts what is still in flight. */
  close(): Promise<void>;
}

export interface ToolServerOptions {
  /** `{base_url}`; may have a path and a slash at its end. */
  readonly baseUrl: string;
  /** Ours, for `X-Requested-With`. */
  readonly version: string;
  /** For the whole of a call, its repeats included. Default 20 s. */
  readonly timeoutMs?: number;
  /** At most so many tries, the first included. Default 3. */
  readonly attempts?: number;
  /** Bytes of one reply. Default 8 MB. */
  readonly longest?: number;
  /** At once; what is more waits. Default 16. */
  readonly connections?: number;
  /** Told of every call: the tool without its instance's prefix, `ok` or the error's code, ms. */
  readonly observe?: (tool: string, call: { outcome: string; ms: number }) => void;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** For the jitter between tries: 0 up to 1. */
  readonly random?: () => number;
}
