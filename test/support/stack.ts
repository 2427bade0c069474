import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import type {
  Engine,
  EngineAnswer,
  EngineContext,
} from '../../local/service/conversation/engine.js';
import { startService } from '../../local/service/service.js';
import type { ServiceOptions } from '../../local/service/settings/service-options.js';
import type { WorkspaceOptions } from '../../local/workspace/api/workspace.js';
import { optionsFromManifest } from '../../local/workspace/manifest.js';
import { startWorkspace } from '../../local/workspace/workspace.js';
import { builtProgram } from './dist.js';
import { eventually } from './eventually.js';
import { expireJobLocks, skipJobDelays } from './job-time.js';
import { startRedis } from './redis.js';
import { createOutcomeWitness } from './visible-outcomes.js';

const MANIFEST = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');

type Role = 'both' | 'bot' | 'worker';

export interface StackOptions {
  readonly service?: Partial<ServiceOptions>;
  readonly workspace?: WorkspaceOptions;
  /** Further environment of the bot. */
  readonly env?: Readonly<Record<string, string>>;
  /** The bot's program; default: the one that was built. */
  readonly program?: string;
  /** Flags of Node for the bot. */
  readonly flags?: readonly string[];
  /** Which processes run; default one with both roles. */
  readonly roles?: readonly Role[];
  readonly transport?: 'http' | 'socket';
}

/** A question that the service works on until the test answers it. */
export interface PendingQuestion {
  readonly question: string;
  readonly context: EngineContext;
  answer(answer?: Partial<EngineAnswer>): void;
  fail(error: Error): void;
}

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The whole path with nothing of ours replaced: Redis, the service, the workspace and the built bot. */
export async function startStack(options: StackOptions = {}) {
  // Kept over a kill; a slow disk does not hold it up, as many files write at once.
  const redis = await startRedis({ appendonly: true, args: ['--appendfsync', 'no'] });
  const scripted = createScriptedEngine();
  const service = await startService({
    repositories: [],
    users: [{ id: 1, name: 'bot', token: TOKEN }],
    engine: scripted.engine,
    // What a test leaves unanswered does not hold up the next one.
    slots: 1_000,
    logCalls: true,
    ...options.service,
  });
  const workspace = await startWorkspace({
    unfurlDomains: [new URL(service.url).hostname],
    steps: optionsFromManifest(MANIFEST).steps ?? [],
    // A slow machine is not what these tests are about; what expires is tested by faults.
    redelivery: { timeoutMs: 60_000 },
    triggerLifetimeMs: 60_000,
    ...options.workspace,
  });
  const outcomes = createOutcomeWitness(workspace);
  const { app } = workspace;
  const env: Record<string, string> = {
    SLACK_BOT_TOKEN: app.botToken,
    SLACK_API_URL: workspace.apiUrl,
    ...(options.transport === 'socket'
      ? { SLACK_APP_TOKEN: app.appToken }
      : { SLACK_SIGNING_SECRET: app.signingSecret }),
    DEEPSEARCH_URL: service.url,
    DEEPSEARCH_TOKEN: TOKEN,
    ENCRYPTION_KEY: KEY,
    REDIS_URL: redis.url,
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    POLL_MIN_MS: '50',
    POLL_MAX_MS: '200',
    ...options.env,
  };
  const store = new Redis(redis.url, { maxRetriesPerRequest: null });
  store.on('error', () => undefined);

  const bots: Bot[] = [];
  async function startBot(role: Role = 'both', extra = {}, program = options): Promise<Bot> {
    const bot = await spawnBot(role, { ...env, ...extra }, program);
    bots.push(bot);
    if (bot.ports.slack !== undefined) {
      workspace.connect({ requestUrl: `http://127.0.0.1:${bot.ports.slack}/slack/events` });
    }
    return bot;
  }
  for (const role of options.roles ?? ['both']) await startBot(role);

  return {
    redis,
    /** A client of that Redis, for what a test looks at or does there. */
    store,
    service,
    workspace,
    /** Which outcomes people could see, from the start. */
    outcomes,
    engine: scripted,
    env,
    bots,
    startBot,
    /** As if a quiet minute had passed: the bot's budgets for Slack are full again. */
    async refill() {
      const buckets = await store.keys('{deepsearch}:bucket:*');
      if (buckets.length > 0) await store.del(...buckets);
    },
    /** Kills every process; the next one need not wait for the locks of their jobs. */
    async crash() {
      await Promise.all(bots.map((bot) => bot.kill()));
      await expireJobLocks(store);
    },
    /** Runs what waits to be tried again, at once and again and again, until `check` does not throw. */
    async retryUntil(check: () => Promise<void> | void) {
      await eventually(async () => {
        await skipJobDelays(store);
        await check();
      });
    },
    async stop() {
      store.disconnect();
      await Promise.all(bots.map((bot) => bot.kill()));
      await workspace.stop();
      await service.stop();
      await redis.stop();
    },
  };
}

