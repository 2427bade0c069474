import type { MaybeRestoredSince } from '../deliver/outbox.js';
import type { Logger } from '../log.js';
import { memoize } from '../memoize.js';
import type { WorkerSeenStore } from '../store/worker-seen.js';

interface WorkerSeenOptions {
  readonly workerSeen: WorkerSeenStore;
  readonly now: () => number;
  readonly logger: Logger;
}

/** More often than a pause is long. */
const RECORD_EVERY_MS = 20_000;

/** Records that this worker runs, so that a pause shows after which Redis may be that of a backup. */
export function createWorkerSeen({ workerSeen, now, logger }: WorkerSeenOptions) {
  const backAt = memoize({ ttlMs: RECORD_EVERY_MS, maxEntries: 1, now }, () =>
    workerSeen.record(now()),
  );
  const maybeRestoredSince: MaybeRestoredSince = async (at) => at < (await backAt(''));
  return {
    maybeRestoredSince,

    /** Until the returned function is called. */
    start(): () => void {
      const record = () => {
        backAt('').catch((error: unknown) => {
          logger.debug({ err: error }, 'not recorded that a worker runs');
        });
      };
      record();
      const timer = setInterval(record, RECORD_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
