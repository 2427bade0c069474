import type { Ref } from './directory.js';
import type { Call } from './traffic.js';

export type FaultEffect =
  | { readonly kind: 'ratelimited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The effect happens, the reply never arrives: the connection is destroyed. */
  | { readonly kind: 'lost-reply' }
  /** No effect, and no reply until the workspace stops or the caller gives up. */
  | { readonly kind: 'hang' }
  /** The effect happens, and no reply until the caller gives up. */
  | { readonly kind: 'hang-after' }
  | { readonly kind: 'error'; readonly error: string }
  /** No effect; the connection is destroyed. */
  | { readonly kind: 'reset' };

export type Fault = FaultEffect & {
  /** `chat.postMessage`, …; `response_url` and `upload` for those; `'*'` for all. */
  readonly method: string;
  readonly channel?: Ref;
  /** How many calls it hits; without it, all until removed. */
  readonly times?: number;
  /** Only calls whose arguments this accepts. */
  readonly where?: (args: Readonly<Record<string, unknown>>) => boolean;
};

export interface FaultHandle {
  remove(): void;
  readonly hits: number;
}

export interface Gate {
  /** The first call that the gate holds. */
  readonly reached: Promise<Call>;
  /** How many calls it holds now. */
  readonly held: number;
  /** Lets every held call go on (its effect happens even if the caller is gone) and opens the gate. */
  release(): void;
  /** Destroys the connections of the held calls (no effect, where the gate is `before`) and opens it. */
  drop(): void;
}
