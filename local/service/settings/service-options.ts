import type { Engine } from '../conversation/engine.js';
import type { Conversation } from '../conversation/resources.js';
import type { ModelOptions } from '../engine/llm/options.js';
import type { Call, Fault, FaultHandle, Gate, GateOptions, Route } from '../faults/types.js';

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

export interface OAuthOptions {
  /** Where clients may return to, besides this machine at any port. */
  readonly redirects?: readonly string[];
}

export interface McpOptions {
  /** Ids of users who may not use it. */
  readonly deniedUserIds?: readonly number[];
  /** A call that takes longer ends as an error; default 10 s. */
  readonly timeoutMs?: number;
  /** Host names it may be called by, besides this machine's own and that of `publicUrl`. */
  readonly allowedHosts?: readonly string[];
  /** Whether replies come as JSON or as a frame of an event stream; default what the client's protocol has. */
  readonly responseFormat?: 'as-sent' | 'json' | 'sse';
  /** Whether a tool's record comes as it is, or in one more `content` field; default as it is. */
  readonly structuredContent?: 'bare' | 'wrapped';
}

export interface ServiceUser {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

export interface Quota {
  readonly limit: number;
  /** Default an hour. Windows are aligned to the clock. */
  readonly windowMs?: number;
}

/** Where the document is silent and the field disagrees. The first of each is the default. */
export interface ApiVariants {
  /** `array` is bare; the others are `{[name]: […], next_cursor}`. */
  readonly list: 'array' | 'conversations' | 'results' | 'items' | 'data';
  readonly followUp: 'question' | 'conversation';
  /** Whether a follow-up's body must repeat `conversation_id`; a wrong one is always refused. */
  readonly followUpId: 'optional' | 'required';
  readonly failure: 'failed' | 'completed-with-error' | 'failed-without-error' | 'error';
  /** `keeps-processing` is an instance that takes a cancel and goes on to its answer. */
  readonly cancel:
    | 'completed-with-error'
    | 'cancelled'
    | 'canceled'
    | 'failed'
    | 'keeps-processing';
  readonly cancelReply: 'question' | 'conversation' | 'empty';
  /** Of create and follow-up. */
  readonly createStatus: 200 | 201 | 202;
  /** Whether create and follow-up answer only when finished; `unless-asked`: see `Prefer: respond-async`. */
  readonly createWaits: 'never' | 'unless-asked' | 'always';
  /** Whether `GET /{id}/questions/{qid}` exists, which the document does not have. */
  readonly questionRoute: boolean;
  readonly errorBody: 'json' | 'text';
}

export interface Service {
  /** `{base_url}`, without a trailing slash. */
  readonly url: string;
  readonly users: readonly ServiceUser[];
  readonly faults: {
    add(fault: Fault): FaultHandle;
    clear(): void;
  };
  /** Holds the calls of a route, before they take effect or after it and before the reply. */
  gate(route: Route, options?: GateOptions): Gate;
  /** The newest 10,000 API calls, oldest first. */
  readonly calls: readonly Call[];
  /** All conversations of all users, as their owners read them. */
  conversations(): readonly Conversation[];
  setSharing(on: boolean): void;
  /** The document filters by stars and has no call that sets one. */
  star(conversationId: number, on: boolean): void;
  /** From now on the token is refused with 401. */
  revoke(token: string): void;
  /** The first truthy value of `look`, which is tried again on every change; throws after `timeoutMs` (60 s). */
  waitFor<T>(look: () => T, options?: WaitOptions): Promise<NonNullable<T>>;
  /** Ends everything that was started: listeners, questions in hand, workers, git. */
  stop(): Promise<void>;
}

export interface WaitOptions {
  readonly timeoutMs?: number;
  /** What was waited for, for the error's words. */
  readonly what?: string;
}
