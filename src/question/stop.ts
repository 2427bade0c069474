import type { DeepSearch } from '../deepsearch/deep-search.js';
import { ServiceError } from '../deepsearch/errors.js';
import type { ImmediateStatus } from '../deliver/immediate-status.js';
import type { Token } from '../http/credential.js';
import type { Logger } from '../log.js';
import { auditPlace, type RecordAudit } from '../model/audit.js';
import type { Question } from '../model/question.js';
import type { QuestionStore } from '../store/questions.js';

export interface StopOptions {
  readonly questions: Pick<QuestionStore, 'setFlag'>;
  readonly instance: Pick<DeepSearch, 'cancel'>;
  readonly credentialFor: (question: Question) => Promise<Token>;
  readonly immediateStatus: Pick<ImmediateStatus, 'showStopping'>;
  readonly wake: (questionId: string) => Promise<void>;
  readonly audit: RecordAudit;
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * Stops a question, however that was requested. The instance is told at once; the question's own job
 * delivers the outcome.
 */
export function createStop(options: StopOptions) {
  const { questions, immediateStatus, now, logger } = options;

  async function cancelUpstream(question: Question, signal: AbortSignal): Promise<void> {
    const { ref, id } = question;
    if (ref === undefined) return;
    try {
      const token = await options.credentialFor(question);
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

  /** Stops an open question, unless it is stopped already. */
  return async (
    question: Question,
    stopRequest: StopRequest,
    signal: AbortSignal,
  ): Promise<void> => {
    if (await questions.setFlag(question.id, 'stop', stopRequest)) {
      await Promise.all([cancelUpstream(question, signal), immediateStatus.showStopping(question)]);
    }
    const { id, place } = question;
    await options.audit({
      action: 'question.stopped',
      id,
      ...auditPlace(place),
      user: stopRequest.by,
      question: id,
    });
    await options.wake(id);
  };
}

export type Stop = ReturnType<typeof createStop>;

/** Who wants a question stopped, and when they said so. */
export interface StopRequest {
  readonly by: string;
  /** ms since the epoch. */
  readonly at: number;
}
