import { type Backoff, backoffMs } from '../backoff.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Logger } from '../log.js';
import { DeepSearchSlackError } from '../model/error.js';
import { SlackBusy, SlackOutcomeUnknown } from '../slack/errors.js';
import { isAccessLost } from '../slack/workspaces.js';
import { isRedisOutage } from '../store/connection.js';
import { TooManyLookUps } from '../store/person-limits.js';
import { EventAwaited, MessageUnconfirmed } from '../store/question-messages.js';
import { StaleQuestion } from '../store/question-writes.js';
import { NewerQuestion } from '../store/questions.js';
import { WorkerSuspended } from './suspension.js';

/**
 * When a job is to run again, ms since the epoch; undefined: it is done. `isUnchanged`: it found nothing new, so
 * that nobody needs to know of the run.
 */
export type RunAgain = { readonly at: number; readonly isUnchanged?: true } | undefined;

export interface RescheduleOptions {
  readonly now: () => number;
  /** At least 0 and less than 1, as `Math.random`. */
  readonly random: () => number;
  readonly logger: Logger;
  /** How often this process has left the job to a newer version, this time included. */
  readonly countLeft: (job: string) => number;
}

export interface RetriedJob {
  readonly id: string;
  /** How long its intent has waited, ms. */
  readonly waitedMs?: number;
  /** It is not left to a newer version for ever: what says so is thrown, after many tries of this process. */
  readonly isOld?: boolean;
}

/**
 * Does a job's work. After a transient error the job runs again later; any other error is a bug
 * and is thrown. Jitter spreads the retries, except where our own rate limiter has already given
 * each job a time of its own.
 */
export async function rescheduleOnTransientError(
  { now, random, logger, countLeft }: RescheduleOptions,
  { id: job, waitedMs = 0, isOld = false }: RetriedJob,
  work: () => Promise<RunAgain>,
): Promise<RunAgain> {
  try {
    return await work();
  } catch (error) {
    const wait = retryDelay(error, waitedMs);
    if (wait === undefined) throw error;
    if (isForNewer(error)) {
      const times = countLeft(job);
      if (isOld && times > MAX_LEFT) throw error;
      if (times === 1) logger.warn({ err: error, job }, 'transient error, retrying');
      return { at: now() + leftToNewerMs(times, random()), isUnchanged: true };
    }
    if (error instanceof MessageUnconfirmed) {
      logger.debug({ job }, 'message not confirmed by Slack yet, looking again');
      return { at: now() + wait, isUnchanged: true };
    }
    logger.warn({ err: error, job }, 'transient error, retrying');
    const hasOwnTime = error instanceof SlackBusy && error.cause === undefined;
    return { at: now() + wait * (hasOwnTime ? 1 : 1 + random() / 4) };
  }
}

/** A newer version of the app accepted the request: it is for a worker of that version. */
export class NewerIntent extends DeepSearchSlackError {
  readonly code = 'newer_intent';

  constructor(kind: string) {
    super(`This version does not know requests of the kind ${kind}`);
  }
}

/** For a command that none of the cases knows. Throws `NewerIntent`. */
export function leaveToNewer(command: never): never {
  const newer = command as string | { readonly kind: string };
  throw new NewerIntent(typeof newer === 'string' ? newer : newer.kind);
}

/** During a rolling deploy a newer worker takes the job soon; after a step back none may run for a day. */
const NEWER: Backoff = { firstMs: 2_000, maxMs: 60_000, jitter: 0.25 };

/** About an hour: until then, a newer worker that runs beside this one has taken the job. */
const MAX_LEFT = 60;

/** How long to leave a job to a newer version, ms; `times`: how often that has been done, from 1. */
export function leftToNewerMs(times: number, random: number): number {
  return backoffMs(NEWER, times, random);
}

function isForNewer(error: unknown): boolean {
  return error instanceof NewerQuestion || error instanceof NewerIntent;
}

/** Between attempts while Slack refuses our token: the longer that takes, the rarer they are, ms. */
const TOKEN_RETRY = { minMs: 30_000, maxMs: 300_000, share: 1 / 20 } as const;

/** Slack's reply comes within a second, or its message is looked for much later, ms. */
const UNCONFIRMED_RETRY = { minMs: 250, maxMs: 5_000, share: 1 / 20 } as const;

/** Anybody may react to any message: about ten times in all is enough, ms. */
const EVENT_RETRY = { minMs: 250, maxMs: 5_000, share: 1 / 2 } as const;

/**
 * How long to wait after a transient error, ms: one of Slack, of the service or of Redis, or a
 * conflict with another writer of the record. Undefined: the error is a bug. `waitedMs`: for how long
 * the job has been retried.
 */
export function retryDelay(error: unknown, waitedMs = 0): number | undefined {
  if (error instanceof SlackBusy) return Math.max(error.retryAfterMs, 50);
  if (error instanceof SlackOutcomeUnknown) return 2_000;
  if (isAccessLost(error)) {
    const { minMs, maxMs, share } = TOKEN_RETRY;
    return Math.min(maxMs, Math.max(minMs, waitedMs * share));
  }
  if (error instanceof ServiceError) return 3_000;
  if (error instanceof StaleQuestion || error instanceof WorkerSuspended) return 250;
  if (error instanceof MessageUnconfirmed) {
    const { minMs, maxMs, share } = error instanceof EventAwaited ? EVENT_RETRY : UNCONFIRMED_RETRY;
    return Math.min(maxMs, Math.max(minMs, waitedMs * share));
  }
  if (error instanceof TooManyLookUps) return 1_000;
  if (isForNewer(error)) return NEWER.firstMs;
  return isRedisOutage(error) ? 2_000 : undefined;
}
