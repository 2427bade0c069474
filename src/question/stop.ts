import type { DeepSearch } from '../deepsearch/deep-search.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { Status } from '../deliver/status.js';
import type { Logger } from '../log.js';
import type { Question } from '../model/question.js';
import { isSlackError } from '../slack/errors.js';
import type { QuestionStore } from '../store/questions.js';

export interface StopOptions {
  readonly questions: QuestionStore;
  readonly instance: Pick<DeepSearch, 'cancel'>;
  readonly credentialFor: (question: Question) => Promise<string>;
  readonly status: Pick<Status, 'showStopping'>;
  readonly wake: (questionId: string) => Promise<void>;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Longer than a call of Slack may take. */
const DRAWING_MS = 15_000;

/**
 * Stops a question, however that was requested. The instance is told at once; the question's own job
 * delivers the outcome.
 */
export function createStop(options: StopOptions) {
  const { questions, status, now, logger } = options;

  async function cancelUpstream(question: Question, signal: AbortSignal): Promise<void> {
    const { ref, id } = question;
    if (ref === undefined) return;
    const token = await options.credentialFor(question);
    try {
      await options.instance.cancel({ token, ref, signal });
      await questions.setFlag(id, 'cancelSent', { by: question.user, at: now() });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      logger.warn(
        { err: error, question: id },
        'cancel not confirmed by the instance: the job retries',
      );
    }
  }

  /** Updates the status under a lock, only while the question is open: delivery waits for the lock. */
  async function show({ id }: Question, draw: (open: Question) => Promise<void>): Promise<void> {
    await questions.lockStatus(id, DRAWING_MS);
    try {
      const question = await questions.load(id);
      if (question !== undefined && !hasEnded(question)) await draw(question);
    } catch (error) {
      if (!isSlackError(error)) throw error;
    } finally {
      await questions.unlockStatus(id);
    }
  }

  async function showStopping(question: Question): Promise<void> {
    const elapsedMs = now() - question.askedAt;
    const progress = { phase: { kind: 'stopping' }, elapsedMs, steps: [], toolCalls: 0 } as const;
    await status.showStopping(question, progress);
  }

  return {
    show,

    /** Stops an open question, unless it is stopped already. */
    async stop(question: Question, stopRequest: StopRequest, signal: AbortSignal): Promise<void> {
      if (await questions.setFlag(question.id, 'stop', stopRequest)) {
        await Promise.all([cancelUpstream(question, signal), show(question, showStopping)]);
      }
      await options.wake(question.id);
    },
  };
}

export type Stop = ReturnType<typeof createStop>;

interface StopRequest {
  readonly by: string;
  /** ms since the epoch. */
  readonly at: number;
}

export function hasEnded({ phase }: Question): boolean {
  return phase === 'ended' || phase === 'delivered';
}
