export type ApiRoute =
  | 'create'
  | 'read'
  | 'list'
  | 'delete'
  | 'follow-up'
  | 'cancel'
  | 'read-question'
  | 'mcp';
export type Route = ApiRoute | '*';

/**
 * A trouble on demand. `times` is how many calls it hits, default all until removed.
 * `when: 'after'` lets the call take effect first. `lost-reply`, `drip` and `cut` always do.
 */
export type Fault = {
  readonly route: Route;
  readonly times?: number;
  readonly when?: 'before' | 'after';
  /** Only calls that this accepts; they have their body by then. */
  readonly where?: (call: Call) => boolean;
} & (
  | {
      readonly kind: 'status';
      readonly status: number;
      /** A string goes out as text, anything else as JSON; default `{message}`. */
      readonly body?: unknown;
      /** Seconds or an HTTP date. */
      readonly retryAfter?: number | string;
    }
  /** No reply until the client gives up. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The effect happens, then the connection closes. */
  | { readonly kind: 'lost-reply' }
  /** The connection is reset without an effect. */
  | { readonly kind: 'reset' }
  /** 200 with JSON that does not parse. */
  | { readonly kind: 'malformed' }
  /** A proxy's page. */
  | { readonly kind: 'html'; readonly status?: number }
  /** JSON that parses and is not the document's shape; default `{"unexpected": true}`. */
  | { readonly kind: 'wrong-shape'; readonly body?: unknown }
  /** The true reply, a byte every `ms` (20). */
  | { readonly kind: 'drip'; readonly ms?: number }
  /** The true reply's first half, then the connection breaks. */
  | { readonly kind: 'cut' }
);

export interface FaultHandle {
  remove(): void;
  /** Calls that it hit so far. */
  hits(): number;
}

export interface GateOptions {
  /** Default `before`. */
  readonly when?: 'before' | 'after';
  /** Only calls that this accepts; they have their body by then. */
  readonly where?: (call: Call) => boolean;
}

/** Open a gate with `release` or `drop`; later calls then pass. */
export interface Gate {
  /** The first call that stands before it. */
  readonly reached: Promise<Call>;
  release(): void;
  /** Cuts the connections of the held calls (no effect, where the gate is `before`). */
  drop(): void;
}

/** An API call, kept for tests and for whoever looks why something failed. */
export interface Call {
  readonly route: ApiRoute | 'unknown';
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Absent until there is a reply. */
  readonly status?: number;
  /** The user's name, where the token is somebody's. */
  readonly user?: string;
  /** Lower-case names; the token itself is left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
