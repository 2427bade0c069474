import type { Ref } from './directory.js';
import type { WebApiCall } from './traffic.js';

export type FaultEffect =
  | { readonly kind: 'ratelimited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The call takes effect, then the connection is destroyed before the reply. */
  | { readonly kind: 'lost-reply' }
  /** No effect, and no reply until the workspace stops or the caller gives up. */
  | { readonly kind: 'hang' }
  /** The call takes effect, but there is no reply until the caller gives up. */
  | { readonly kind: 'hang-after' }
  | { readonly kind: 'error'; readonly error: string }
  /** No effect; the connection is destroyed. */
  | { readonly kind: 'reset' };

export type WebApiFault = FaultEffect & {
  /**
   * `chat.postMessage`, …; `response_url` and `upload` for those, `file_share` for the message of an
   * uploaded file; `'*'` for all.
   */
  readonly method: string;
  readonly channel?: Ref;
  /** How many calls it affects. Default: all, until removed. */
  readonly times?: number;
  /** Only calls whose arguments this accepts. */
  readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
};

export interface WebApiFaultHandle {
  remove(): void;
  readonly hits: number;
}

export interface WebApiGate {
  /** Resolves with the first call that the gate holds. */
  readonly reached: Promise<WebApiCall>;
  /** The number of calls held now. */
  readonly held: number;
  /** Lets all held calls continue (they take effect even if the caller is gone) and removes the gate. */
  release(): void;
  /** Destroys the connections of the held calls (without effect if the gate is `before`) and removes the gate. */
  drop(): void;
}
