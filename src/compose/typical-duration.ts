import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { createAnswerDurationStore } from '../store/answer-durations.js';

export interface TypicalDurationOptions {
  readonly answerDurations: ReturnType<typeof createAnswerDurationStore>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Status messages are shown more often than the median changes, ms. */
const CACHE_MS = 30_000;

/** How long answers took lately, ms. */
export function createTypicalDuration({ answerDurations, now, logger }: TypicalDurationOptions) {
  const median = memoize({ ttlMs: CACHE_MS, maxEntries: 1, now }, () => answerDurations.median());
  return {
    /** Undefined where too few questions were answered. */
    read: () => median(''),

    /** Best effort: returns at once and never throws. */
    record(ms: number): void {
      answerDurations.add(ms).catch((error: unknown) => {
        logger.debug({ err: error }, 'answer duration not recorded');
      });
    },
  };
}
