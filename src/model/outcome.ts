import type { Failure } from './answer.js';

/** Who said no, and to what. `message` is the far side's own, cut and cleaned. */
export interface Refusal {
  readonly reason: 'bad-request' | 'token' | 'permission' | 'quota' | 'not-found';
  readonly message: string;
  /** When asking again makes sense, ms since the epoch. */
  readonly retryAt?: number;
}

/**
 * How a question ended. The answer itself is not part of it: a completed question is read again
 * from the instance when it is delivered, so no answer rests in Redis.
 */
export type Outcome =
  | { readonly kind: 'completed'; readonly afterStop: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** `confirmed` is false where the service did not say so before the deadline. */
  | { readonly kind: 'cancelled'; readonly by?: string; readonly confirmed: boolean }
  | { readonly kind: 'expired'; readonly waitedMs: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unreachable'; readonly waitedMs: number };

/** The `kind` of a failure that is ours, not the service's. */
export const INTERNAL_ERROR = 'BotMistake';

/** Why calls of the instance fail for now: no answer, rate limit, server error. */
export type TransientErrorKind = 'unreachable' | 'busy' | 'broken';

/** What the status message says while a question is open. */
export interface Progress {
  readonly phase:
    | { readonly kind: 'received' }
    /** Behind others in its thread: 1 is the next. */
    | { readonly kind: 'queued'; readonly position: number }
    /** The instance has it, but no free slot yet. */
    | { readonly kind: 'pending' }
    | { readonly kind: 'working' }
    | { readonly kind: 'stopping' }
    /** The service does not answer, or asks us to wait: the question waits. */
    | { readonly kind: 'retrying'; readonly reason: TransientErrorKind };
  readonly elapsedMs: number;
  readonly steps: readonly { readonly text: string }[];
  readonly toolCalls: number;
  /** How long answers took lately; absent where too few say so, or it is no matter now. */
  readonly typicalMs?: number;
}
