import type { Failure } from './answer.js';
import type { WithheldReason } from './reach.js';

/** Why the instance refused; `account`: the asker's own account is not connected, or not accepted any more. `message` is the instance's own, shortened. */
export interface Refusal {
  readonly reason: 'bad-request' | 'token' | 'account' | 'permission' | 'quota' | 'not-found';
  readonly message: string;
  /** When to ask again, ms since the epoch. */
  readonly retryAt?: number;
}

/**
 * How a question ended. The answer itself is not part of it: a completed question is read again
 * from the instance when it is delivered, so that Redis holds no answers.
 */
export type Outcome =
  | { readonly kind: 'completed'; readonly afterStop: boolean }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** `confirmed` is false if the instance did not confirm it before the deadline. */
  | { readonly kind: 'cancelled'; readonly by?: string; readonly confirmed: boolean }
  | { readonly kind: 'expired'; readonly waitedMs: number }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'unreachable'; readonly waitedMs: number }
  /** Its author may not see the outcome any more, so nobody does. */
  | { readonly kind: 'withheld'; readonly why: WithheldReason };

/** It can be shown neither in the channel nor in a direct message. */
export const UNDELIVERABLE: Outcome = { kind: 'withheld', why: 'unreachable' };

/** The `kind` of a failure caused by a bug in the bot. */
export const APP_ERROR = 'AppError';

/** After a bug in the bot: its log has the cause, and the instance is not to blame. */
export const APP_FAILED: Outcome = {
  kind: 'failed',
  failure: { kind: APP_ERROR, title: '', message: '' },
};

/** Why calls of the instance fail for now: no answer, rate limit, server error. */
export type TransientErrorKind = 'unreachable' | 'busy' | 'broken';

/** What the status message says while a question is open. */
export interface Progress {
  readonly phase:
    | { readonly kind: 'received' }
    /** Waits for other questions of its thread; position 1 is the next. */
    | { readonly kind: 'queued'; readonly position: number }
    /** Created on the instance, which has no free slot yet. */
    | { readonly kind: 'pending' }
    | { readonly kind: 'working' }
    | { readonly kind: 'stopping' }
    /** Waits for its asker to connect their account again. */
    | { readonly kind: 'unconnected' }
    /** Calls of the instance fail for now, and are retried. */
    | { readonly kind: 'retrying'; readonly reason: TransientErrorKind };
  readonly elapsedMs: number;
  readonly steps: readonly { readonly text: string }[];
  readonly toolCalls: number;
  /** How long recent answers took, ms; absent if there are too few, or if it says nothing about the wait. */
  readonly typicalMs?: number;
}
