import type { Logger } from '../log.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf } from './find-messages.js';
import { createFinishStatus, type FinishStatusOptions } from './finish-status.js';
import type { Outbox } from './outbox.js';
import { isOutcomeInStatus, type MessageStep } from './plan.js';
import { withShortWaits } from './short-waits.js';
import { inSimplerForms } from './simpler-forms.js';

export interface SendStepOptions extends FinishStatusOptions {
  readonly outbox: Pick<Outbox, 'postOnce'>;
  readonly logger: Logger;
}

/**
 * Posts or updates one message of an outcome; `priority` is of an update with the outcome. Throws as a call to
 * Slack does.
 */
export type SendStep = (
  held: QuestionHandle,
  step: MessageStep,
  priority: 'final' | 'immediate',
) => Promise<void>;

/** A message that Slack refuses is sent in simpler forms, and short waits for the rate limit pass here. */
export function createSendStep({ outbox, messages, logger }: SendStepOptions): SendStep {
  const finishStatus = createFinishStatus({ messages });

  const update: SendStep = async (held, step, priority) => {
    const isStatus = step.slot === 'status' && !isOutcomeInStatus(held.question, step);
    if (isStatus) return finishStatus(held, step.message);
    const ts = held.question.posts[step.slot]?.ts;
    if (ts === undefined) return;
    await messages.update(channelOf(held.question.place), ts, { ...step.message, priority });
  };

  return async (held, step, priority) => {
    const waits = shortWaitsFor(step);
    if (step.kind === 'post') {
      return withShortWaits(waits, () => outbox.postOnce(held, step.slot, step.message));
    }
    const { id: question } = held.question;
    await inSimplerForms(step.message, {
      send: (message) => withShortWaits(waits, () => update(held, { ...step, message }, priority)),
      refused: (err) => logger.warn({ err, question }, 'refused, trying simpler form'),
    });
  };
}

/**
 * How many short waits for the rate limit a step gets. A channel takes one post a second, so further
 * parts wait here; the first one waits in the queue, so that a busy channel does not block a worker.
 */
function shortWaitsFor({ kind, slot }: MessageStep): number {
  if (kind === 'update') return 1;
  return slot === 'answer.0' || slot === 'internal-error' ? 0 : 5;
}
