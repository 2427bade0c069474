import { DeepSearchSlackError } from '../model/error.js';
import { type ThreadKey, threadOf } from '../model/place.js';
import type { Question } from '../model/question.js';
import { renderRoot } from '../render/question/outcome.js';
import { isFinalRefusal, isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { Priority } from '../slack/rate-limits.js';
import type { Change, QuestionHandle } from '../store/questions.js';
import type { ThreadStore } from '../store/threads.js';
import type { Outbox } from './outbox.js';

export interface ThreadingOptions {
  readonly outbox: Pick<Outbox, 'postOnce'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly threads: Pick<ThreadStore, 'claim' | 'enqueue' | 'dequeue' | 'setOrigin'>;
}

/** A question has to move to its user's direct message, which Slack refuses to open: not an outage. */
export class DirectMessageRefused extends DeepSearchSlackError {
  readonly code = 'direct_message_refused';

  constructor(cause: SlackRefused) {
    super(`No place to answer in: ${cause.message}`, { cause });
  }
}

export type Threading = ReturnType<typeof createThreading>;

/** Gives a question its thread: its own, a new one with a root message, or one in a direct message. */
export function createThreading({ outbox, messages, threads }: ThreadingOptions) {
  /** Ensures that the question has a thread where it is now. */
  async function begin(held: QuestionHandle, priority: Priority): Promise<void> {
    await postRoot(outbox, held, priority);
    const thread = threadOf(held.question);
    if (thread !== undefined) await join(threads, thread, held.question);
  }

  /**
   * Moves a question to a new thread in the user's direct message, because the bot cannot post in the
   * channel. Follow-ups there start a new conversation: others may read the channel's. Throws the
   * refusal if it is there already, and `DirectMessageRefused`.
   */
  async function moveToDirect(held: QuestionHandle, refusal: SlackRefused): Promise<void> {
    await changePlace(held, refusal);
    await begin(held, 'final');
  }

  async function changePlace(held: QuestionHandle, refusal: SlackRefused): Promise<void> {
    const { place, id, user } = held.question;
    if (place.direct) throw refusal;
    const channel = await messages.openDirect(place.workspace, user).catch(asDirectMessageRefused);
    const left = threadOf(held.question);
    if (left !== undefined) await threads.dequeue(left, id);
    await held.save(movedToDirect(held.question, channel));
  }

  /** Where not everybody may read the answer, the question goes to the direct message before it is asked. Throws `DirectMessageRefused`. */
  async function openPlace(held: QuestionHandle): Promise<void> {
    if (isMisplaced(held.question)) await changePlace(held, KEPT_PRIVATE);
  }

  /**
   * Ensures that the question has a thread of ours, in private if required. `priority`: of the message
   * that starts it. Throws as `postOnce` and `moveToDirect` do.
   */
  async function ensureThread(held: QuestionHandle, priority: Priority): Promise<void> {
    await openPlace(held);
    await begin(held, priority);
  }

  return {
    openPlace,
    ensureThread,
    moveToDirect,

    /** Ensures that the question has a thread where it is, whoever may read that. */
    beginThread: async (held: QuestionHandle): Promise<void> => {
      if (held.question.place.threadTs === undefined) await begin(held, 'final');
    },

    /**
     * The same, with the direct message as the fallback if the bot cannot post in the channel: then it
     * returns the refusal.
     */
    async openThread(held: QuestionHandle): Promise<SlackRefused | undefined> {
      if (held.question.place.threadTs !== undefined && !isMisplaced(held.question))
        return undefined;
      try {
        await ensureThread(held, 'final');
        return undefined;
      } catch (error) {
        if (!isFinalRefusal(error)) throw error;
        await moveToDirect(held, error);
        return error;
      }
    },
  };
}

/** Where nobody asked in a thread, such as for a command, a message of ours starts one. */
async function postRoot(
  outbox: Pick<Outbox, 'postOnce'>,
  held: QuestionHandle,
  priority: Priority,
): Promise<void> {
  const { user, text, place } = held.question;
  if (place.threadTs !== undefined) return;
  await outbox.postOnce(held, 'root', {
    ...renderRoot({ user, text, direct: place.direct }),
    priority,
  });
  const threadTs = held.question.posts.root?.ts;
  if (threadTs !== undefined) await held.save({ place: { ...place, threadTs } });
}

/** From then on, replies in the thread are for the bot, and the question has its turn there. */
async function join(
  threads: ThreadingOptions['threads'],
  thread: ThreadKey,
  question: Question,
): Promise<void> {
  const { id, askedAt, askedIn } = question;
  await Promise.all([
    threads.claim(thread, id),
    threads.enqueue(thread, id, askedAt),
    askedIn === undefined ? undefined : threads.setOrigin(thread, askedIn),
  ]);
}

/** An answer waits longer than a look-up is retried: `no_reply` says that this was given up. */
function asDirectMessageRefused(error: unknown): never {
  if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
  throw error.error === 'no_reply' ? (error.cause ?? error) : new DirectMessageRefused(error);
}

/** Nothing of the question is posted in the direct message yet. */
function movedToDirect({ place, startsThread }: Question, channel: string): Change {
  // Where Slack does not tell what a direct message is, it may be this one.
  const stays = channel === place.channel;
  const from = stays ? {} : { askedIn: place.channel, askedInThread: place.threadTs };
  return {
    place: { workspace: place.workspace, channel, direct: true },
    ...from,
    posts: {},
    shown: undefined,
    file: undefined,
    // Where it had a thread, others may read the conversation that it was created in.
    startsThread: place.threadTs === undefined ? startsThread : undefined,
  };
}

const KEPT_PRIVATE = new SlackRefused('chat.postMessage', 'restricted_action');

/** It is for whoever asked alone, and not in their direct message yet. */
function isMisplaced({ privately, readersUnknown, place }: Question): boolean {
  return (privately === true || readersUnknown === true) && !place.direct;
}
