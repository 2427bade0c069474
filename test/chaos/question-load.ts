import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Person, Workspace } from '../../local/workspace/workspace.js';
import { CANCEL_BUTTON, hasButton, KEEP_WAITING_BUTTON } from '../support/scenario.js';
import { questionOf, slotOf } from '../support/visible-outcomes.js';
import type { AnswerPlan } from './planned-engine.js';
import type { SeededRandom } from './random.js';
import type { SlackObserver } from './slack-observer.js';

export type Way = 'mention' | 'command' | 'direct' | 'follow-up';

/** A question that was asked. */
export interface AskedQuestion {
  /** Unique text that occurs in the question and in its answer only. */
  readonly mark: string;
  readonly way: Way;
  readonly by: Person;
  readonly channel: Channel;
  /** ms since the epoch. */
  readonly at: number;
  /** The person's message; a command has none. */
  readonly ts?: string;
  /** The thread it was posted in; its own `ts` if it started one. */
  readonly threadTs?: string;
  /** For a command: whether it was acknowledged. */
  readonly acked?: boolean;
}

export interface QuestionLoadOptions {
  readonly workspace: Workspace;
  readonly observer: SlackObserver;
  readonly random: SeededRandom;
  readonly channels: readonly Channel[];
  readonly people: readonly Person[];
  readonly plans: Map<string, AnswerPlan>;
}

/** What to ask; whatever is left out is random. */
export interface QuestionOptions {
  /** From `newMark`. */
  readonly mark?: string;
  readonly way?: Way;
  readonly by?: Person;
  readonly channel?: Channel;
  readonly plan?: AnswerPlan;
  /** Whether Cancel is pressed; default one in ten. */
  readonly stop?: boolean;
  /** For a follow-up: the first question of its thread. */
  readonly after?: AskedQuestion;
}

export interface QuestionLoad {
  /** Everything that was asked, oldest first. */
  readonly asked: readonly AskedQuestion[];
  /** For a question that must be known before it is asked. */
  newMark(): string;
  ask(question?: QuestionOptions): Promise<AskedQuestion>;
  /** Presses Cancel once it is shown. Does nothing if the button never comes; the click may get lost. */
  pressStop(asked: AskedQuestion): Promise<void>;
  /** Presses “Keep waiting” once it is shown; otherwise like `pressStop`. */
  pressKeepWaiting(asked: AskedQuestion): Promise<void>;
  /** Deletes the person's message once its status message is shown: the bot must then remove its own. */
  deleteMessage(asked: AskedQuestion): Promise<void>;
  /** The marks of questions whose messages were deleted. */
  readonly deleted: ReadonlySet<string>;
  /** Asks `count` questions, at most `perSecond`; resolves when all have been sent and cancelled. */
  askMany(count: number, perSecond: number, question?: QuestionOptions): Promise<void>;
  /** From now on nobody asks in this channel. */
  closeChannel(channel: Channel): void;
  /** Ids of channels that nobody asks in any more. */
  readonly closed: ReadonlySet<string>;
  /** Resolves once `count` questions have been started. */
  reached(count: number): Promise<void>;
  /** Whether the bot acknowledged it: what it never acknowledged counts as not asked. */
  acknowledged(asked: AskedQuestion): boolean;
  /** Whether Slack will deliver it once more. */
  willBeRedelivered(asked: AskedQuestion): boolean;
}

