#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  cacheFolder,
  describeAnswerSource,
  readCredits,
  readModel,
  type Service,
  type SuggestedQuestion,
  startService,
  suggestQuestions,
} from '../service/service.js';
import type { Workspace } from '../workspace/api/workspace.js';
import { readManifest } from '../workspace/manifest.js';
import { startWithManifest } from '../workspace/start-with-manifest.js';
import { EXIT_WITH_PARENT } from './exit-with-parent.js';
import { askFirstQuestion } from './first-question.js';
import { type RedisServer, startRedis } from './redis-server.js';
import { makeTemporaryFolder } from './temporary-folder.js';

const ROOT = dirname(dirname(dirname(import.meta.dirname)));

const USAGE = `Usage: npm run demo -- [--slow SECONDS] [PATH…]

Starts Redis, the local Deep Search service over the git repositories at PATH (default: the one
you are in), a local chat workspace and the bot. Asks a first question about the code, and prints
the page's address and what to try. Ctrl-C stops it.

--slow SECONDS: delays each answer, to watch the progress and to try Cancel.
DEMO_PORT: the page's port (default 3080; 0: any free one).
LLM_BASE_URL, LLM_MODEL: a language model that answers instead of the search; see npm run service -- --help.`;

type StopFunction = () => Promise<unknown>;

/** Starts everything on this machine, the bot as its own process like in production. */
async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) return print(USAGE);
  const answerDelayMs = 1000 * parseSeconds(values.slow);
  const paths = positionals.length > 0 ? positionals : [process.cwd()];
  const signalled = nextSignal();
  const stopFunctions: StopFunction[] = [];
  try {
    const starting = startPrograms({ paths, answerDelayMs: answerDelayMs }, stopFunctions);
    const started = await Promise.race([starting, signalled.then(() => undefined)]);
    if (started === undefined) return;
    const { questions, ended } = started;
    print(whatToTry(started, questions));
    await Promise.race([signalled, ended]);
    print('Stopping…');
  } finally {
    for (const close of stopFunctions.reverse()) await close();
  }
}

function whatToTry(
  { page, redisUrl }: { readonly page: string; readonly redisUrl: string },
  [asked, next = asked]: readonly SuggestedQuestion[],
): string {
  const question = next?.message ?? 'How does …?';
  return `
  Open ${page}

  In #general, ${asked ? `the app answers "${asked.message}"` : 'ask the first question'}. Try:
    @deepsearch ${question}     asks in the channel
    /deepsearch help     shows everything that you can do
    You are Kim Park     at the bottom left: click it to switch person

  Its Redis is ${redisUrl}. Try the command line with it, in another terminal:
    REDIS_URL=${redisUrl} npx deepsearch-slack audit verify
    REDIS_URL=${redisUrl} npx deepsearch-slack settings show

  Ctrl-C stops everything.
`;
}

