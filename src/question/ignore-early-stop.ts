import type { AccessMode } from '../model/access.js';
import type { Question } from '../model/question.js';
import type { MayStop } from '../policy/may-stop.js';
import type { QuestionStore } from '../store/questions.js';

export interface IgnoreEarlyStopOptions {
  readonly mode: AccessMode;
  readonly questions: Pick<QuestionStore, 'loadWithFlags' | 'clearFlag'>;
  readonly mayStop: MayStop;
}

/** Called when a question has its record, before its job is added. */
export type IgnoreEarlyStop = (question: Question) => Promise<void>;

/**
 * A stop may arrive before the question's record, when nobody knows yet whose question it is. Where it runs with
 * its asker's own account, one by somebody who may not stop it does not count.
 */
export function createIgnoreEarlyStop(options: IgnoreEarlyStopOptions): IgnoreEarlyStop {
  const { mode, questions, mayStop } = options;
  return async ({ id, place: { workspace } }) => {
    if (mode === 'shared') return;
    const found = await questions.loadWithFlags(id);
    const stop = found?.flags.stop;
    if (found === undefined || stop === undefined) return;
    if (await mayStop(found.question, { workspace, user: stop.by })) return;
    await questions.clearFlag(id, 'stop');
  };
}
