import type { Logger } from '../log.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle, QuestionStore } from '../store/questions.js';
import type { AttachFile } from './attach-file.js';
import { channelOf } from './find-messages.js';
import type { Outbox } from './outbox.js';
import {
  hasAnswerPosts,
  type MessageStep,
  type OutcomeMessages,
  planDelivery,
  replacesStatus,
} from './plan.js';
import { withShortWaits } from './short-waits.js';
import { inSimplerForms, refusesContent } from './simpler-forms.js';
import type { Threading } from './threads.js';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly attach: AttachFile;
  readonly threading: Threading;
  readonly messages: Pick<SlackMessages, 'remove' | 'update'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
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
  const { outbox, attach, threading, messages, questions, logger } = options;

  async function perform(held: QuestionHandle, effect: MessageStep): Promise<void> {
    if (effect.kind === 'post') return outbox.postOnce(held, effect.slot, effect.message);
    const ts = held.question.posts[effect.slot]?.ts;
    if (ts === undefined) return;
    const priority = mayRepost(held.question, effect) ? 'immediate' : 'final';
    await messages.update(channelOf(held.question.place), ts, { ...effect.message, priority });
  }

  async function sendStep(held: QuestionHandle, effect: MessageStep): Promise<void> {
    const waits = shortWaitsFor(effect);
    const { id: question } = held.question;
    await inSimplerForms(effect.message, {
      send: (message) => withShortWaits(waits, () => perform(held, { ...effect, message })),
      mayTrySimpler,
      refused: (err) => logger.warn({ err, question }, 'refused, trying simpler form'),
    });
  }

  async function sendAll(held: QuestionHandle, render: RenderOutcome): Promise<void> {
    for (const effect of planDelivery(held.question, render(held))) {
      if (effect.kind === 'attach') {
        if (await attach(held, effect.file)) continue;
        return sendAll(held, render);
      }
      try {
        await sendStep(held, effect);
      } catch (error) {
        if (error instanceof SlackBusy && mayRepost(held.question, effect)) {
          await held.save({ outcomeInNewMessage: true });
          return sendAll(held, render);
        }
        if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
        return recover(held, { render, effect, refusal: error });
      }
    }
  }

  async function recover(held: QuestionHandle, lost: Lost): Promise<void> {
    const { effect, refusal, render } = lost;
    if (effect.kind === 'update') await forget(held, lost);
    else {
      await shrinkStatus(messages, held, render(held).finishedStatus);
      await outbox.deleteAnswer(held).catch(skipRefusal);
      await threading.moveToDirect(held, refusal);
    }
    return sendAll(held, render);
  }

  /** The message cannot be updated: deletes it, so that a new one is posted. */
  async function forget(held: QuestionHandle, { effect, refusal }: Lost): Promise<void> {
    const { slot } = effect;
    const ts = held.question.posts[slot]?.ts;
    if (ts !== undefined && refusal.category !== 'not_found') {
      await messages.remove(channelOf(held.question.place), ts).catch(skipRefusal);
    }
    const { [slot]: _gone, ...posts } = held.question.posts;
    await held.save({ posts });
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
      await outbox.adoptLost(held, ['status', 'overdue']).catch(skipRefusal);
      await sendAll(held, render);
    } catch (error) {
      if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
      // Neither the channel nor the direct message is accessible.
      logger.error({ err: error, question: held.question.id }, 'outcome not delivered');
    }
    await outbox.sweep(held).catch(skipRefusal);
    await afterDelivery?.();
    const delivered = { ...held.question, phase: 'delivered' } as const;
    held.question = await questions.close(delivered, threadOf(delivered));
  };
}

/** Removes the Cancel button in a place that the question leaves. */
async function shrinkStatus(
  messages: Pick<SlackMessages, 'update'>,
  { question }: QuestionHandle,
  finished: Message,
): Promise<void> {
  const ts = question.posts.status?.ts;
  if (ts === undefined) return;
  const message = { ...finished, priority: 'final' as const };
  await messages.update(channelOf(question.place), ts, message).catch(skipRefusal);
}

/** The outcome would replace the status message, and no part of it is posted yet. */
function mayRepost(question: Question, { kind, slot }: MessageStep): boolean {
  return (
    kind === 'update' && slot === 'status' && replacesStatus(question) && !hasAnswerPosts(question)
  );
}

/**
 * How many short waits for the rate limit a step gets. A channel takes one post a second, so further
 * parts wait here; the first one waits in the queue, so that a busy channel does not block a worker.
 */
function shortWaitsFor({ kind, slot }: MessageStep): number {
  if (kind === 'update') return 1;
  return slot === 'answer.0' || slot === 'internal-error' ? 0 : 5;
}

function skipRefusal(error: unknown): void {
  if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
}

interface Lost {
  readonly render: RenderOutcome;
  readonly effect: MessageStep;
  readonly refusal: SlackRefused;
}

function mayTrySimpler(error: unknown): boolean {
  return refusesContent(error) || (error instanceof SlackRefused && error.category === 'other');
}
