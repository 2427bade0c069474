import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Person } from '../../local/workspace/workspace.js';
import { createLogger } from '../../src/log.js';
import type { Usage } from '../../src/model/usage.js';
import { BULL_PREFIX, QUEUES } from '../../src/queue/names.js';
import { type Connection, closeRedis, connectRedis } from '../../src/store/connection.js';
import { keys } from '../../src/store/keys.js';
import { createUsageStore } from '../../src/store/usage.js';
import { liftBudgets } from '../support/lift-budgets.js';
import { type Bot, type Stack, type StackOptions, startStack } from '../support/stack.js';
import type { OutcomeWitness } from '../support/visible-outcomes.js';
import { type AnswerPlan, plannedEngine } from './planned-engine.js';
import { createQuestionLoad, type QuestionLoad, REDELIVERY_MS } from './question-load.js';
import { createRandom, type SeededRandom } from './random.js';
import { createSlackObserver, type SlackObserver } from './slack-observer.js';

export type Role = 'both' | 'bot' | 'worker';

export interface HarnessOptions {
  /** The same seed gives the same questions, by the same people, in the same channels. */
  readonly seed: number;
  readonly stack?: StackOptions;
  readonly roles?: readonly Role[];
  /** How many channels, and how many people, who are in all of them. Default 6 and 12. */
  readonly channels?: number;
  readonly people?: number;
  /**
   * Enforces Slack's rate limits and the bot's own budgets. By default they are lifted, so that only
   * the injected fault is measured.
   */
  readonly limits?: true;
  /** The bot's Redis; default: one that the harness starts, with an append-only file. */
  readonly redisUrl?: string;
}

/** The stack under load: channels, people who ask, the servers, and the bot's processes. */
export interface Harness extends QuestionLoad {
  readonly stack: Stack;
  readonly observer: SlackObserver;
  readonly outcomes: OutcomeWitness;
  readonly random: SeededRandom;
  readonly channels: readonly Channel[];
  readonly people: readonly Person[];
  readonly plans: Map<string, AnswerPlan>;
  /** Holds back the answers of plans that wait: `opened` resolves at the next `open()`. */
  readonly answersGate: { readonly opened: Promise<void>; open(): void };
  /** The running processes of the bot. */
  readonly processes: ReadonlyMap<Role, Bot>;
  start(role: Role): Promise<void>;
  /** SIGKILL. */
  kill(role: Role): Promise<void>;
  /** Starts a replacement and then sends SIGTERM to the old process; gives its exit code. */
  replace(role: Role): Promise<number | null>;
  /** How many questions the bot counts as open. */
  countOpen(): Promise<number>;
  /** How many question jobs are queued; a question's last job may run after its outcome. */
  countJobs(): Promise<number>;
  /** What the bot counted for everybody. */
  used(): Promise<Usage>;
  close(): Promise<void>;
}

export async function startHarness(options: HarnessOptions): Promise<Harness> {
  const random = createRandom(options.seed);
  const plans = new Map<string, AnswerPlan>();
  const stack = await startStack(stackOptions(options, plans));
  const { workspace } = stack;
  const people = Array.from({ length: options.people ?? 12 }, (_, i) =>
    workspace.addPerson({ name: `asker${i}`, real_name: `Asker ${i}` }),
  );
  const channels = Array.from({ length: options.channels ?? 6 }, (_, i) =>
    workspace.addChannel({ name: `room-${i}`, members: people }),
  );
  const redis = connectRedis(options.redisUrl ?? stack.redis.url, 'store', SILENT);
  const usage = createUsageStore({ redis });
  const { teamId } = workspace.app;
  const allChannels = [...channels, ...people.map((person) => workspace.dm(person))];
  const channelIds = allChannels.map(({ id }) => id);
  const stopLifting =
    options.limits === true ? () => undefined : liftBudgets(redis, teamId, channelIds);

  const processes = createProcesses(stack);
  for (const role of options.roles ?? ['both']) await processes.start(role);
  const observer = createSlackObserver(workspace, REDELIVERY_MS.length + 1);
  const load = createQuestionLoad({ workspace, observer, random, channels, people, plans });
  return {
    stack,
    observer,
    outcomes: stack.outcomes,
    random,
    channels,
    people,
    plans,
    answersGate: createGate(),
    ...load,
    ...processes,
    countOpen: () => redis.zcard(keys.open),
    countJobs: () => countJobs(redis),
    used: () => usage.of({ workspace: teamId, scope: 'workspace' }, teamId, Date.now()),
    async close() {
      stopLifting();
      observer.stop();
      await closeRedis(redis);
      await stack.stop();
    },
  };
}

function createGate() {
  let open: () => void = () => undefined;
  const close = () =>
    new Promise<void>((resolve) => {
      open = resolve;
    });
  let opened = close();
  return {
    get opened() {
      return opened;
    },
    open() {
      open();
      opened = close();
    },
  };
}

async function countJobs(redis: Connection): Promise<number> {
  const jobs = `${BULL_PREFIX}:${QUEUES.questions}`;
  const counts = await Promise.all([
    redis.zcard(`${jobs}:delayed`),
    ...['wait', 'active'].map((state) => redis.llen(`${jobs}:${state}`)),
  ]);
  return counts.reduce((sum, count) => sum + count);
}

const SILENT = createLogger({ level: 'silent', name: 'harness' });

/** Each question costs one credit. */
const PRICES = { question: 1, thousandTokens: 0 };

/** A dozen people ask as much as a company does. */
const NO_LIMITS = { LIMIT_PERSON: '0', LIMIT_CHANNEL: '0', LIMIT_REQUESTS: '0' };

function stackOptions(
  options: HarnessOptions,
  plans: ReadonlyMap<string, AnswerPlan>,
): StackOptions {
  const { stack = {}, limits, redisUrl } = options;
  return {
    ...stack,
    roles: [],
    service: { engine: plannedEngine(plans), credits: PRICES, ...stack.service },
    workspace: {
      redelivery: { delaysMs: REDELIVERY_MS },
      ...(limits === true ? {} : { limits: 'off' as const }),
      ...stack.workspace,
    },
    env: { ...NO_LIMITS, ...stack.env, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) },
  };
}

/** The bot's processes, at most one of each role. */
function createProcesses(stack: Stack) {
  const processes = new Map<Role, Bot>();
  const one = (role: Role): Bot => {
    const bot = processes.get(role);
    if (bot === undefined) throw new Error(`no ${role} is running`);
    return bot;
  };
  return {
    processes,
    async start(role: Role): Promise<void> {
      processes.set(role, await stack.startBot(role));
    },
    async kill(role: Role): Promise<void> {
      await one(role).kill();
    },
    async replace(role: Role): Promise<number | null> {
      const old = one(role);
      processes.set(role, await stack.startBot(role));
      return old.stop();
    },
  };
}

/** Calls `look` every 100 ms until it returns something or the time is over. */
export async function until<T>(
  look: () => Promise<T | undefined> | T | undefined,
  withinMs: number,
): Promise<T | undefined> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || Date.now() > deadline) return found;
    await sleep(100);
  }
}
