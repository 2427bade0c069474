import { Agent } from 'node:http';
import { Redis } from 'ioredis';
import { postSigned } from '../support/post-signed.js';
import { newScenario, type Scenario } from '../support/scenario.js';
import { type Bot, type StackOptions, startStack } from '../support/stack.js';

/** One person sends events with valid signatures, as fast as the bot acknowledges them. */
export interface FloodOptions {
  readonly events: number;
  /** Requests on their way at once. */
  readonly concurrency: number;
  /** Stops sending after this time, even if not all events are sent, ms. */
  readonly maxMs?: number;
  /** Characters of each message. */
  readonly length: number;
  readonly stack?: StackOptions;
  /** Told of each thousand events. */
  readonly onProgress?: (sent: number) => void;
}

export interface FloodResult {
  /** Replies of the bot to the flood: status → count. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly floodMs: number;
  /** How long somebody else waited for each answer meanwhile, ms. */
  readonly answersMs: readonly number[];
  /** Of Redis, in bytes: before the flood, at most, and after it. */
  readonly redis: Peak;
  /** Resident memory of the bot, in bytes. */
  readonly bot: Peak;
  /** Questions of the flood that the instance was asked. */
  readonly asked: number;
  /** What the person behind the flood was told in private. */
  readonly told: readonly string[];
}

export interface Peak {
  readonly before: number;
  readonly most: number;
  readonly after: number;
}

const FLOOD = 'flood of questions';
const SAMPLE_EVERY_MS = 500;

/** Starts everything, floods the bot, has somebody else ask meanwhile, and stops everything. */
export async function runFlood(options: FloodOptions): Promise<FloodResult> {
  const stack = await startStack({ workspace: { limits: 'off' }, ...options.stack });
  const meter = new Redis(stack.redis.url);
  try {
    const [bot] = stack.bots;
    if (bot === undefined) throw new Error('no bot is running');
    const [loud, quiet] = [newScenario(stack), newScenario(stack)];
    // Whoever asks first pays for connections and compilation.
    await timedAnswer(quiet);
    const memory = await watchMemory(meter, bot);
    const startedAt = performance.now();
    const flood = sendEvents(loud, bot, options);
    const answers = keepAsking(quiet, flood);
    const statuses = await flood;
    const floodMs = performance.now() - startedAt;
    const answersMs = await answers;
    const { redis, resident } = await memory.stop();
    return {
      statuses,
      floodMs,
      answersMs,
      redis,
      bot: resident,
      asked: stack.service
        .conversations()
        .flatMap(({ questions }) => questions)
        .filter(({ question }) => question.startsWith(FLOOD)).length,
      told: loud.notes(),
    };
  } finally {
    meter.disconnect();
    await stack.stop();
  }
}

/** Asks, answers at once, and gives how long it took until the answer was shown, ms. */
async function timedAnswer(scenario: Scenario): Promise<number> {
  const from = performance.now();
  await scenario.answered(scenario.text());
  return performance.now() - from;
}

async function keepAsking(scenario: Scenario, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  void until.finally(() => {
    over = true;
  });
  const times: number[] = [];
  while (!over) times.push(await timedAnswer(scenario));
  return times;
}

async function sendEvents(
  { asker, channel, bot: mention, stack }: Scenario,
  bot: Bot,
  { events, concurrency, length, maxMs = Number.POSITIVE_INFINITY, onProgress }: FloodOptions,
): Promise<Record<string, number>> {
  const { app } = stack.workspace;
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const target = { port: bot.ports.slack ?? 0, agent, secret: app.signingSecret };
  const statuses: Record<string, number> = {};
  const base = Math.floor(Date.now() / 1000);
  const padding = 'why? '.repeat(length / 5);
  const until = performance.now() + maxMs;
  let next = 0;

  async function send(): Promise<void> {
    for (let n = next++; n < events && performance.now() < until; n = next++) {
      const ts = `${base}.${String(n).padStart(6, '0')}`;
      const event = {
        type: 'app_mention',
        channel: channel.id,
        user: asker.id,
        text: `${mention} ${FLOOD} ${n} ${padding}`,
        ts,
      };
      const envelope = { type: 'event_callback', team_id: app.teamId, event_id: `Ev${n}`, event };
      const status = await postSigned(target, JSON.stringify(envelope));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (n % 1_000 === 0) onProgress?.(n);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, send));
  agent.destroy();
  return statuses;
}

async function watchMemory(redis: Redis, bot: Bot) {
  const used = async () =>
    Number(/\nused_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? Number.NaN);
  const resident = async () => {
    const page = await (await fetch(`http://127.0.0.1:${bot.ports.ops}/metrics`)).text();
    return Number(/\nprocess_resident_memory_bytes (\S+)/.exec(page)?.[1] ?? Number.NaN);
  };
  const before = { redis: await used(), resident: await resident() };
  const most = { ...before };
  const sample = async () => {
    const now = { redis: await used(), resident: await resident() };
    most.redis = Math.max(most.redis, now.redis);
    most.resident = Math.max(most.resident, now.resident);
    return now;
  };
  const timer = setInterval(() => void sample().catch(() => undefined), SAMPLE_EVERY_MS);
  return {
    async stop(): Promise<{ redis: Peak; resident: Peak }> {
      clearInterval(timer);
      const after = await sample();
      const peak = (of: 'redis' | 'resident') => ({
        before: before[of],
        most: most[of],
        after: after[of],
      });
      return { redis: peak('redis'), resident: peak('resident') };
    },
  };
}
