/** All of the poller's timing, as arithmetic; every number in ms. */
export interface PollInterval {
  readonly minMs: number;
  readonly maxMs: number;
}

/** A stopped question that the service does not end within this is ended by us. */
export const CANCEL_DEADLINE_MS = 30_000;
/** Who chose to keep waiting waits this long at the most. */
export const KEPT_LIMIT_MS = 24 * 3600_000;
/** A question that waits its turn is woken by the one before it; this is only in case that fails. */
export const QUEUED_RECHECK_MS = 10_000;
/** However long the service asks us to wait, a question's own limits are looked at this often. */
export const MAX_REST_MS = 30_000;
/** What attempts left on the instance is looked for again after this, where a look failed … */
export const SWEEP_RETRY_MS = 3_000;
/** … until so long after the question's end. */
export const SWEEP_WITHIN_MS = 120_000;

const TROUBLE_FIRST_MS = 1_000;
const TROUBLE_MOST_MS = 30_000;

/** A tenth of the time it has taken so far: soon seen when short, few reads when long. */
export function pollDelay(workedMs: number, pace: PollInterval): number {
  return Math.min(pace.maxMs, Math.max(pace.minMs, workedMs * 0.1));
}

/** After the n-th trouble in a row: doubling, with up to a fifth of it left to chance. */
export function serviceRetryDelay(
  times: number,
  wanted: number | undefined,
  random: number,
): number {
  const backoff = Math.min(TROUBLE_MOST_MS, TROUBLE_FIRST_MS * 2 ** Math.min(times - 1, 10));
  return Math.max(wanted ?? 0, backoff * (0.8 + random * 0.2));
}
