import { ServiceError } from '../deepsearch/errors.js';
import type { Logger } from '../log.js';
import { SlackBusy, SlackRefused, SlackUnclear } from '../slack/errors.js';
import { NotInstalled } from '../slack/workspaces.js';
import { isOutage } from '../store/outage.js';
import { NewerQuestion, StaleQuestion } from '../store/questions.js';

export interface Patience {
  readonly now: () => number;
  readonly random: () => number;
  readonly logger: Logger;
}

/** When to come again, ms since the epoch; undefined: all is done. */
export type Again = { readonly at: number } | undefined;

/**
 * Does a job's work. Trouble that passes makes the job come again, with some of the wait left to
 * chance, since not all may come back in the same moment; who waits for one of our own budgets has
 * been told a turn of its own. What it throws is a mistake of ours.
 */
export async function patiently(
  { now, random, logger }: Patience,
  job: string,
  work: () => Promise<Again>,
): Promise<Again> {
  try {
    return await work();
  } catch (error) {
    const wait = patienceWith(error);
    if (wait === undefined) throw error;
    logger.warn({ err: error, job }, 'trouble that passes: trying again');
    const hasTurn = error instanceof SlackBusy && error.cause === undefined;
    return { at: now() + wait * (hasTurn ? 1 : 1 + random() / 4) };
  }
}

/**
 * How long to wait, ms, where something thrown is trouble that passes: of Slack, of the service
 * or of Redis, or another writer of the record. Undefined: it is a mistake of ours.
 */
export function patienceWith(error: unknown): number | undefined {
  if (error instanceof SlackBusy) return Math.max(error.retryAfterMs, 50);
  if (error instanceof SlackUnclear) return 2_000;
  if (error instanceof SlackRefused && error.about === 'standing') return 30_000;
  if (error instanceof NotInstalled) return 30_000;
  if (error instanceof ServiceError) return 3_000;
  if (error instanceof StaleQuestion) return 250;
  // During a rolling deploy: a newer worker takes it.
  if (error instanceof NewerQuestion) return 2_000;
  return isOutage(error) ? 2_000 : undefined;
}
