import type { Logger } from '../log.js';
import type { Outcome } from '../model/outcome.js';
import { hasEnded, type Question } from '../model/question.js';
import { isSlackError, isTokenRefused, SlackRefused } from '../slack/errors.js';
import type { OutgoingReaction, SlackMessages } from '../slack/messages.js';
import type { ChannelRef } from '../slack/web-api.js';
import type { AgentStatusStore } from '../store/agent-status.js';
import type { QuestionStore } from '../store/questions.js';
import type { AskedMessage, ReactionStore } from '../store/reactions.js';
import { createSerialQueues } from './serial-queues.js';

export interface ReactionsOptions {
  readonly messages: Pick<SlackMessages, 'react' | 'removeReaction'>;
  readonly reactions: ReactionStore;
  readonly questions: Pick<QuestionStore, 'load'>;
  /** Which methods a workspace refused. */
  readonly refusals: Pick<AgentStatusStore, 'refuse' | 'isRefused'>;
  /** For how long a reaction is known to find no room in the rate limit, ms. */
  readonly waitForRoomMs: (target: ChannelRef) => number;
  readonly enabled: boolean;
  readonly now: () => number;
  readonly logger: Logger;
}

const RUNNING = 'eyes';
const ANSWERED = 'white_check_mark';
const FAILED = 'warning';
const NOTED = '+1';

/** A question that ends earlier is not shown as running, ms. */
const SHOWN_AFTER_MS = 1_500;
/** A reaction that is older than this may belong to a question that a dead process has ended, ms. */
const STALE_MS = 60_000;
/** How long a method is not called again in a workspace that refused it, ms. */
const REFUSED_MS = 3600_000;

export type Reactions = ReturnType<typeof createReactions>;

/**
 * Reactions to the message of a question: that it runs, and how it ended. They are optional: set in the
 * background where the rate limit has room. Where a process dies, or there is no room to remove one, it is
 * removed by the next sweep.
 */
export function createReactions(options: ReactionsOptions) {
  const { messages, reactions: store, questions, enabled, now, logger } = options;
  const attempt = createAttempt(options);
  const queues = createSerialQueues();
  /** By the id of the question. */
  const timers = new Map<string, NodeJS.Timeout>();
  const tried = createTried();

  function runLater({ questionId }: AskedMessage, work: () => Promise<void>): void {
    queues.run(questionId, work).catch((error: unknown) => {
      logger.warn({ err: error }, 'reaction not set');
    });
  }

  async function addRunning(message: AskedMessage): Promise<void> {
    if (options.waitForRoomMs(message) > 0) return;
    if (!(await store.add(message, now()))) return;
    const reaction = { ts: message.ts, name: RUNNING, priority: 'progress' } as const;
    const result = await attempt('reactions.add', message, () => messages.react(message, reaction));
    if (result === 'refused' || result === 'busy') await store.remove(message);
  }

  async function add(message: AskedMessage, name: string): Promise<void> {
    const reaction = { ts: message.ts, name, priority: 'immediate' } as const;
    await attempt('reactions.add', message, () => messages.react(message, reaction));
  }

  /** `refused`: by Slack, such as because it is not there. */
  async function removeRunning(message: AskedMessage): Promise<AttemptResult> {
    const reaction: OutgoingReaction = { ts: message.ts, name: RUNNING, priority: 'immediate' };
    return attempt('reactions.remove', message, () => messages.removeReaction(message, reaction));
  }

  return {
    /** Shows that a question runs, if it does not end within a moment. */
    show(question: Question): void {
      const message = askedMessage(question);
      if (!enabled || message === undefined || !mayShow(question)) return;
      const { id } = question;
      if (!tried.isNew(id)) return;
      const delayMs = Math.max(0, question.askedAt + SHOWN_AFTER_MS - now());
      const run = () => {
        timers.delete(id);
        runLater(message, () => addRunning(message));
      };
      timers.set(id, setTimeout(run, delayMs).unref());
    },

    /** Shows how a delivered question ended. */
    end(question: Question): void {
      const message = askedMessage(question);
      if (!enabled || message === undefined) return;
      clearTimeout(timers.get(question.id));
      timers.delete(question.id);
      runLater(message, async () => {
        const name = markOf(question);
        if (name !== undefined) await add(message, name);
        if (!(await store.has(message))) return;
        // Refused as `no_reaction`, it may be on its way from another process: left to the sweep.
        if ((await removeRunning(message)) === 'done') await store.remove(message);
      });
    },

    /** Reacts to a message that asks nothing, such as thanks, where there is room. */
    async acknowledge({ workspace, channel }: ChannelRef, ts: string): Promise<void> {
      if (!enabled) return;
      const reaction = { ts, name: NOTED, priority: 'progress' } as const;
      const target = { workspace, channel };
      await attempt('reactions.add', target, () => messages.react(target, reaction));
    },

    /** Removes what dead processes and failed calls left. */
    async sweep(): Promise<void> {
      for (const message of await store.stale(now() - STALE_MS)) {
        await queues.run(message.questionId, async () => {
          const question = await questions.load(message.questionId);
          if (question !== undefined && question.phase !== 'delivered') return;
          const result = await removeRunning(message);
          if (result !== 'done' && result !== 'refused') return;
          await store.remove(message);
          const name = question === undefined ? undefined : markOf(question);
          if (name !== undefined && result === 'done' && enabled) await add(message, name);
        });
      }
    },

    /** Resolves when no call is in progress. What has not begun is left out. */
    async idle(): Promise<void> {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      await queues.idle();
    },
  };
}

