import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, EngineContext } from '../../local/service/conversation/engine.js';
import type { WebApiCall } from '../../local/workspace/workspace.js';
import { liftBudgets } from '../support/lift-budgets.js';
import { startStack } from '../support/stack.js';
import { launch, type Program, type Running } from './programs.js';

/** A question on its way. Times are ms since the epoch. */
export interface AskedQuestion {
  /** What its answer contains, and nothing else does. */
  readonly mark: string;
  readonly at: number;
  readonly channel: string;
  readonly ts: string;
}

interface BenchOptions {
  readonly workMs: (n: number) => number;
  readonly rooms: number;
  /** Neither Slack's limits nor the bot's own budgets apply. */
  readonly unlimited?: true;
}

export type BenchHarness = Awaited<ReturnType<typeof startBenchHarness>>;

/**
 * The far servers for one program, with Slack's limits in force by default: Redis, a service that works
 * `workMs` on the n-th question, and a workspace with `rooms` channels and somebody to ask in each.
 */
async function startBenchHarness(options: BenchOptions) {
  const createdAt = new Map<string, number>();
  const finishedAt = new Map<string, number>();
  const stack = await startStack({
    roles: [],
    // One person asks as much as many do; the limits are looked up all the same.
    env: { LIMIT_PERSON: '100000/100000', LIMIT_CHANNEL: '0', LIMIT_REQUESTS: '100000' },
    service: { engine: timedEngine(options.workMs, { createdAt, finishedAt }), slots: 10_000 },
    workspace: options.unlimited ? { limits: 'off' } : {},
  });
  const { workspace, service } = stack;
  const rooms = Array.from({ length: options.rooms }, (_, i) => {
    const asker = workspace.addPerson({ name: `asker${i}` });
    return { asker, channel: workspace.addChannel({ name: `room-${i}`, members: [asker] }) };
  });
  const stopLifting = options.unlimited
    ? liftBudgets(
        stack.store,
        workspace.app.teamId,
        rooms.map(({ channel }) => channel.id),
      )
    : () => undefined;
  const roomFor = (n: number) => rooms[n % rooms.length] ?? fail('a stage without rooms');
  const running: Running[] = [];
  let asked = 0;

  return {
    workspace,
    /** The n-th room, over and over, and who asks in it. */
    roomFor,

    /** Starts a program against these servers, with default settings. */
    async start(program: Program): Promise<Running> {
      const { POLL_MIN_MS: _min, POLL_MAX_MS: _max, ...env } = stack.env;
      const started = await launch(program, env);
      running.push(started);
      workspace.connect({ requestUrl: `http://127.0.0.1:${started.slack}/slack/events` });
      return started;
    },

    /** Mentions the bot in the next room; resolves when the events' first deliveries are over. */
    async ask(): Promise<AskedQuestion> {
      const number = asked++;
      const { asker, channel } = roomFor(number);
      const text = `<@${workspace.app.botUserId}> where do we retry, q${number}q?`;
      const at = Date.now();
      const { ts } = await workspace.say({ as: asker, channel, text });
      return { mark: `answer-q${number}q`, at, channel: channel.id, ts };
    },

    /** When the service took it. */
    createdAt: ({ mark }: AskedQuestion) => createdAt.get(mark),

    /** From a click on its Cancel until the service hears of it; infinite past `withinMs`. */
    async stopTime(question: AskedQuestion | undefined, withinMs: number): Promise<number> {
      const { channel, ts: threadTs, mark } = question ?? fail('there is no such question');
      const isPosted = () => workspace.messages({ channel, threadTs }).find((it) => it.bot_id);
      const posted = { timeoutMs: withinMs, what: 'a status message' };
      const status = await workspace.waitFor(isPosted, posted).catch(() => undefined);
      if (status === undefined) return Number.POSITIVE_INFINITY;
      const { asker: as } = roomFor(Number(mark.match(/\d+/)?.[0]));
      const heard = () => service.calls.filter(({ route }) => route === 'cancel');
      const before = heard().length;
      const clickedAt = Date.now();
      await workspace.click({ as, channel, ts: status.ts, actionId: 'question.stop' });
      const wait = { timeoutMs: withinMs, what: 'a cancel' };
      const call = await service.waitFor(() => heard()[before], wait).catch(() => undefined);
      return call === undefined ? Number.POSITIVE_INFINITY : call.at - clickedAt;
    },

    /** When the service was done with it. */
    finishedAt: (question: AskedQuestion) => finishedAt.get(question.mark),

    /** When the first message of the bot stood in its thread. */
    statusAt: ({ channel, ts }: AskedQuestion) =>
      shownAt(workspace.calls, (call) => isReply(call, channel, ts)),

    /** When its answer stood in Slack. */
    endedAt: ({ mark }: AskedQuestion) =>
      shownAt(workspace.calls, (call) => JSON.stringify(call.args).includes(mark)),

    /** How often a conversation was read: the most of all. */
    mostReads(): number {
      const reads = new Map<string, number>();
      for (const { method, path } of service.calls) {
        const id = path.match(/\/v1\/(\d+)/)?.[1];
        if (method === 'GET' && id !== undefined) reads.set(id, (reads.get(id) ?? 0) + 1);
      }
      return Math.max(0, ...reads.values());
    },

    async stop(): Promise<void> {
      stopLifting();
      await Promise.all(running.map((program) => program.kill()));
      await stack.stop();
    },
  };
}