function readArguments() {
  try {
    const options = { help: { type: 'boolean' }, slow: { type: 'string', default: '0' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}: see npm run demo -- --help`);
  }
}

function parseSeconds(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new Error(`--slow is "${text}": set whole seconds, up to 999.`);
}

interface DemoOptions {
  readonly paths: readonly string[];
  readonly answerDelayMs: number;
}

async function startPrograms({ paths, answerDelayMs }: DemoOptions, stopFunctions: StopFunction[]) {
  const model = readModel(process.env);
  const suggested = suggestQuestions(paths);
  // Awaited below; until then, a path that is no repository is reported by the service.
  suggested.catch(() => undefined);
  const redis = await startRedis({ appendonly: true });
  stopFunctions.push(() => redis.stop());
  const token = randomBytes(24).toString('hex');
  const users = [{ id: 1, name: 'deepsearch', token }];
  const service = await startService({
    repositories: paths,
    users,
    sharing: true,
    oauth: {},
    answerDelayMs: answerDelayMs,
    cacheDir: join(cacheFolder(process.env), 'index'),
    credits: readCredits(process.env),
    ...(model && { model }),
  });
  stopFunctions.push(() => service.stop());
  print(`Deep Search service: ${service.url} over ${paths.join(', ')}`);
  print(describeAnswerSource(model));
  const questions = await suggested;
  const manifest = await readFile(join(ROOT, 'manifest.yml'), 'utf8');
  const workspace = await startWithManifest(readManifest(manifest), {
    port: demoPort(),
    ...(questions.length > 0 && { prompts: questions }),
    unfurlDomains: [new URL(service.url).hostname],
  });
  stopFunctions.push(() => workspace.stop());
  const bot = await startBot(botEnvironment({ redis, service, workspace, token }));
  stopFunctions.push(bot.stop);
  workspace.connect({ requestUrl: `http://127.0.0.1:${bot.port}/slack/events` });
  await Promise.race([askFirstQuestion(workspace, questions), bot.ended]);
  return { page: workspace.url, redisUrl: redis.url, questions, ended: bot.ended };
}

interface LocalServices {
  readonly redis: RedisServer;
  readonly service: Service;
  readonly workspace: Workspace;
  readonly token: string;
}

/** The bot's settings, as an operator would put them into `.env`. */
function botEnvironment({
  redis,
  service,
  workspace,
  token,
}: LocalServices): Record<string, string> {
  return {
    SLACK_BOT_TOKEN: workspace.app.botToken,
    SLACK_SIGNING_SECRET: workspace.app.signingSecret,
    SLACK_API_URL: workspace.apiUrl,
    DEEPSEARCH_URL: service.url,
    DEEPSEARCH_TOKEN: token,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    REDIS_URL: redis.url,
    HOST: '127.0.0.1',
    PORT: '0',
    OPS_PORT: '0',
  };
}

/** Starts the built bot as its own process; its log file is kept if the bot crashes. */
async function startBot(env: Record<string, string>) {
  const folder = makeTemporaryFolder('deepsearch-slack');
  const logFile = join(folder.path, 'bot.log');
  const bot = launchBot(env);
  const logged = pipeline(bot.stdout, createWriteStream(logFile));
  const exited = once(bot, 'exit') as Promise<[number | null, string | null]>;
  let isStopping = false;
  const ended = exited.then(([code, signal]) => {
    if (isStopping) return;
    folder.keep();
    throw new Error(`The bot exited (${code ?? signal}): see ${logFile}`);
  });
  const port = await Promise.race([readyPort(bot.stdout), ended]);
  print(`Bot: http://127.0.0.1:${port}/slack/events, log in ${logFile}`);
  const stop = async () => {
    if (bot.exitCode !== null || bot.signalCode !== null) return;
    isStopping = true;
    bot.kill('SIGTERM');
    await Promise.all([exited, logged]);
    await folder.remove();
  };
  return { port, ended, stop };
}

function launchBot(env: Record<string, string>) {
  const program = join(ROOT, 'dist', 'main.js');
  return spawn('sh', ['-c', EXIT_WITH_PARENT, 'bot', process.execPath, program], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C signals the terminal's whole process group; we stop the bot ourselves, before its Redis.
    detached: true,
  });
}

/** The bot's port from its log; never settles if the bot exits first. */
function readyPort(stdout: NodeJS.ReadableStream): Promise<number | undefined> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const entry = line.startsWith('{') ? (JSON.parse(line) as BotLogEntry) : {};
      if (entry.msg === 'ready') resolve(entry.slack);
    });
  });
}

interface BotLogEntry {
  readonly msg?: string;
  readonly slack?: number;
}

function demoPort(): number {
  const text = process.env['DEMO_PORT'] ?? '3080';
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new Error(`DEMO_PORT is "${text}": set it to a port number, or remove it.`);
}

function nextSignal(): Promise<unknown> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  return Promise.race(signals.map((name) => once(process, name)));
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const { message, code } = error as { message: string; code?: string };
    const busy = code === 'EADDRINUSE' ? ' Set DEMO_PORT to another port.' : '';
    process.stderr.write(`${message}${busy}\n`);
    process.exit(1);
  },
);
