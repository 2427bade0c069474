import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.js';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { plainer } from '../render/question/plainer.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/slack.js';
import type { Held, QuestionStore } from '../store/questions.js';
import type { Attach } from './attach.js';
import type { Outbox } from './outbox.js';
import { isBegun, planDelivery, replacesStatus, type Said, type Sending } from './plan.js';
import { roomOf } from './tagged.js';
import { type Threading, threadOf } from './threads.js';

export interface DeliveryOptions {
  readonly outbox: Outbox;
  readonly attach: Attach;
  readonly threading: Threading;
  readonly messages: Pick<SlackMessages, 'remove' | 'update'>;
  readonly questions: Pick<QuestionStore, 'close' | 'isDrawing'>;
  readonly logger: Logger;
}

/** What is said for a question as its record stands now: it differs with where it lives. */
export type Say = (held: Held) => Said;

/** What else follows from the ending, once it stands: done again where it was interrupted. */
export type Lastly = () => Promise<void>;

export type Deliver = ReturnType<typeof createDeliver>;

/**
 * Brings a question's ending into its thread, exactly once: whatever was interrupted, the record
 * says what is out, and only what is missing is sent. Throws `SlackBusy`, `SlackUnclear` or a
 * refusal of our standing (a revoked token): call again later.
 */
export function createDeliver(options: DeliveryOptions) {
  const { outbox, attach, threading, messages, questions, logger } = options;

  async function perform(held: Held, effect: Sending): Promise<void> {
    if (effect.do === 'post') return outbox.postOnce(held, effect.slot, effect.message);
    const ts = held.question.posts[effect.slot]?.ts;
    if (ts === undefined) return;
    const priority = mayEndBelow(held.question, effect) ? 'at-once' : 'ending';
    await messages.update(roomOf(held.question.place), ts, { ...effect.message, priority });
  }

  async function performInSomeForm(held: Held, effect: Sending): Promise<void> {
    const which = { question: held.question.id, slot: effect.slot };
    const refused = (err: unknown) => logger.warn({ err, ...which }, 'trying a plainer form');
    const send = (message: Message) => perform(held, { ...effect, message });
    await inSomeForm(effect.message, send, refused);
  }

  async function sendAll(held: Held, say: Say): Promise<void> {
    for (const effect of planDelivery(held.question, say(held))) {
      if (effect.do === 'attach') {
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
        if (!(error instanceof SlackRefused) || error.about === 'standing') throw error;
        return recover(held, { say, effect, refusal: error });
      }
    }
  }

  async function recover(held: Held, lost: Lost): Promise<void> {
    const { effect, refusal, say } = lost;
    if (effect.do === 'update') await forget(held, effect, refusal);
    else {
      await shrinkStatus(held, say);
      await outbox.retractAnswer(held).catch(whereRefused);
      await threading.moveToDirect(held, refusal);
    }
    return sendAll(held, say);
  }

  /** What our message was to become comes as a new one; whatever is left of the old one goes. */
  async function forget(held: Held, { slot }: Sending, refusal: SlackRefused): Promise<void> {
    const ts = held.question.posts[slot]?.ts;
    if (ts !== undefined && refusal.about !== 'gone') {
      await messages.remove(roomOf(held.question.place), ts).catch(whereRefused);
    }
    const { [slot]: _gone, ...posts } = held.question.posts;
    await held.save({ posts });
  }

  /** No Cancel button stays behind in a place that the question leaves. */
  async function shrinkStatus(held: Held, say: Say): Promise<void> {
    const ts = held.question.posts.status?.ts;
    if (ts === undefined) return;
    const message = { ...say(held).settled, priority: 'ending' as const };
    await messages.update(roomOf(held.question.place), ts, message).catch(whereRefused);
  }

  return async function deliver(held: Held, say: Say, lastly?: Lastly): Promise<void> {
    // The ending comes after what a press draws, or it would be overwritten.
    if (await questions.isDrawing(held.question.id)) throw new SlackBusy('chat.update', 100);
    try {
      await threading.openThread(held);
      // An ending may come before Slack's word that these stand: their buttons must not stay.
      await outbox.recall(held, ['status', 'overdue']).catch(whereRefused);
      await sendAll(held, say);
    } catch (error) {
      if (!(error instanceof SlackRefused) || error.about === 'standing') throw error;
      // The channel is closed to us and so is the direct message: nobody is there to hear.
      logger.error({ err: error, question: held.question.id }, 'the answer cannot be delivered');
    }
    await outbox.sweep(held).catch(whereRefused);
    await lastly?.();
    held.question = await questions.close(
      { ...held.question, phase: 'delivered' },
      threadOf(held.question),
    );
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
      const next: Message | undefined = takesPlainer(error) ? plainer(message) : undefined;
      if (next === undefined) throw error;
      refused(error);
      message = next;
    }
  }
}

/** The ending was to replace the status message, and nothing of it stands yet. */
function mayEndBelow(question: Question, { do: does, slot }: Sending): boolean {
  return does === 'update' && slot === 'status' && replacesStatus(question) && !isBegun(question);
}

/**
 * A channel takes one post a second: the next part's turn is worth waiting for, within a bound. What
 * comes first waits outside, so that a crowded channel does not keep the worker from the others.
 */
function patienceFor({ do: does, slot }: Sending): number {
  if (does === 'update') return 1;
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
  if (!(error instanceof SlackRefused) || error.about === 'standing') throw error;
}

interface Lost {
  readonly say: Say;
  readonly effect: Sending;
  readonly refusal: SlackRefused;
}

function takesPlainer(error: unknown): boolean {
  return error instanceof SlackRefused && (error.about === 'form' || error.about === 'other');
}
