import type { Progress } from '../model/outcome.js';
import type { Question } from '../model/question.js';
import type { Message } from '../render/blocks/message.js';
import { hasPlan } from '../render/blocks/plan.js';
import { renderFinishedOverdue } from '../render/question/overdue.js';
import { renderProgress } from '../render/question/progress.js';
import { simplify } from '../render/question/simplify.js';
import { isSlackError, SlackRefused } from '../slack/errors.js';
import type { SlackMessages } from '../slack/messages.js';
import type { AgentStatusStore } from '../store/agent-status.js';
import type { QuestionHandle } from '../store/questions.js';
import { channelOf } from './find-messages.js';
import type { Outbox } from './outbox.js';
import type { Threading } from './threads.js';

export interface StatusOptions {
  readonly outbox: Outbox;
  readonly threading: Threading;
  readonly messages: Pick<SlackMessages, 'update'>;
  /** Which workspaces refuse plan blocks. */
  readonly plans: Pick<AgentStatusStore, 'refuse' | 'isRefused'>;
  readonly now: () => number;
  /** How long after the question its status message was posted, ms. */
  readonly observeShown?: (ms: number) => void;
}

/** A status message changes at most this often, ms. */
const MIN_GAP_MS = 3_000;

/** The name that a refusal of plan blocks is stored under. */
const PLAN = 'plan';
const REFUSED_MS = 3600_000;

export type Status = ReturnType<typeof createStatus>;

/** The message that shows an open question's progress. */
export function createStatus(options: StatusOptions) {
  const { outbox, threading, messages, plans, now } = options;

  async function open(held: QuestionHandle, progress: Progress): Promise<void> {
    await threading.ensureThread(held);
    const message = withoutPlan(render(held.question, progress));
    await outbox.postOnce(held, 'status', message);
    if (held.question.shown !== undefined) return;
    await note(held, message);
    options.observeShown?.(Math.max(0, now() - held.question.askedAt));
  }

  async function note(held: QuestionHandle, message: Message): Promise<void> {
    await held.save({ shown: { key: keyOf(message), at: now() } });
  }

  /** Without its plan block, if the workspace has refused one recently. */
  async function formFor(workspace: string, message: Message): Promise<Message> {
    const plain = hasPlan(message) && (await plans.isRefused(workspace, PLAN));
    return plain ? withoutPlan(message) : message;
  }

  return {
    /**
     * Posts the status message, and before it the root message of a command. If the bot cannot post
     * there, the question moves to the user's direct message.
     */
    async open(held: QuestionHandle, progress: Progress): Promise<void> {
      try {
        await open(held, progress);
      } catch (error) {
        if (!(error instanceof SlackRefused && error.category === 'channel')) throw error;
        await threading.moveToDirect(held, error);
        await open(held, progress);
      }
    },

    /**
     * Updates the status if it has changed and the rate limit allows it; otherwise the update is
     * dropped. Returns when the next update is possible if this one came too soon.
     */
    async show(held: QuestionHandle, progress: Progress): Promise<number | undefined> {
      const { posts, shown, place } = held.question;
      const ts = posts.status?.ts;
      const message = render(held.question, progress);
      if (ts === undefined || shown?.key === keyOf(message)) return undefined;
      const nextAt = shown === undefined ? 0 : shown.at + gap(held.question, now());
      if (now() < nextAt) return nextAt;
      const form = await formFor(place.workspace, message);
      try {
        await messages.update(channelOf(place), ts, { ...form, priority: 'progress' });
      } catch (error) {
        // Progress may be lost. What Slack refuses once, it refuses again.
        if (!isSlackError(error)) throw error;
        if (!(error instanceof SlackRefused)) return undefined;
        if (hasPlan(form) && error.category === 'content') {
          await plans.refuse(place.workspace, PLAN, REFUSED_MS);
          return undefined;
        }
      }
      await note(held, message);
      return undefined;
    },

    /** Replaces the question whether to keep waiting by who chose to. */
    async showKept(question: Question, by: string): Promise<void> {
      const ts = question.posts.overdue?.ts;
      if (ts === undefined) return;
      const message = renderFinishedOverdue({ kept: true, by });
      await messages.update(channelOf(question.place), ts, { ...message, priority: 'immediate' });
    },

    /** Shows at once that a stop was requested, without the button. Not recorded: the job updates it again. */
    async showStopping(question: Question, progress: Progress): Promise<void> {
      const ts = question.posts.status?.ts;
      if (ts === undefined) return;
      const message = render(question, { ...progress, phase: { kind: 'stopping' } });
      await messages.update(channelOf(question.place), ts, { ...message, priority: 'immediate' });
    },
  };
}

function render(question: Question, progress: Progress): Message {
  const unsaid = question.origin === 'suggestion' || question.origin === 'message';
  const quoted = unsaid ? { quote: question.text } : {};
  return renderProgress(progress, { questionId: question.id, user: question.user, ...quoted });
}

/** Long questions get fewer updates: Slack allows about 50 a minute per workspace. */
function gap(question: Question, at: number): number {
  return Math.max(MIN_GAP_MS, (at - question.askedAt) / 20);
}

function withoutPlan(message: Message): Message {
  return hasPlan(message) ? (simplify(message) ?? message) : message;
}

function keyOf(message: Message): string {
  return JSON.stringify(message.blocks);
}