/** The message that asks a question: the user's own, or for a command the one that we posted. */
function askedMessage(question: Question): AskedMessage | undefined {
  const { id: questionId, messageTs, place, askedIn, posts } = question;
  const { workspace } = place;
  if (messageTs !== undefined) {
    return { workspace, channel: askedIn ?? place.channel, ts: messageTs, questionId };
  }
  const ts = posts.root?.ts;
  return ts === undefined ? undefined : { workspace, channel: place.channel, ts, questionId };
}

/** Nothing is shown where nothing is posted. */
function mayShow({ readersUnknown, leftChannel, messageTs }: Question): boolean {
  return messageTs === undefined || (readersUnknown !== true && leftChannel !== true);
}

/** Undefined: a stopped question just shows no longer that it runs. */
function markOf(question: Question): string | undefined {
  const { outcome, withdrawn } = question;
  if (outcome === undefined || withdrawn === true || !hasEnded(question)) return undefined;
  return mayShow(question) ? MARKS[outcome.kind] : undefined;
}

const MARKS: Readonly<Record<Outcome['kind'], string | undefined>> = {
  completed: ANSWERED,
  cancelled: undefined,
  failed: FAILED,
  expired: FAILED,
  refused: FAILED,
  unreachable: FAILED,
  withheld: undefined,
};

/** `refused`: by Slack, and it would be again; `unknown`: it may have taken effect. */
type AttemptResult = 'done' | 'refused' | 'busy' | 'unknown';

/** What Slack refuses for the app as a whole is not tried again for an hour. Throws only errors that are not Slack's. */
function createAttempt({ refusals, logger }: Pick<ReactionsOptions, 'refusals' | 'logger'>) {
  return async (
    method: string,
    { workspace }: ChannelRef,
    call: () => Promise<void>,
  ): Promise<AttemptResult> => {
    if (await refusals.isRefused(workspace, method)) return 'refused';
    try {
      await call();
      return 'done';
    } catch (error) {
      if (!isSlackError(error)) throw error;
      logger.debug({ err: error }, 'reaction not set');
      if (!(error instanceof SlackRefused)) return error.code === 'slack_busy' ? 'busy' : 'unknown';
      if (isTokenRefused(error)) return 'busy';
      if (error.category === 'auth') {
        logger.info({ workspace, method, error: error.error }, 'reactions paused for an hour');
        await refusals.refuse(workspace, method, REFUSED_MS);
      }
      return 'refused';
    }
  };
}

const MAX_TRIED = 5_000;

/** Each question is shown as running at most once: where there was no room, it is left out. */
function createTried() {
  const ids = new Set<string>();
  return {
    /** Whether it was not tried by this process; now it counts as tried. */
    isNew(id: string): boolean {
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > MAX_TRIED && oldest !== undefined) ids.delete(oldest);
      return true;
    },
  };
}
