import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Message, Person, Workspace } from '../../local/workspace/workspace.js';
import { has, KEEP, STOP } from '../flow/scene.js';
import type { Chance } from './chance.js';
import type { Plan } from './plans.js';
import type { Witness } from './witness.js';

export type Way = 'mention' | 'command' | 'direct' | 'follow-up';

/** Something that a person asked. */
export interface Asked {
  /** In its text, in what answers it, and in nothing else. */
  readonly mark: string;
  readonly way: Way;
  readonly by: Person;
  readonly channel: Channel;
  /** ms since the epoch. */
  readonly at: number;
  /** The person's own message; a command has none. */
  readonly ts?: string;
  /** The thread it was said in; its own where it began one. */
  readonly threadTs?: string;
  /** Of a command: whether it was acknowledged. */
  readonly acked?: boolean;
}

export interface AskingOptions {
  readonly workspace: Workspace;
  readonly witness: Witness;
  readonly chance: Chance;
  readonly rooms: readonly Channel[];
  readonly people: readonly Person[];
  readonly plans: Map<string, Plan>;
}

/** What is to be asked; what is left out is left to chance. */
export interface Wish {
  /** One that `newMark` gave. */
  readonly mark?: string;
  readonly way?: Way;
  readonly by?: Person;
  readonly channel?: Channel;
  readonly plan?: Plan;
  /** Whether somebody presses Cancel; default one in ten. */
  readonly stop?: boolean;
  /** Of a follow-up: what was asked first in its thread. */
  readonly after?: Asked;
}

export interface Asking {
  /** Everything that was asked, oldest first. */
  readonly asked: readonly Asked[];
  /** For a question that is to be known before it is asked. */
  newMark(): string;
  ask(wish?: Wish): Promise<Asked>;
  /** Presses Cancel, once it is there; where the button never comes, or the click is lost, nobody did. */
  pressStop(asked: Asked): Promise<void>;
  /** Chooses to keep waiting, once it is asked whether to; else as `pressStop`. */
  keep(asked: Asked): Promise<void>;
  /** Deletes what was said, once its status message stands: then nothing of it may be left. */
  withdraw(asked: Asked): Promise<void>;
  /** The marks of what was withdrawn. */
  readonly withdrawn: ReadonlySet<string>;
  /** Asks so many, at most `perSecond`, and resolves when all of it was said and pressed. */
  askMany(count: number, perSecond: number, wish?: Wish): Promise<void>;
  /** From now on nobody asks in this channel. */
  closeRoom(room: Channel): void;
  /** Channels that nobody asks in any more. */
  readonly closed: ReadonlySet<string>;
  /** Resolves once so many have been asked. */
  reached(count: number): Promise<void>;
  /** Whether the bot has said that it has it: what nobody took over counts as not asked. */
  heard(asked: Asked): boolean;
  /** Whether Slack will send it once more. */
  isOnItsWay(asked: Asked): boolean;
}