export const TOKEN = 'sgp_test_token_of_the_bot';
export const KEY = randomBytes(32).toString('base64');

export interface Bot {
  readonly process: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
  readonly ports: { slack?: number; ops?: number };
  /** Every line that it logged, parsed. */
  readonly log: Record<string, unknown>[];
  readonly stderr: () => string;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** Starts the built program with nothing but its environment; resolves when it says that it is ready. */
export async function spawnBot(
  role: Role,
  env: Record<string, string>,
  { flags = [], program = builtProgram('main.js') }: Pick<StackOptions, 'flags' | 'program'> = {},
): Promise<Bot> {
  const args = role === 'both' ? [] : [role];
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whatever ends the tests, no bot outlives them.
  const reap = () => void child.kill('SIGKILL');
  process.once('exit', reap);
  child.once('exit', () => process.off('exit', reap));
  const log: Record<string, unknown>[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const exited = once(child, 'exit');
  const ready = new Promise<Bot['ports']>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = parseLine(line);
      log.push(entry);
      if (entry['msg'] === 'ready') resolve(entry as Bot['ports']);
    });
  });
  const ports = await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new Error(`the bot ended with ${code} before it was ready:\n${errors}`);
    }),
  ]);
  return {
    process: child,
    env,
    ports,
    log,
    stderr: () => errors,
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { raw: line };
  }
}

/** An engine whose questions wait for the test: `next()` is the next question that it is given. */
function createScriptedEngine() {
  const waiting: PendingQuestion[] = [];
  const takers: { readonly text: string; readonly take: (work: PendingQuestion) => void }[] = [];
  const engine: Engine = (question, context) =>
    new Promise((resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(context.signal.reason));
      const work: PendingQuestion = {
        question,
        context,
        answer: (answer) => resolve({ ...ANSWER, ...answer }),
        fail: reject,
      };
      const taker = takers.findIndex(({ text }) => question.startsWith(text));
      const [taken] = taker < 0 ? [] : takers.splice(taker, 1);
      if (taken === undefined) waiting.push(work);
      else taken.take(work);
    });
  return {
    engine,
    /** The next question that begins with `text`, once the service works on it. */
    next: (text = ''): Promise<PendingQuestion> => {
      const at = waiting.findIndex(({ question }) => question.startsWith(text));
      const [work] = at < 0 ? [] : waiting.splice(at, 1);
      if (work !== undefined) return Promise.resolve(work);
      return new Promise((take) => takers.push({ text, take }));
    },
    waiting,
  };
}

const ANSWER: EngineAnswer = {
  title: 'Where retries are decided',
  answer:
    'Retries are decided in `backoff()`.\n\nSee [queue.ts](/acme/shop/-/blob/src/queue.ts?L10-20) for the numbers.',
  sources: [
    {
      type: 'File',
      link: '/acme/shop/-/blob/src/queue.ts?L10-20',
      label: 'acme/shop · src/queue.ts',
    },
  ],
  suggested_followups: ['How long does it wait at most?'],
};
