import type { AnswerTimes } from '../lifecycle/poll-schedule.js';
import { hazardsOf } from '../lifecycle/poll-schedule.js';
import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { createAnswerDurationStore } from '../store/answer-durations.js';

export interface AnswerTimesOptions {
  readonly answerDurations: ReturnType<typeof createAnswerDurationStore>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Questions are read more often than these figures change, ms. */
const CACHE_MS = 30_000;
/** The typical duration is the median of the latest answers … */
const TYPICAL_OF = 50;
/** … if there are at least this many. */
const MIN_COUNT = 5;

/** How long answers took lately. */
export function createAnswerTimes({ answerDurations, now, logger }: AnswerTimesOptions) {
  const times = memoize({ ttlMs: CACHE_MS, maxEntries: 1, now }, async () =>
    answerTimesOf(await answerDurations.latest()),
  );
  return {
    read: () => times(''),

    /** Best effort: returns at once and never throws. */
    record(ms: number): void {
      answerDurations.add(ms).catch((error: unknown) => {
        logger.debug({ err: error }, 'answer duration not recorded');
      });
    },
  };
}

/** `durations`: in ms, the latest first. */
function answerTimesOf(durations: readonly number[]): AnswerTimes {
  const hazards = hazardsOf(durations);
  if (durations.length < MIN_COUNT) return { hazards };
  const latest = durations.slice(0, TYPICAL_OF).sort((a, b) => a - b);
  const typicalMs = latest[Math.floor(latest.length / 2)];
  return typicalMs === undefined ? { hazards } : { typicalMs, hazards };
}
