import type { Progress } from '../model/outcome.js';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { renderStatus } from '../render/question/progress.js';
import { isSlackError, SlackBusy, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { ChannelRef } from '../slack/web-api.js';
import type { AgentStatusStore } from '../store/agent-status.js';
import type { Change, QuestionHandle } from '../store/questions.js';
import { channelOf } from './find-messages.js';
import type { Outbox } from './outbox.js';
import { createPlanBlocks, withoutPlan } from './plan-blocks.js';
import type { Threading } from './threads.js';

export interface StatusOptions {
  readonly outbox: Outbox;
  readonly threading: Threading;
  readonly messages: Pick<SlackMessages, 'update'>;
  /** Which workspaces refuse plan blocks. */
  readonly plans: Pick<AgentStatusStore, 'refuse' | 'isRefused'>;
  /** When to come back with a status message that is known to find no room in the rate limit, ms. */
  readonly waitForRoomMs: (target: ChannelRef) => number;
  readonly now: () => number;
  /** How long after the question its status message was posted, ms. */
  readonly observeShown?: (ms: number) => void;
}

/** A status message changes at most this often, ms. */
const MIN_GAP_MS = 3_000;

export type Status = ReturnType<typeof createStatus>;

/** The message that shows an open question's progress. */
export function createStatus(options: StatusOptions) {
  const { outbox, threading, messages, now } = options;
  const planBlocks = createPlanBlocks(options.plans);

  async function post(held: QuestionHandle, progress: Progress): Promise<void> {
    const waitMs = options.waitForRoomMs(channelOf(held.question.place));
    if (waitMs > 0) throw new SlackBusy('chat.postMessage', waitMs);
    await threading.ensureThread(held, 'progress');
    const message = withoutPlan(renderStatus(held.question, progress));
    const posted = () => shownNow(message);
    await outbox.postOnce(held, 'status', { ...message, priority: 'progress', posted });
    // An attempt whose reply was lost may have posted it.
    if (held.question.shown === undefined) await held.save(shownNow(message));
    options.observeShown?.(Math.max(0, now() - held.question.askedAt));
  }

  function shownNow(message: Message): Change {
    return { shown: { key: keyOf(message), at: now() } };
  }

  return {
    /**
     * Posts the status message, and before it the root message of a command, if the rate limit leaves
     * room. Throws as a call to Slack does.
     */
    open: post,

    /**
     * Updates the status if it has changed and the rate limit allows it; otherwise the update is
     * dropped. Returns when the next update is possible if this one came too soon.
     */
    async show(held: QuestionHandle, progress: Progress): Promise<number | undefined> {
      const { posts, shown, place } = held.question;
      const ts = posts.status?.ts;
      const message = renderStatus(held.question, progress);
      if (ts === undefined || shown?.key === keyOf(message)) return undefined;
      const nextAt = shown === undefined ? 0 : shown.at + gap(held.question, now());
      if (now() < nextAt) return nextAt;
      const form = await planBlocks.formFor(place.workspace, message);
      try {
        await messages.update(channelOf(place), ts, { ...form, priority: 'progress' });
      } catch (error) {
        // Progress may be lost. What Slack refuses once, it refuses again.
        if (!isSlackError(error)) throw error;
        if (!(error instanceof SlackRefused)) return undefined;
        if (await planBlocks.noteRefusal(place.workspace, form, error)) return undefined;
      }
      await held.save(shownNow(message));
      return undefined;
    },
  };
}

/** Long questions get fewer updates: Slack allows about 50 a minute per workspace. */
function gap(question: Question, at: number): number {
  return Math.max(MIN_GAP_MS, (at - question.askedAt) / 20);
}

function keyOf(message: Message): string {
  return JSON.stringify(message.blocks);
}
