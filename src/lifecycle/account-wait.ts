import type { PostEphemeral } from '../deliver/post-ephemeral.js';
import type { PostOnce } from '../deliver/post-once.js';
import type { Status } from '../deliver/status.js';
import { ACCOUNT_WAIT_MS } from '../model/account.js';
import type { Place } from '../model/place.js';
import { threadOf } from '../model/place.js';
import { askerOf, hasEnded, type Question } from '../model/question.js';
import { renderConnectFirst } from '../render/account/connect-first.js';
import * as notes from '../render/texts/notes.js';
import { isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { QuestionHandle } from '../store/questions.js';
import type { ResponseUrlStore } from '../store/sealed-urls.js';
import type { ThreadStore } from '../store/threads.js';
import type { WaitingQuestionStore } from '../store/waiting-questions.js';
import type { NextStep } from './decide.js';

export interface AccountWaitOptions {
  /** False: it has to run with its asker's own account, and they have connected none. */
  readonly hasAccount: (question: Question) => Promise<boolean>;
  readonly threads: Pick<ThreadStore, 'enqueue' | 'dequeue' | 'queue'>;
  readonly waiting: Pick<WaitingQuestionStore, 'enter' | 'leave'>;
  readonly status: Pick<Status, 'show'>;
  readonly messages: Pick<SlackMessages, 'openDirect'>;
  readonly postOnce: PostOnce;
  /** Where Slack does not open the direct message. */
  readonly postEphemeral: PostEphemeral;
  readonly questionResponses: Pick<ResponseUrlStore, 'sealedUrl'>;
  /** Runs a question's job now. */
  readonly wake: (questionId: string) => Promise<void>;
  readonly now: () => number;
}

export type AccountWait = ReturnType<typeof createAccountWait>;

/** Questions that wait for their asker to connect an account. Everything here may be repeated. */
export function createAccountWait(options: AccountWaitOptions) {
  const { threads, waiting, wake, now } = options;

  /** The others of its thread do not wait for somebody else's account. */
  async function letOthersPass(question: Question): Promise<void> {
    const thread = threadOf(question);
    if (thread === undefined) return;
    await threads.dequeue(thread, question.id);
    for (const id of await threads.queue(thread)) await wake(id);
  }

  /** Their direct message: an ephemeral message may be lost, and is not shown in every thread. */
  async function privatePlace({ place, user, messageTs }: Question): Promise<Place> {
    const { workspace, threadTs = messageTs } = place;
    if (!place.direct) {
      const channel = await options.messages.openDirect(workspace, user);
      return { workspace, channel, direct: true };
    }
    return threadTs === undefined ? place : { ...place, threadTs };
  }

  /** The asker is told once, in private. Throws what Slack cannot take for now. */
  async function tell(held: QuestionHandle, since: number): Promise<void> {
    const { question } = held;
    if (question.unconnected?.toldAt !== undefined) return;
    const { id, text, ref } = question;
    const message = renderConnectFirst({ questionId: id, text, again: ref !== undefined });
    try {
      const place = await privatePlace(question);
      await options.postOnce(place, { id, slot: `connect.${since}`, at: since, message });
      await tellWhereTyped(question);
    } catch (error) {
      if (!(error instanceof SlackRefused) || isTokenRefused(error)) throw error;
      const { place, user } = question;
      await options.postEphemeral({ place, user, mustArrive: true }, message);
    }
    await held.save({ unconnected: { since, toldAt: now() } });
  }

  /** A command or a form leaves nothing in the channel by which they see that it was taken. */
  async function tellWhereTyped({ id, place, user }: Question): Promise<void> {
    const sealedResponseUrl = await options.questionResponses.sealedUrl(id);
    if (sealedResponseUrl === undefined) return;
    await options.postEphemeral({ place, user, sealedResponseUrl }, notes.connectInDirectMessage);
  }

  return {
    /** Records that it waits, and tells its asker; gives when to look again. */
    async begin(held: QuestionHandle, { until, progress }: AccountStep): Promise<{ at: number }> {
      const { question } = held;
      const since = question.unconnected?.since ?? now();
      if (question.unconnected === undefined) await held.save({ unconnected: { since } });
      const wait = { now: now(), until: since + ACCOUNT_WAIT_MS };
      await waiting.enter(askerOf(question), question.id, wait);
      await letOthersPass(question);
      await tell(held, since);
      if (question.posts.status?.ts !== undefined) await options.status.show(held, progress);
      return { at: until };
    },

    /** Whether it need not wait (any more) to be created. Then it takes its turn in its thread again. */
    async isOver({ question }: QuestionHandle): Promise<boolean> {
      if (question.ref !== undefined || hasEnded(question)) return true;
      if (!(await options.hasAccount(question))) return false;
      const thread = threadOf(question);
      if (thread !== undefined && question.unconnected !== undefined) {
        await threads.enqueue(thread, question.id, question.askedAt);
      }
      return true;
    },

    /** It waited `before`, and does not any more. */
    async leave({ question }: QuestionHandle, before: Question): Promise<void> {
      if (before.unconnected === undefined) return;
      if (question.unconnected !== undefined && !hasEnded(question)) return;
      await waiting.leave(askerOf(question), question.id);
    },
  };
}

type AccountStep = NextStep & { readonly kind: 'wait-for-account' };
