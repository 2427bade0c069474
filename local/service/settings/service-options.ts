import type { Quota } from '../api/quota.js';
import type { ServiceUser } from '../api/users.js';
import type { ApiVariants } from '../api/variants.js';
import type { Engine } from '../conversation/engine.js';
import type { ModelOptions } from '../engine/llm/options.js';
import type { McpOptions } from '../mcp/mcp-server.js';
import type { OAuthOptions } from '../oauth/oauth.js';

export interface ServiceOptions {
  /** Paths of git repositories, with a work tree or bare. */
  readonly repositories: readonly string[];
  /** What to answer about in each of them; default HEAD, wherever it moves. */
  readonly revision?: string;
  /** At least one. */
  readonly users: readonly ServiceUser[];
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Where browsers reach us; default the address that we listen on. */
  readonly publicUrl?: string;
  /** Where conversations survive a restart; in memory when absent. */
  readonly dataDir?: string;
  /** Where indexes rest between two runs; default below `dataDir`, else nowhere. */
  readonly cacheDir?: string;
  /** Questions worked on at once, default 4; others wait as `pending`. */
  readonly slots?: number;
  /** Whether read tokens and share links work for others; default off, as on an instance. */
  readonly sharing?: boolean;
  /** Questions a user may ask in a window; default unlimited. */
  readonly quota?: Quota;
  /** Default: by `model`, or the search engine over `repositories`. */
  readonly engine?: Engine;
  /** Answers come so much later, ms: for watching, and for trying to stop. Default 0. */
  readonly answerDelayMs?: number;
  /** Set: it answers, looking with the code tools. */
  readonly model?: ModelOptions;
  readonly variants?: Partial<ApiVariants>;
  /** Stands before each tool's name, default `svc_`; may be empty. */
  readonly toolPrefix?: string;
  /** The tool server at `/.api/mcp/v1`; `false` turns it off, so that it is not found. */
  readonly mcp?: false | McpOptions;
  /** Signing in by OAuth 2.0; off when absent. */
  readonly oauth?: OAuthOptions;
}
