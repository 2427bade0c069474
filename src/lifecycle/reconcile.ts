import type { Logger } from '../log.js';
import type { QuestionStore } from '../store/questions.js';

export interface ReconcileOptions {
  readonly questions: Pick<QuestionStore, 'open'>;
  /** Adds a question's job, if it has none. */
  readonly schedule: (questionId: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

const MAX_AT_ONCE = 20_000;
/** Newer questions are skipped: they are being accepted, and a killed worker's jobs are taken over. */
export const SETTLED_MS = 5_000;

/**
 * Adds a job for each open question that a crash or a lost queue left without one. The job continues
 * from the record.
 */
export function createReconcile({ questions, schedule, now, logger }: ReconcileOptions) {
  return async function reconcile(): Promise<void> {
    const ids = await questions.open(MAX_AT_ONCE, now() - SETTLED_MS);
    for (const id of ids) await schedule(id);
    if (ids.length > 0) logger.debug({ open: ids.length }, 'reconciled');
  };
}