export function createQuestionLoad(options: QuestionLoadOptions): QuestionLoad {
  const { workspace, observer, random, plans } = options;
  const asked: AskedQuestion[] = [];
  const waiters: { readonly count: number; readonly resolve: () => void }[] = [];
  const closed = new Set<string>();
  const deleted = new Set<string>();
  let marks = 0;
  let begun = 0;
  const newMark = () => `q${marks++}q`;

  async function ask(question: QuestionOptions = {}): Promise<AskedQuestion> {
    const mark = question.mark ?? newMark();
    const stop = question.stop ?? random.oneIn(10);
    plans.set(mark, question.plan ?? choosePlan(random, stop));
    begun += 1;
    for (const { count, resolve } of waiters) if (begun >= count) resolve();
    const said = await say(mark, chooseWay(question));
    asked.push(said);
    if (stop) await pressStop(said);
    return said;
  }

  /** A follow-up needs a thread that the bot already answers in. */
  function chooseWay(question: QuestionOptions): Destination {
    const by = question.by ?? random.pick(options.people);
    const channel = question.channel ?? random.pick(options.channels.filter(isOpen));
    const way = question.way ?? random.pick(WAYS);
    const { after } = question;
    if (after !== undefined) return { way, by, channel: after.channel, threadTs: after.threadTs };
    if (way === 'direct') return { way, by, channel: workspace.dm(by) };
    if (way !== 'follow-up') return { way, by, channel };
    const threads = asked.filter(
      (it) => it.way === 'mention' && acknowledged(it) && isOpen(it.channel),
    );
    if (threads.length === 0) return { way: 'mention', by, channel };
    const first = random.pick(threads);
    return { way, by, channel: first.channel, threadTs: first.ts };
  }

  async function say(mark: string, destination: Destination): Promise<AskedQuestion> {
    const { way, by, channel, threadTs } = destination;
    const told = { mark, way, by, channel, at: Date.now() };
    const text = `where do we retry, ${mark}?`;
    if (way === 'command') {
      const { ackStatus } = await workspace.command({ as: by, channel, text });
      return { ...told, acked: ackStatus === 200 };
    }
    const addressed = way === 'mention' ? `<@${workspace.app.botUserId}> ${text}` : text;
    const thread = threadTs === undefined ? {} : { threadTs };
    const { ts } = await workspace.say({ as: by, channel, text: addressed, ...thread });
    return { ...told, ts, threadTs: threadTs ?? ts };
  }

  /** The bot's message in this slot, once it is shown; undefined if it never is. */
  async function findMessage({ ts, channel, threadTs }: AskedQuestion, slot: string) {
    if (ts === undefined || threadTs === undefined) return undefined;
    const find = () =>
      workspace
        .messages({ channel, threadTs })
        .find((message) => questionOf(message)?.endsWith(ts) && slotOf(message) === slot);
    return workspace.waitFor(find, { timeoutMs: SHOWN_TIMEOUT_MS }).catch(() => undefined);
  }

  async function press(on: AskedQuestion, slot: string, actionId: string): Promise<void> {
    const message = await findMessage(on, slot);
    if (message === undefined || !hasButton(message, actionId)) return;
    await workspace
      .click({ as: on.by, channel: on.channel, ts: message.ts, actionId })
      // The question may have ended in the meantime.
      .catch(() => undefined);
  }

  const pressStop = (on: AskedQuestion) => press(on, 'status', CANCEL_BUTTON);

  async function deleteMessage(said: AskedQuestion): Promise<void> {
    const { ts, by, channel, mark } = said;
    if (ts === undefined || (await findMessage(said, 'status')) === undefined) return;
    deleted.add(mark);
    await workspace.remove({ as: by, channel, ts });
  }

  function isOpen({ id }: Channel): boolean {
    return !closed.has(id);
  }

  function acknowledged(it: AskedQuestion): boolean {
    return it.ts === undefined ? it.acked === true : observer.acknowledged(it.ts);
  }

  function willBeRedelivered({ ts, channel }: AskedQuestion): boolean {
    if (ts === undefined || closed.has(channel.id)) return false;
    return !observer.acknowledged(ts) && !observer.undelivered(ts);
  }

  return {
    asked,
    newMark,
    ask,
    pressStop,
    pressKeepWaiting: (on) => press(on, 'overdue', KEEP_WAITING_BUTTON),
    deleteMessage,
    deleted,
    acknowledged,
    willBeRedelivered,
    closed,
    closeChannel: ({ id }) => void closed.add(id),
    async askMany(count, perSecond, question) {
      const pending: Promise<AskedQuestion>[] = [];
      for (let i = 0; i < count; i++) {
        pending.push(ask(question));
        await sleep(1_000 / perSecond);
      }
      await Promise.all(pending);
    },
    reached: (count) =>
      new Promise((resolve) => {
        if (begun >= count) resolve();
        waiters.push({ count, resolve });
      }),
  };
}

interface Destination {
  readonly way: Way;
  readonly by: Person;
  readonly channel: Channel;
  readonly threadTs?: string | undefined;
}

/** Mentions start threads, so they are the most frequent. */
const WAYS: readonly Way[] = ['mention', 'mention', 'mention', 'command', 'direct', 'follow-up'];

function choosePlan(random: SeededRandom, stop: boolean): AnswerPlan {
  if (stop) return { workMs: 4_000 };
  const workMs = random.between(0, 1_500);
  if (random.oneIn(20)) return { workMs, fails: true };
  return random.oneIn(12) ? { workMs, long: true } : { workMs };
}

const SHOWN_TIMEOUT_MS = 60_000;

/** Redelivery delays like Slack's, only shorter. */
export const REDELIVERY_MS = [500, 3_000, 8_000, 20_000] as const;
