import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, Person } from '../../local/workspace/workspace.js';
import { createLogger } from '../../src/log.js';
import { PREFIX, QUEUES } from '../../src/queue/names.js';
import { type Connection, closeRedis, connectRedis } from '../../src/store/connection.js';
import { keys } from '../../src/store/keys.js';
import { type Bot, type Stack, type StackOptions, startStack } from '../support/stack.js';
import { type Asking, createAsking, REDELIVERY_MS } from './asking.js';
import { type Chance, createChance } from './chance.js';
import { type Plan, plannedEngine } from './plans.js';
import { createWitness, type Witness } from './witness.js';

export type Role = 'both' | 'bot' | 'worker';

export interface OfficeOptions {
  /** The same seed, the same questions by the same people in the same channels. */
  readonly seed: number;
  readonly stack?: StackOptions;
  readonly roles?: readonly Role[];
  /** How many channels, and people who are in all of them. Default 6 and 12. */
  readonly rooms?: number;
  readonly people?: number;
  /**
   * Slack's limits in force, and the bot's own budgets for them. Default off: the limits are
   * lifted and the budgets kept full, so that what is measured is the trouble.
   */
  readonly limits?: true;
  /** Where the bot's Redis is; default one that the office starts, with an append-only file. */
  readonly redisUrl?: string;
}

/** Channels with people who ask, the far servers, and the built bot's processes. */
export interface Office extends Asking {
  readonly stack: Stack;
  readonly witness: Witness;
  readonly chance: Chance;
  readonly rooms: readonly Channel[];
  readonly people: readonly Person[];
  readonly plans: Map<string, Plan>;
  /** For plans that wait for something: `opened` resolves when they are next opened. */
  readonly doors: { readonly opened: Promise<void>; open(): void };
  /** The processes that run now. */
  readonly staff: ReadonlyMap<Role, Bot>;
  start(role: Role): Promise<void>;
  /** SIGKILL. */
  kill(role: Role): Promise<void>;
  /** Starts another and then ends this one by SIGTERM; gives its exit code. */
  replace(role: Role): Promise<number | null>;
  /** How many questions the bot holds for open. */
  countOpen(): Promise<number>;
  /** How many jobs of questions it has; the last of a question may come after its ending. */
  countJobs(): Promise<number>;
  close(): Promise<void>;
}

export async function startOffice(options: OfficeOptions): Promise<Office> {
  const chance = createChance(options.seed);
  const plans = new Map<string, Plan>();
  const stack = await startStack(stackOptions(options, plans));
  const { workspace } = stack;
  const people = Array.from({ length: options.people ?? 12 }, (_, i) =>
    workspace.addPerson({ name: `asker${i}`, real_name: `Asker ${i}` }),
  );
  const rooms = Array.from({ length: options.rooms ?? 6 }, (_, i) =>
    workspace.addChannel({ name: `room-${i}`, members: people }),
  );
  const redis = connectRedis(options.redisUrl ?? stack.redis.url, 'store', SILENT);
  const channels = [...rooms, ...people.map((person) => workspace.dm(person))];
  const buckets = bucketsOf(workspace.app.teamId, channels).flatMap((name) => [
    keys.bucket(name),
    keys.line(name),
  ]);
  const refill = setInterval(() => {
    if (options.limits !== true) redis.del(buckets).catch(() => undefined);
  }, REFILL_MS);

  const staff = createStaff(stack);
  for (const role of options.roles ?? ['both']) await staff.start(role);
  const witness = createWitness(workspace, REDELIVERY_MS.length + 1);
  const asking = createAsking({ workspace, witness, chance, rooms, people, plans });
  return {
    ...{ stack, witness, chance, rooms, people, plans, doors: createDoors() },
    ...asking,
    ...staff,
    countOpen: () => redis.zcard(keys.open),
    countJobs: () => countJobs(redis),
    async close() {
      clearInterval(refill);
      witness.stop();
      await closeRedis(redis);
      await stack.stop();
    },
  };
}

function createDoors() {
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
  const jobs = `${PREFIX}:${QUEUES.questions}`;
  const counts = await Promise.all([
    redis.zcard(`${jobs}:delayed`),
    ...['wait', 'active'].map((state) => redis.llen(`${jobs}:${state}`)),
  ]);
  return counts.reduce((sum, count) => sum + count);
}

const REFILL_MS = 200;
const SILENT = createLogger({ level: 'silent', name: 'office' });

function stackOptions(options: OfficeOptions, plans: ReadonlyMap<string, Plan>): StackOptions {
  const { stack = {}, limits, redisUrl } = options;
  return {
    ...stack,
    roles: [],
    service: { engine: plannedEngine(plans), ...stack.service },
    workspace: {
      redelivery: { delaysMs: REDELIVERY_MS },
      ...(limits === true ? {} : { limits: 'off' as const }),
      ...stack.workspace,
    },
    env: { ...stack.env, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) },
  };
}

function bucketsOf(team: string, channels: readonly Channel[]): string[] {
  const posts = channels.map(({ id }) => `post:${team}:${id}`);
  return [`update:${team}`, `post:${team}`, ...posts];
}

/** Who works here: at most one process of each role. */
function createStaff(stack: Stack) {
  const staff = new Map<Role, Bot>();
  const one = (role: Role): Bot => {
    const bot = staff.get(role);
    if (bot === undefined) throw new Error(`no ${role} works here`);
    return bot;
  };
  return {
    staff,
    async start(role: Role): Promise<void> {
      staff.set(role, await stack.startBot(role));
    },
    async kill(role: Role): Promise<void> {
      await one(role).kill();
    },
    async replace(role: Role): Promise<number | null> {
      const old = one(role);
      staff.set(role, await stack.startBot(role));
      return old.stop();
    },
  };
}

/** Tries `look` every 100 ms until it gives something, or the time is over. */
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
