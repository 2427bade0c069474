import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { liftBudgets } from '../../support/lift-budgets.js';
import { startRedis } from '../../support/redis.js';
import { launch, type Program, type Running, waitUntilReady } from '../programs.js';
import { cpuMs, peakMemoryMb } from './process-usage.js';
import type { PlanResult, QuestionPlan } from './protocol.js';
import { type RedisUsage, redisUsage, usageSince } from './redis-usage.js';
import { channelId, TEAM } from './slack-messages.js';
import { type RunningFarSide, startFarSide } from './start-far-side.js';

export interface Load extends QuestionPlan {
  /** Whether Slack enforces its limits. */
  readonly slack: 'limited' | 'unlimited';
  /** Whether the bot's own budgets for Slack apply. */
  readonly budgets: 'on' | 'lifted';
  /** So many worker processes beside one that receives. Default: one process does both. */
  readonly workers?: number;
}

export interface LoadResult extends PlanResult {
  /** Of all processes of the program for one question, ms; undefined where it cannot be told. */
  readonly cpuMs: number | undefined;
  /** The largest resident memory of one of its processes, MB. */
  readonly peakMemoryMb: number | undefined;
  readonly redis: RedisUsage;
}

const SIGNING_SECRET = 'signing-secret-of-the-benchmark';

/** Opens connections and compiles, so that the measured questions do not pay for it. */
const WARM_UP: QuestionPlan = {
  questions: 2,
  withinMs: 100,
  workMs: [0, 0],
  channels: 2,
  limitMs: 20_000,
  settleMs: 5_000,
};

/** Runs one program under one load, with servers of its own. */
export async function runLoad(program: Program, load: Load): Promise<LoadResult> {
  const closers: (() => unknown)[] = [];
  try {
    const redisServer = await startRedis({ appendonly: true });
    closers.push(() => redisServer.stop());
    const farSide = await startFarSide({ limited: load.slack === 'limited' });
    closers.push(() => farSide.stop());
    const redis = new Redis(redisServer.url);
    redis.on('error', () => undefined);
    closers.push(() => redis.disconnect());
    const env = environment(farSide, redisServer.url);
    const processes: Running[] = [];
    for (const args of rolesOf(load)) {
      const started = await launch(program, env, args);
      closers.push(() => started.kill());
      processes.push(started);
    }
    await Promise.all(processes.map(waitUntilReady));
    if (load.budgets === 'lifted' && program.name === 'ours') {
      closers.push(liftBudgets(redis, TEAM, channelIds(load)));
    }
    return await measure(load, { farSide, redis, processes, events: program.events });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** The receiving process comes first. */
function rolesOf({ workers }: Load): string[][] {
  if (workers === undefined) return [[]];
  return [['bot'], ...Array.from({ length: workers }, () => ['worker'])];
}

function channelIds({ channels }: Load): string[] {
  return Array.from({ length: channels }, (_, n) => channelId(n));
}

interface Measured {
  readonly farSide: RunningFarSide;
  readonly redis: Redis;
  readonly processes: readonly Running[];
  readonly events: Program['events'];
}

async function measure(load: Load, measured: Measured): Promise<LoadResult> {
  const { farSide, redis, processes, events } = measured;
  const about = { port: processes[0]?.slack ?? 0, secret: SIGNING_SECRET, events };
  await farSide.ask({ ...about, plan: WARM_UP });
  const before = { redis: await redisUsage(redis), cpu: totalCpuMs(processes) };
  const result = await farSide.ask({ ...about, plan: load });
  const cpu = totalCpuMs(processes);
  const memory = processes.map(({ pid }) => peakMemoryMb(pid)).filter((mb) => mb !== undefined);
  return {
    ...result,
    cpuMs:
      cpu === undefined || before.cpu === undefined
        ? undefined
        : (cpu - before.cpu) / load.questions,
    peakMemoryMb: memory.length === 0 ? undefined : Math.max(...memory),
    redis: usageSince(before.redis, await redisUsage(redis)),
  };
}

function totalCpuMs(processes: readonly Running[]): number | undefined {
  return processes.reduce<number | undefined>((sum, { pid }) => {
    const ms = cpuMs(pid);
    return sum === undefined || ms === undefined ? undefined : sum + ms;
  }, 0);
}

/** The defaults, but without a limit for a person or a channel: one person asks as much as many do. */
function environment(farSide: RunningFarSide, redisUrl: string): Record<string, string> {
  return {
    SLACK_BOT_TOKEN: 'xoxb-of-the-benchmark',
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: farSide.slackUrl,
    DEEPSEARCH_URL: farSide.serviceUrl,
    DEEPSEARCH_TOKEN: 'token-of-the-benchmark',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    REDIS_URL: redisUrl,
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    LIMIT_PERSON: '0',
    LIMIT_CHANNEL: '0',
    LIMIT_WORKSPACE: '0',
    LIMIT_REQUESTS: '0',
  };
}