export function createAsking(options: AskingOptions): Asking {
  const { workspace, witness, chance, plans } = options;
  const asked: Asked[] = [];
  const waiters: { readonly count: number; readonly resolve: () => void }[] = [];
  const closed = new Set<string>();
  const withdrawn = new Set<string>();
  let marks = 0;
  let begun = 0;
  const newMark = () => `q${marks++}q`;

  async function ask(wish: Wish = {}): Promise<Asked> {
    const mark = wish.mark ?? newMark();
    const stop = wish.stop ?? chance.oneIn(10);
    plans.set(mark, wish.plan ?? choosePlan(chance, stop));
    begun += 1;
    for (const { count, resolve } of waiters) if (begun >= count) resolve();
    const said = await say(mark, chooseWay(wish));
    asked.push(said);
    if (stop) await pressStop(said);
    return said;
  }

  /** A follow-up needs a thread that is the bot's already. */
  function chooseWay(wish: Wish): Spot {
    const by = wish.by ?? chance.pick(options.people);
    const channel = wish.channel ?? chance.pick(options.rooms.filter(isOpen));
    const way = wish.way ?? chance.pick(WAYS);
    const { after } = wish;
    if (after !== undefined) return { way, by, channel: after.channel, threadTs: after.threadTs };
    if (way === 'direct') return { way, by, channel: workspace.dm(by) };
    if (way !== 'follow-up') return { way, by, channel };
    const threads = asked.filter((it) => it.way === 'mention' && heard(it) && isOpen(it.channel));
    if (threads.length === 0) return { way: 'mention', by, channel };
    const first = chance.pick(threads);
    return { way, by, channel: first.channel, threadTs: first.ts };
  }

  async function say(mark: string, spot: Spot): Promise<Asked> {
    const { way, by, channel, threadTs } = spot;
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

  /** The bot's message of this kind about a question, once it stands; undefined where it never does. */
  async function standing({ ts, channel, threadTs }: Asked, slot: string) {
    if (ts === undefined || threadTs === undefined) return undefined;
    const find = () =>
      workspace
        .messages({ channel, threadTs })
        .find((message) => questionOf(message)?.endsWith(ts) && slotOf(message) === slot);
    return workspace.waitFor(find, { timeoutMs: SHOWN_WITHIN_MS }).catch(() => undefined);
  }

  async function press(on: Asked, slot: string, actionId: string): Promise<void> {
    const message = await standing(on, slot);
    if (message === undefined || !has(message, actionId)) return;
    await workspace
      .click({ as: on.by, channel: on.channel, ts: message.ts, actionId })
      // It may have ended between the look and the click.
      .catch(() => undefined);
  }

  const pressStop = (on: Asked) => press(on, 'status', STOP);

  async function withdraw(said: Asked): Promise<void> {
    const { ts, by, channel, mark } = said;
    if (ts === undefined || (await standing(said, 'status')) === undefined) return;
    withdrawn.add(mark);
    await workspace.remove({ as: by, channel, ts });
  }

  function isOpen({ id }: Channel): boolean {
    return !closed.has(id);
  }

  function heard(it: Asked): boolean {
    return it.ts === undefined ? it.acked === true : witness.heard(it.ts);
  }

  function isOnItsWay({ ts, channel }: Asked): boolean {
    if (ts === undefined || closed.has(channel.id)) return false;
    return !witness.heard(ts) && !witness.lapsed(ts);
  }

  return {
    asked,
    newMark,
    ask,
    pressStop,
    keep: (on) => press(on, 'overdue', KEEP),
    withdraw,
    withdrawn,
    heard,
    isOnItsWay,
    closed,
    closeRoom: ({ id }) => void closed.add(id),
    async askMany(count, perSecond, wish) {
      const pending: Promise<Asked>[] = [];
      for (let i = 0; i < count; i++) {
        pending.push(ask(wish));
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

interface Spot {
  readonly way: Way;
  readonly by: Person;
  readonly channel: Channel;
  readonly threadTs?: string | undefined;
}

/** Mentions are what threads begin with, so they come most. */
const WAYS: readonly Way[] = ['mention', 'mention', 'mention', 'command', 'direct', 'follow-up'];

function choosePlan(chance: Chance, stop: boolean): Plan {
  if (stop) return { workMs: 4_000 };
  const workMs = chance.between(0, 1_500);
  if (chance.oneIn(20)) return { workMs, fails: true };
  return chance.oneIn(12) ? { workMs, long: true } : { workMs };
}

const SHOWN_WITHIN_MS = 60_000;

/** What a message of the bot is to its question: `status`, `answer.0`, … */
export function slotOf(message: Message): string {
  return String(message.metadata?.event_payload['slot']);
}

/** Which question a message of the bot is about. */
export function questionOf(message: Message): string | undefined {
  const id = message.metadata?.event_payload['question'];
  return typeof id === 'string' ? id : undefined;
}

/** As Slack does, only sooner: the first at once, then after a while, then after long. */
export const REDELIVERY_MS = [500, 3_000, 8_000, 20_000] as const;
