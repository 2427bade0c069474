import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import { type Deadline, startDeadline } from '../http/deadline.js';
import { retryDelayMs } from '../http/retry.js';
import { Busy, InvalidReply, ServerFailed, Unreachable } from './errors.js';
import type { Request } from './request.js';
import { attempt, type Reply } from './transport.js';

/** Turns a reply into what was asked for, or throws one of our errors. */
export type ReadReply<T> = (reply: Reply, when: { now: number; attempt: number }) => T;

export interface RetryOptions {
  /** In total, the first included. */
  readonly attempts: number;
  readonly random: () => number;
}

/**
 * Sends a request within its whole time, again where that is harmless. Throws what the last
 * attempt threw; the caller's abort goes out as it is.
 */
export async function sendWithRetries<T>(
  wire: { pool: Pool; patience: RetryOptions },
  request: Request,
  judge: ReadReply<T>,
): Promise<T> {
  const deadline = startDeadline(request.timeoutMs, request.signal);
  try {
    for (let number = 1; ; number += 1) {
      try {
        request.signal?.throwIfAborted();
        const reply = await attempt(wire.pool, request, deadline);
        return judge(reply, { now: Date.now(), attempt: number });
      } catch (error) {
        const wait = waitBefore(error, { number, request, deadline, patience: wire.patience });
        if (wait === undefined) throw error;
        // An abort shows at the next attempt.
        await sleep(wait, undefined, { signal: deadline.signal }).catch(() => {});
      }
    }
  } finally {
    deadline.dispose();
  }
}

function waitBefore(
  error: unknown,
  facts: { number: number; request: Request; deadline: Deadline; patience: RetryOptions },
): number | undefined {
  if (facts.deadline.signal.aborted || !mayRepeat(error, facts.request)) return undefined;
  return retryDelayMs({
    attempt: facts.number,
    attempts: facts.patience.attempts,
    remainingMs: facts.deadline.remainingMs(),
    retryAfterMs:
      error instanceof Busy || error instanceof ServerFailed ? error.retryAfterMs : undefined,
    random: facts.patience.random,
  });
}

/** A request that never left may always go again; else only one that does no more when repeated. */
function mayRepeat(error: unknown, request: Request): boolean {
  if (error instanceof Unreachable) return request.repeatable || !error.maybeTookEffect;
  if (!request.repeatable) return false;
  return (
    error instanceof Busy ||
    error instanceof ServerFailed ||
    (error instanceof InvalidReply && error.reason === 'cut')
  );
}
