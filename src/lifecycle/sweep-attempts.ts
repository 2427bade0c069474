import { Refused } from '../deepsearch/errors.js';
import type { Logger } from '../log.js';
import { type RunAgain, retryDelay } from '../queue/retry.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { QuestionCreator } from './question-creator.js';
import { SWEEP_RETRY_MS, SWEEP_WITHIN_MS } from './schedule.js';

export interface SweepOptions {
  readonly creator: Pick<QuestionCreator, 'sweep'>;
  readonly questions: Pick<QuestionStore, 'close'>;
  readonly now: () => number;
  readonly logger: Logger;
}

/**
 * After delivery: removes what lost attempts left on the instance. Retried for a limited time after transient
 * errors.
 */
export async function sweepAttempts(
  held: QuestionHandle,
  { creator, questions, now, logger }: SweepOptions,
  signal: AbortSignal,
): Promise<RunAgain> {
  const { question } = held;
  const swept = await creator.sweep(held, signal).then(
    () => true,
    (error: unknown) => {
      if (retryDelay(error) === undefined) throw error;
      logger.debug({ err: error, question: question.id }, 'sweep failed, retrying');
      return error instanceof Refused;
    },
  );
  const inTime = now() - (question.endedAt ?? question.askedAt) < SWEEP_WITHIN_MS;
  if (!swept && inTime) return { at: now() + SWEEP_RETRY_MS };
  if (!swept)
    logger.warn(
      { question: question.id },
      'sweep given up: a duplicate may be left on the instance',
    );
  const { attempt: _swept, createdTwice: _too, ...rest } = question;
  await questions.close(rest);
  return undefined;
}
