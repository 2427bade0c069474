import type { Logger } from '../log.js';
import { threadOf } from '../model/place.js';
import type { LinksElsewhere } from '../render/links-elsewhere.js';
import * as notes from '../render/texts/notes.js';
import { ignoreRefusal, isFinalRefusal, SlackBusy, throwUnlessRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { AttachFile } from './attach-file.js';
import type { MessageDeletion } from './delete-messages.js';
import type { Outbox } from './outbox.js';
import { type DeliveryStep, mayPostInstead, type OutcomeMessages, planDelivery } from './plan.js';
import type { PostEphemeral } from './post-ephemeral.js';
import { createRecover } from './recover.js';
import { createSendStep } from './send-step.js';
import { DirectMessageRefused, type Threading } from './threads.js';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly deletion: MessageDeletion;
  readonly attach: AttachFile;
  readonly threading: Threading;
  readonly messages: Pick<SlackMessages, 'remove' | 'update'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
  readonly postEphemeral: PostEphemeral;
  /** Whether Slack would show previews of an update, which only a post can forbid. */
  readonly linksElsewhere: LinksElsewhere;
  readonly logger: Logger;
}

/** Renders the outcome from the current record, since it depends on the question's place. */
export type RenderOutcome = (held: QuestionHandle) => OutcomeMessages;

/** Runs after the outcome is posted; runs again if it was interrupted. */
export type AfterDelivery = () => Promise<void>;

export type Deliver = ReturnType<typeof createDeliver>;

/**
 * Posts a question's outcome in its thread exactly once: the record says what was posted, and only
 * what is missing is sent. Throws `SlackBusy`, `SlackOutcomeUnknown` or an auth error (a revoked
 * token): call again later.
 */
export function createDeliver(options: DeliveryOptions) {
  const { outbox, deletion, attach, threading, messages, questions, linksElsewhere, logger } =
    options;
  const sendStep = createSendStep({ outbox, messages, logger });
  const recover = createRecover({ deletion, threading, messages });

  /** Takes one step. False: it was not possible as planned, and the rest is to be planned again. */
  async function take(
    held: QuestionHandle,
    step: DeliveryStep,
    { finishedStatus }: OutcomeMessages,
  ): Promise<boolean> {
    if (step.kind === 'attach') return attach(held, step.file);
    if (mayPostInstead(held.question, step) && linksElsewhere(step.message)) {
      await held.save({ outcomeInNewMessage: true });
      return false;
    }
    try {
      await sendStep(held, step);
      return true;
    } catch (error) {
      if (error instanceof SlackBusy && mayPostInstead(held.question, step)) {
        await held.save({ outcomeInNewMessage: true });
        return false;
      }
      if (!isFinalRefusal(error)) throw error;
      await recover(held, { step, refusal: error, finishedStatus });
      return false;
    }
  }

  async function sendAll(held: QuestionHandle, render: RenderOutcome): Promise<void> {
    const rendered = render(held);
    for (const step of planDelivery(held.question, rendered)) {
      if (!(await take(held, step, rendered))) return sendAll(held, render);
    }
  }

  return async function deliver(
    held: QuestionHandle,
    render: RenderOutcome,
    afterDelivery?: AfterDelivery,
  ): Promise<void> {
    // A click is updating the status, which would overwrite the outcome.
    if (await questions.isStatusLocked(held.question.id)) throw new SlackBusy('chat.update', 100);
    try {
      await threading.openThread(held);
      // Posts with an unknown result: their buttons must not remain.
      await outbox.adoptLost(held, ['status', 'overdue']).catch(throwUnlessRefused);
      await sendAll(held, render);
    } catch (error) {
      // Neither the channel nor the direct message is accessible.
      if (!(error instanceof DirectMessageRefused)) throwUnlessRefused(error);
      logger.error({ err: error, question: held.question.id }, 'outcome not delivered');
      const target = { ...held.question, mustArrive: true };
      await options.postEphemeral(target, notes.nowhereToAnswer);
    }
    await deletion.sweep(held).catch(ignoreRefusal);
    await afterDelivery?.();
    const delivered = { ...held.question, phase: 'delivered' } as const;
    held.question = await questions.close(delivered, threadOf(delivered));
  };
}
