import { endReason } from '../model/end-reason.js';
import * as notes from '../render/texts/notes.js';
import { ignoreRefusal, SlackBusy, throwUnlessRefused } from '../slack/errors.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { MessageDeletion } from './delete-messages.js';
import type { Outbox } from './outbox.js';
import { hasAnswerPosts, isInternalError } from './plan.js';
import type { PostEphemeral } from './post-ephemeral.js';
import {
  createSendOutcome,
  type OutgoingOutcome,
  type SendOutcomeOptions,
} from './send-outcome.js';
import type { TellMoved } from './tell-moved.js';
import { DirectMessageRefused, type Threading } from './threads.js';

export interface DeliveryOptions extends SendOutcomeOptions {
  readonly outbox: Outbox;
  readonly deletion: MessageDeletion;
  readonly threading: Threading;
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
  readonly postEphemeral: PostEphemeral;
  readonly tellMoved: TellMoved;
}

export interface Delivery extends OutgoingOutcome {
  /** Runs after the outcome is posted; runs again if it was interrupted. */
  readonly afterDelivery?: () => Promise<void>;
}

export type Deliver = ReturnType<typeof createDeliver>;

/**
 * Posts a question's outcome in its thread exactly once: the record says what was posted, and only
 * what is missing is sent. Throws `SlackBusy`, `SlackOutcomeUnknown` or an auth error (a revoked
 * token): call again later.
 */
export function createDeliver(options: DeliveryOptions) {
  const { outbox, deletion, threading, questions, logger } = options;
  const sendOutcome = createSendOutcome(options);

  async function send(held: QuestionHandle, outcome: OutgoingOutcome): Promise<void> {
    try {
      const before = held.question;
      const refusal = await threading.openThread(held);
      if (refusal !== undefined) await options.tellMoved(before, refusal);
      // Posts with an unknown result: their buttons must not remain.
      await outbox.adoptLost(held, ['status', 'overdue']).catch(throwUnlessRefused);
      if (isInternalError(held.question) && hasAnswerPosts(held.question)) {
        await deletion.deleteAnswer(held).catch(ignoreRefusal);
      }
      await sendOutcome(held, outcome);
    } catch (error) {
      const isNowhere = error instanceof DirectMessageRefused;
      if (!isNowhere) throwUnlessRefused(error);
      logger.error({ err: error, question: held.question.id }, 'outcome not delivered');
      const target = { ...held.question, mustArrive: true };
      const note = isNowhere ? notes.nowhereToAnswer : notes.answerRefused;
      await options.postEphemeral(target, note);
    }
  }

  return async function deliver(
    held: QuestionHandle,
    { afterDelivery, ...outcome }: Delivery,
  ): Promise<void> {
    // A click is updating the status, which would overwrite the outcome.
    if (await questions.isStatusLocked(held.question.id)) throw new SlackBusy('chat.update', 100);
    if (held.question.outcomeSent !== true) await send(held, outcome);
    try {
      await afterDelivery?.();
      await deletion.sweep(held).catch(ignoreRefusal);
    } catch (error) {
      await held.save({ outcomeSent: true });
      throw error;
    }
    const delivered = { ...held.question, phase: 'delivered' } as const;
    held.question = await questions.close(delivered);
    const { id, outcome: ended } = delivered;
    const reason = ended && endReason(delivered, ended);
    logger.info(
      { question: id, outcome: ended?.kind, ...(reason && { reason }) },
      'question delivered',
    );
  };
}