/** Ends everything that the stage started, whatever `work` comes to. */
export async function withBenchHarness<T>(
  options: BenchOptions,
  work: (harness: BenchHarness) => Promise<T>,
): Promise<T> {
  const harness = await startBenchHarness(options);
  return work(harness).finally(() => harness.stop());
}

/**
 * What `look` gives for each item, once it gives something for all or the time is over. It only
 * asks now and then: the times themselves were written down as it happened.
 */
export async function waitForAll<T>(
  items: readonly T[],
  look: (item: T) => number | undefined,
  withinMs: number,
): Promise<number[]> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = items.map(look).filter((at) => at !== undefined);
    if (found.length === items.length || Date.now() > deadline) return found;
    await sleep(100);
  }
}

/** By what a question's answer contains; ms since the epoch. */
interface Times {
  readonly createdAt: Map<string, number>;
  readonly finishedAt: Map<string, number>;
}

/** Works with a timer, a turn a second, and notes when it was done. */
function timedEngine(workMs: BenchOptions['workMs'], { createdAt, finishedAt }: Times): Engine {
  return async (question, context) => {
    const [name, n] = question.match(/q(\d+)q/) ?? fail(`an unknown question: ${question}`);
    createdAt.set(`answer-${name}`, Date.now());
    await workThrough(workMs(Number(n)), context);
    finishedAt.set(`answer-${name}`, Date.now());
    return {
      answer: `answer-${name}: in [queue.ts](/acme/shop/-/blob/src/queue.ts?L10-20).`,
      sources: [{ type: 'File', link: '/acme/shop/-/blob/src/queue.ts', label: 'src/queue.ts' }],
    };
  };
}

async function workThrough(workMs: number, { signal, report, stats }: EngineContext) {
  for (let left = workMs; left > 0; left -= 1_000) {
    report('Searching for "retry"');
    stats({ tool_calls: 1 });
    await sleep(Math.min(1_000, left), undefined, { signal });
  }
}

/** The end of the first post or update that took effect and fits. */
function shownAt(
  calls: readonly WebApiCall[],
  fits: (call: WebApiCall) => boolean,
): number | undefined {
  const call = calls.find((it) => POST_METHODS.has(it.method) && it.outcome === 'ok' && fits(it));
  return call && call.at + (call.ms ?? 0);
}

const POST_METHODS = new Set(['chat.postMessage', 'chat.update']);

function isReply({ method, args }: WebApiCall, channel: string, threadTs: string): boolean {
  return (
    method === 'chat.postMessage' && args['channel'] === channel && args['thread_ts'] === threadTs
  );
}

function fail(message: string): never {
  throw new Error(message);
}
