import type { Quota } from '../api/quota.js';
import type { ServiceUser } from '../api/users.js';
import type { ApiVariants } from '../api/variants.js';
import type { CreditPrices } from '../conversation/credits.js';
import type { Engine } from '../conversation/engine.js';
import type { ModelOptions } from '../engine/llm/options.js';
import type { McpOptions } from '../mcp/mcp-server.js';
import type { OAuthOptions } from '../oauth/oauth.js';
import type { SyncOptions } from '../sync/sync-options.js';

export interface ServiceOptions {
  /** Paths of git repositories, with a work tree or bare. */
  readonly repositories: readonly string[];
  /** Repositories to clone and to keep up to date; they come after `repositories`. */
  readonly sync?: SyncOptions;
  /** The directory for their clones; default: below `dataDir`. */
  readonly clonesDir?: string;
  /** The revision to answer about; default: the current HEAD. */
  readonly revision?: string;
  /** At least one. */
  readonly users: readonly ServiceUser[];
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** More host names by which clients may reach it, without ports; an IPv6 address in brackets. */
  readonly hosts?: readonly string[];
  /** The URL that browsers use; default: the address it listens on. */
  readonly publicUrl?: string;
  /** In ms, for a request to arrive completely. Default 10 s. */
  readonly requestTimeoutMs?: number;
  /** The directory for conversations; in memory if absent. */
  readonly dataDir?: string;
  /** The directory for indexes; default: below `dataDir`, otherwise they are not saved. */
  readonly cacheDir?: string;
  /**
   * How long a question waits for a repository's index, in ms; then it is answered with what has
   * been read. Default 10 s.
   */
  readonly indexWaitMs?: number;
  /** Questions processed at once, by default one for each core and at least two; others wait. */
  readonly slots?: number;
  /** Whether read tokens and share links work for other users; default off, as on an instance. */
  readonly sharing?: boolean;
  /** Questions a user may ask per window; default unlimited. */
  readonly quota?: Quota;
  /** What questions cost; default nothing. */
  readonly credits?: CreditPrices;
  /** Default: by `model`, or the search engine over `repositories`. */
  readonly engine?: Engine;
  /** Delays each answer, in ms, to watch progress and to try Cancel. Default 0. */
  readonly answerDelayMs?: number;
  /** The language model that answers, using the code tools; default: none. */
  readonly model?: ModelOptions;
  readonly variants?: Partial<ApiVariants>;
  /** The prefix of tool names, default `svc_`; may be empty. */
  readonly toolPrefix?: string;
  /** The MCP server at `/.api/mcp/v1`; `false` turns it off (404). */
  readonly mcp?: false | McpOptions;
  /** Keeps API calls with their bodies in `Service.calls`, for tests. Default off. */
  readonly logCalls?: boolean;
  /** Sign-in with OAuth 2.0; off if absent. */
  readonly oauth?: OAuthOptions;
}
