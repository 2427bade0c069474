import type { Logger } from '../log.js';
import type { QuestionStore } from '../store/questions.js';

export interface ReconcileOptions {
  readonly questions: Pick<QuestionStore, 'open'>;
  /** Gives a question its job, if it has none. */
  readonly schedule: (questionId: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

const MOST_AT_ONCE = 20_000;
/** What was taken up just now is in hand; if its worker was killed, its job comes back by itself. */
export const SETTLED_MS = 5_000;

/**
 * Every open question has a job: one that a crash or an emptied queue left without gets one, and
 * the job goes on where the record stands, be it creating, polling or delivering.
 */
export function createReconcile({ questions, schedule, now, logger }: ReconcileOptions) {
  return async function reconcile(): Promise<void> {
    const ids = await questions.open(MOST_AT_ONCE, now() - SETTLED_MS);
    for (const id of ids) await schedule(id);
    if (ids.length > 0) logger.debug({ open: ids.length }, 'reconciled');
  };
}
