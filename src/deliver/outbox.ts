import type { Logger } from '../log.js';
import type { PostedMessage, Question, Slot } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { SlackBusy, SlackRefused } from '../slack/errors.js';
import type { OutgoingMessage, SlackMessages } from '../slack/messages.js';
import type { Change, QuestionHandle } from '../store/questions.js';
import { channelOf, findMessages } from './find-messages.js';
import { inSimplerForms } from './simpler-forms.js';

export interface OutboxOptions {
  readonly messages: Pick<SlackMessages, 'post' | 'list'>;
  /** If so, the record may not know all that was sent. Default: it does. */
  readonly maybeRestoredSince?: MaybeRestoredSince;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Whether Redis may have been restored from a backup since `at`, in ms since the epoch. */
export type MaybeRestoredSince = (at: number) => Promise<boolean>;

export const never: MaybeRestoredSince = async () => false;

export type RecordedMessage = Message &
  Pick<OutgoingMessage, 'priority'> & {
    /** What else its posting changes in the record. */
    readonly posted?: () => Change;
  };

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Posts each message of a question once. `chat.postMessage` is not idempotent, and may take effect
 * although its reply is lost. So a slot is recorded before and after; a retry first looks for what
 * the last attempt left, and adopts it. So does the first attempt where the record may be that of a backup.
 * What Slack refuses is posted in simpler forms.
 */
export function createOutbox({ messages, maybeRestoredSince = never, now, logger }: OutboxOptions) {
  /** Whether an attempt with an unknown result left a message, which is then recorded. */
  async function adopt(held: QuestionHandle, slot: Slot, prior: PostedMessage): Promise<boolean> {
    const { threadTs } = held.question.place;
    const found = await findMessages(messages, held.question, { since: prior.at, threadTs });
    const ts = found.find(({ metadata }) => metadata?.slot === slot)?.ts;
    if (ts !== undefined) await write(held, slot, { ...prior, ts, mayBeDuplicated: true });
    return ts !== undefined;
  }

  async function unrecordedPost({ askedAt: at }: Question): Promise<PostedMessage | undefined> {
    return (await maybeRestoredSince(at)) ? { at } : undefined;
  }

  async function send(
    { question }: QuestionHandle,
    slot: Slot,
    message: Message & Pick<OutgoingMessage, 'priority'>,
  ): Promise<string> {
    const { place, id } = question;
    const thread = place.threadTs === undefined ? {} : { threadTs: place.threadTs };
    const where = { ...thread, metadata: { question: id, slot } };
    return inSimplerForms(message, {
      send: (form) => messages.post(channelOf(place), { ...message, ...form, ...where }),
      refused: (err) => logger.warn({ err, question: id }, 'refused, trying simpler form'),
    });
  }

  return {
    /** Posts a slot's message unless it exists, and records its `ts`; `posted` is saved along with it. */
    async postOnce(
      held: QuestionHandle,
      slot: Slot,
      { posted = () => ({}), ...message }: RecordedMessage,
    ): Promise<void> {
      const prior = held.question.posts[slot];
      if (prior?.ts !== undefined) return;
      const searched = prior ?? (await unrecordedPost(held.question));
      if (searched !== undefined && (await adopt(held, slot, searched))) return;
      const tried: PostedMessage =
        prior === undefined ? { at: now() } : { ...prior, mayBeDuplicated: true };
      await write(held, slot, tried);
      const ts = await send(held, slot, message).catch(async (error: unknown) => {
        const nothingSent = error instanceof SlackRefused || error instanceof SlackBusy;
        if (nothingSent && tried.mayBeDuplicated !== true) await write(held, slot, undefined);
        throw error;
      });
      await held.save({ ...posted(), posts: { ...held.question.posts, [slot]: { ...tried, ts } } });
    },

    /**
     * Finds messages whose post had an unknown result, so that they can be updated. One that turns up
     * later is found by the sweep.
     */
    async adoptLost(held: QuestionHandle, slots: readonly Slot[]): Promise<void> {
      for (const slot of slots) {
        const prior = held.question.posts[slot];
        if (prior === undefined || prior.ts !== undefined) continue;
        if (await adopt(held, slot, prior)) continue;
        await write(held, slot, { ...prior, mayBeDuplicated: true });
      }
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
