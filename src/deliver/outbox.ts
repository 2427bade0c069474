import type { PostedMessage, Slot } from '../model/question.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { OutgoingMessage, SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import { createMessageDeletion } from './delete-replies.js';
import { channelOf, findMessages } from './find-messages.js';

export interface OutboxOptions {
  readonly messages: Pick<SlackMessages, 'post' | 'list' | 'remove'>;
  readonly now: () => number;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Posts each message of a question once. `chat.postMessage` is not idempotent, and may take effect
 * although its reply is lost. So a slot is recorded before and after; a retry first looks for what
 * the last attempt left, and adopts it.
 */
export function createOutbox({ messages, now }: OutboxOptions) {
  async function adopt(
    held: QuestionHandle,
    slot: Slot,
    since: number,
  ): Promise<string | undefined> {
    const found = await findMessages(messages, held.question, {
      since,
      threadTs: held.question.place.threadTs,
    });
    return found.find((message) => message.metadata?.slot === slot)?.ts;
  }

  async function send(
    { question }: QuestionHandle,
    slot: Slot,
    message: OutgoingMessage,
  ): Promise<string> {
    const { place, id } = question;
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    return messages.post(channelOf(place), {
      ...message,
      ...thread,
      metadata: { question: id, slot },
    });
  }

  return {
    ...createMessageDeletion({ messages }),

    /** Posts a slot's message unless it exists, and records its `ts`. */
    async postOnce(held: QuestionHandle, slot: Slot, message: OutgoingMessage): Promise<void> {
      const prior = held.question.posts[slot];
      if (prior?.ts !== undefined) return;
      if (prior !== undefined) {
        const ts = await adopt(held, slot, prior.at);
        if (ts !== undefined) return write(held, slot, { ...prior, ts, mayBeDuplicated: true });
      }
      const tried: PostedMessage =
        prior === undefined ? { at: now() } : { ...prior, mayBeDuplicated: true };
      await write(held, slot, tried);
      const ts = await send(held, slot, message).catch(async (error: unknown) => {
        const nothingSent = error instanceof SlackRefused || error instanceof SlackBusy;
        if (nothingSent && tried.mayBeDuplicated !== true) await write(held, slot, undefined);
        throw error;
      });
      await write(held, slot, { ...tried, ts });
    },

    /**
     * Finds messages whose post had an unknown result, so that they can be updated. One that turns up
     * later is found by the sweep.
     */
    async adoptLost(held: QuestionHandle, slots: readonly Slot[]): Promise<void> {
      for (const slot of slots) {
        const prior = held.question.posts[slot];
        if (prior === undefined || prior.ts !== undefined) continue;
        const ts = await adopt(held, slot, prior.at);
        const found = ts === undefined ? {} : { ts };
        await write(held, slot, { ...prior, ...found, mayBeDuplicated: true });
      }
    },

    /** Deletes duplicates: messages that were posted again after a lost reply. */
    async sweep(held: QuestionHandle): Promise<void> {
      const posts = Object.values(held.question.posts).filter((post) => post !== undefined);
      const uncertain = posts.filter((post) => post.mayBeDuplicated === true);
      if (uncertain.length === 0) return;
      const known = new Set(posts.map((post) => post.ts));
      const since = Math.min(...uncertain.map((post) => post.at));
      const { place, posts: slots } = held.question;
      const roots = slots.root?.mayBeDuplicated
        ? await findMessages(messages, held.question, { since, threadTs: undefined })
        : [];
      const replies = await findMessages(messages, held.question, {
        since,
        threadTs: place.threadTs,
      });
      const duplicates = [...roots, ...replies].filter((message) => !known.has(message.ts));
      for (const duplicate of duplicates) await messages.remove(channelOf(place), duplicate.ts);
    },
  };
}

async function write(
  held: QuestionHandle,
  slot: Slot,
  post: PostedMessage | undefined,
): Promise<void> {
  const { [slot]: _old, ...others } = held.question.posts;
  await held.save({ posts: post === undefined ? others : { ...others, [slot]: post } });
}
