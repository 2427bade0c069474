export type ApiRoute =
  | 'create'
  | 'read'
  | 'list'
  | 'delete'
  | 'follow-up'
  | 'cancel'
  | 'read-question'
  | 'mcp';
export type FaultRoute = ApiRoute | '*';

/**
 * A fault to inject. `times`: how many calls it hits, by default all until it is removed.
 * `when: 'after'`: the handler runs first; it always does for
 * `pending`, `rewrite`, `lost-reply`, `drip` and `cut`.
 */
export type ApiFault = {
  readonly route: FaultRoute;
  readonly times?: number;
  readonly when?: 'before' | 'after';
  /** Only calls for which this is true; `body` is set by then. */
  readonly where?: (call: ApiCall) => boolean;
} & (
  | {
      readonly kind: 'status';
      readonly status: number;
      /** A string is sent as text, anything else as JSON; default `{message}`. */
      readonly body?: unknown;
      /** Seconds or an HTTP date. */
      readonly retryAfter?: number | string;
    }
  /** No response until the client disconnects. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The handler runs, then the connection closes without a response. */
  | { readonly kind: 'lost-reply' }
  /** The connection is reset; the handler does not run. */
  | { readonly kind: 'reset' }
  /** 200 with JSON that does not parse. */
  | { readonly kind: 'malformed' }
  /** The real response, with `pending` for `processing`: instances send it for questions that wait. */
  | { readonly kind: 'pending' }
  /** An HTML page, as from a proxy. */
  | { readonly kind: 'html'; readonly status?: number }
  /** Valid JSON of an unexpected shape; default `{"unexpected": true}`. */
  | { readonly kind: 'wrong-shape'; readonly body?: unknown }
  /** The real response with another body. */
  | { readonly kind: 'rewrite'; readonly rewrite: (body: string) => string }
  /** The real response, one byte every `ms` (20). */
  | { readonly kind: 'drip'; readonly ms?: number }
  /** The first half of the real response, then the connection breaks. */
  | { readonly kind: 'cut' }
);

export interface ApiFaultHandle {
  remove(): void;
  /** How many calls it has hit. */
  hits(): number;
}

export interface GateOptions {
  /** Default `before`. */
  readonly when?: 'before' | 'after';
  /** Only calls for which this is true; `body` is set by then. */
  readonly where?: (call: ApiCall) => boolean;
}

/** Holds matching calls until `release` or `drop`; later calls then pass. */
export interface ApiGate {
  /** Resolves with the first call that it holds. */
  readonly reached: Promise<ApiCall>;
  release(): void;
  /** Closes the connections of the held calls; with `before`, their handlers do not run. */
  drop(): void;
}

/** An API call, as tests see it. */
export interface ApiCall {
  readonly route: ApiRoute | 'unknown';
  readonly method: string;
  /** With its query string. */
  readonly path: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Absent until the response is sent. */
  readonly status?: number;
  /** The user's name, if the token is valid. */
  readonly user?: string;
  /** Lower-case names; without the token and cookies. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
