import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.js';
import { threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { simplify } from '../render/question/simplify.js';
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
import type { Threading } from './threads.js';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly attach: AttachFile;
  readonly threading: Threading;
  readonly messages: Pick<SlackMessages, 'remove' | 'update'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isStatusLocked'>;
  readonly logger: Logger;
}

/** What is said for a question as its record stands now: it differs with where it lives. */
export type RenderOutcome = (held: QuestionHandle) => OutcomeMessages;

/** What else follows from the ending, once it stands: done again where it was interrupted. */
export type AfterDelivery = () => Promise<void>;

export type Deliver = ReturnType<typeof createDeliver>;

/**
 * Brings a question's ending into its thread, exactly once: whatever was interrupted, the record
 * says what is out, and only what is missing is sent. Throws `SlackBusy`,
 * `SlackOutcomeUnknown` or an auth error (a revoked token): call again later.
 */
export function createDeliver(options: DeliveryOptions) {
  const { outbox, attach, threading, messages, questions, logger } = options;

  async function perform(held: QuestionHandle, effect: MessageStep): Promise<void> {
    if (effect.kind === 'post') return outbox.postOnce(held, effect.slot, effect.message);
    const ts = held.question.posts[effect.slot]?.ts;
    if (ts === undefined) return;
    const priority = mayEndBelow(held.question, effect) ? 'immediate' : 'final';
    await messages.update(channelOf(held.question.place), ts, { ...effect.message, priority });
  }

  async function performInSomeForm(held: QuestionHandle, effect: MessageStep): Promise<void> {
    const which = { question: held.question.id, slot: effect.slot };
    const refused = (err: unknown) => logger.warn({ err, ...which }, 'trying a plainer form');
    const send = (message: Message) => perform(held, { ...effect, message });
    await inSomeForm(effect.message, send, refused);
  }

  async function sendAll(held: QuestionHandle, say: RenderOutcome): Promise<void> {
    for (const effect of planDelivery(held.question, say(held))) {
      if (effect.kind === 'attach') {
        if (await attach(held, effect.file)) continue;
        return sendAll(held, say);
      }
      try {
        await withShortWaits(patienceFor(effect), () => performInSomeForm(held, effect));
      } catch (error) {
        if (error instanceof SlackBusy && mayEndBelow(held.question, effect)) {
          await held.save({ outcomeInNewMessage: true });
          return sendAll(held, say);
        }
        if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
        return recover(held, { say, effect, refusal: error });
      }
    }
  }

  async function recover(held: QuestionHandle, lost: Lost): Promise<void> {
    const { effect, refusal, say } = lost;
    if (effect.kind === 'update') await forget(held, lost);
    else {
      await shrinkStatus(held, say);
      await outbox.deleteAnswer(held).catch(whereRefused);
      await threading.moveToDirect(held, refusal);
    }
    return sendAll(held, say);
  }

  /** What our message was to become comes as a new one; whatever is left of the old one goes. */
  async function forget(held: QuestionHandle, { effect, refusal }: Lost): Promise<void> {
    const { slot } = effect;
    const ts = held.question.posts[slot]?.ts;
    if (ts !== undefined && refusal.category !== 'not_found') {
      await messages.remove(channelOf(held.question.place), ts).catch(whereRefused);
    }
    const { [slot]: _gone, ...posts } = held.question.posts;
    await held.save({ posts });
  }

  /** No Cancel button stays behind in a place that the question leaves. */
  async function shrinkStatus(held: QuestionHandle, say: RenderOutcome): Promise<void> {
    const ts = held.question.posts.status?.ts;
    if (ts === undefined) return;
    const message = { ...say(held).finishedStatus, priority: 'final' as const };
    await messages.update(channelOf(held.question.place), ts, message).catch(whereRefused);
  }

  return async function deliver(
    held: QuestionHandle,
    say: RenderOutcome,
    lastly?: AfterDelivery,
  ): Promise<void> {
    // The ending comes after what a press draws, or it would be overwritten.
    if (await questions.isStatusLocked(held.question.id)) throw new SlackBusy('chat.update', 100);
    try {
      await threading.openThread(held);
      // An ending may come before Slack's word that these stand: their buttons must not stay.
      await outbox.adoptLost(held, ['status', 'overdue']).catch(whereRefused);
      await sendAll(held, say);
    } catch (error) {
      if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
      // The channel is closed to us and so is the direct message: nobody is there to hear.
      logger.error({ err: error, question: held.question.id }, 'the answer cannot be delivered');
    }
    await outbox.sweep(held).catch(whereRefused);
    await lastly?.();
    const delivered = { ...held.question, phase: 'delivered' } as const;
    held.question = await questions.close(delivered, threadOf(delivered));
  };
}

/** Down the ladder: a form that Slack refuses is tried plainer, and plain text at last. */
async function inSomeForm(
  first: Message,
  send: (message: Message) => Promise<void>,
  refused: (error: unknown) => void,
): Promise<void> {
  for (let message: Message | undefined = first; ; ) {
    try {
      return await send(message);
    } catch (error) {
      const next: Message | undefined = takesPlainer(error) ? simplify(message) : undefined;
      if (next === undefined) throw error;
      refused(error);
      message = next;
    }
  }
}

/** The ending was to replace the status message, and nothing of it stands yet. */
function mayEndBelow(question: Question, { kind, slot }: MessageStep): boolean {
  return (
    kind === 'update' && slot === 'status' && replacesStatus(question) && !hasAnswerPosts(question)
  );
}

/**
 * A channel takes one post a second: the next part's turn is worth waiting for, within a bound. What
 * comes first waits outside, so that a crowded channel does not keep the worker from the others.
 */
function patienceFor({ kind, slot }: MessageStep): number {
  if (kind === 'update') return 1;
  return slot === 'answer.0' || slot === 'mistake' ? 0 : 5;
}

const SHORT_WAIT_MS = 2_000;

async function withShortWaits(times: number, send: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await send();
    } catch (error) {
      const short = error instanceof SlackBusy && error.retryAfterMs <= SHORT_WAIT_MS;
      if (!short || tries >= times) throw error;
      await sleep(error.retryAfterMs);
    }
  }
}

function whereRefused(error: unknown): void {
  if (!(error instanceof SlackRefused) || error.category === 'auth') throw error;
}

interface Lost {
  readonly say: RenderOutcome;
  readonly effect: MessageStep;
  readonly refusal: SlackRefused;
}

function takesPlainer(error: unknown): boolean {
  return (
    error instanceof SlackRefused && (error.category === 'content' || error.category === 'other')
  );
}
