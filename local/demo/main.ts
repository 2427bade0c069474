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
  readModel,
  type Service,
  startService,
  whoAnswers,
} from '../service/service.js';
import type { Workspace } from '../workspace/api/workspace.js';
import { optionsFromManifest } from '../workspace/manifest.js';
import { startWorkspace } from '../workspace/workspace.js';
import { BOUND } from './exit-with-parent.js';
import { type RedisServer, startRedis } from './redis-server.js';
import { makeTemporaryFolder } from './temporary-folder.js';

const ROOT = dirname(dirname(dirname(import.meta.dirname)));

const USAGE = `Usage: npm run demo -- [--slow SECONDS] [PATH…]

Starts Redis, the local Deep Search service over the git repositories at PATH (default: the one
you are in), a local chat workspace and the bot, and prints the page's address. Ctrl-C stops it.

--slow SECONDS: holds each answer back, to watch a question at work and to try Cancel.
DEMO_PORT: the page's port (default 3080; 0: any free one).
LLM_BASE_URL, LLM_MODEL: a model that answers in place of the search; see npm run service -- --help.`;

type Closing = () => Promise<unknown>;

/** One command: everything on this machine, the bot started as a user would start it. */
async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help) return say(USAGE);
  const holdBackMs = 1000 * secondsOf(values.slow);
  const paths = positionals.length > 0 ? positionals : [process.cwd()];
  const signalled = signal();
  const closings: Closing[] = [];
  try {
    const starting = startAll({ paths, holdBackMs }, closings);
    const started = await Promise.race([starting, signalled.then(() => undefined)]);
    if (started === undefined) return;
    const { page, ended } = started;
    say(
      `\n  Open ${page}\n\n  Ask "@deepsearch how does …?", or /deepsearch QUESTION. Ctrl-C stops everything.\n`,
    );
    await Promise.race([signalled, ended]);
    say('Stopping…');
  } finally {
    for (const close of closings.reverse()) await close();
  }
}

function readArguments() {
  try {
    const options = { help: { type: 'boolean' }, slow: { type: 'string', default: '0' } } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}: see npm run demo -- --help`);
  }
}

function secondsOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new Error(`--slow is "${text}": give it whole seconds, up to 999.`);
}

interface Shown {
  readonly paths: readonly string[];
  readonly holdBackMs: number;
}

async function startAll({ paths, holdBackMs }: Shown, closings: Closing[]) {
  const model = readModel(process.env);
  const redis = await startRedis();
  closings.push(() => redis.stop());
  const token = randomBytes(24).toString('hex');
  const users = [{ id: 1, name: 'deepsearch', token }];
  const service = await startService({
    repositories: paths,
    users,
    sharing: true,
    oauth: {},
    holdBackMs,
    cacheDir: join(cacheFolder(process.env), 'index'),
    ...(model && { model }),
  });
  closings.push(() => service.stop());
  say(`Deep Search service: ${service.url} over ${paths.join(', ')}`);
  say(whoAnswers(model));
  const manifest = await readFile(join(ROOT, 'manifest.yml'), 'utf8');
  const workspace = await startWorkspace({
    port: demoPort(),
    ...optionsFromManifest(manifest),
    unfurlDomains: [new URL(service.url).hostname],
  });
  closings.push(() => workspace.stop());
  const bot = await startBot(environment({ redis, service, workspace, token }));
  closings.push(bot.stop);
  workspace.connect({ requestUrl: `http://127.0.0.1:${bot.port}/slack/events` });
  return { page: workspace.url, ended: bot.ended };
}

interface Far {
  readonly redis: RedisServer;
  readonly service: Service;
  readonly workspace: Workspace;
  readonly token: string;
}

/** What an operator would put into `.env`. */
function environment({ redis, service, workspace, token }: Far): Record<string, string> {
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

/** The built bot as its own process; its log goes to a file, which stays where the bot dies. */
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
    throw new Error(`The bot ended (${code ?? signal}): see ${logFile}`);
  });
  const port = await Promise.race([readyPort(bot.stdout), ended]);
  say(`Bot: http://127.0.0.1:${port}/slack/events, log in ${logFile}`);
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
  return spawn('sh', ['-c', BOUND, 'bot', process.execPath, program], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C reaches the whole group of the terminal: we stop the bot ourselves, before its Redis.
    detached: true,
  });
}

/** The bot's port, as its log says it; never settles where it ends before. */
function readyPort(stdout: NodeJS.ReadableStream): Promise<number | undefined> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const entry = line.startsWith('{') ? (JSON.parse(line) as BotEntry) : {};
      if (entry.msg === 'ready') resolve(entry.slack);
    });
  });
}

interface BotEntry {
  readonly msg?: string;
  readonly slack?: number;
}

function demoPort(): number {
  const text = process.env['DEMO_PORT'] ?? '3080';
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new Error(`DEMO_PORT is "${text}": set it to a port number, or remove it.`);
}

function signal(): Promise<unknown> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  return Promise.race(signals.map((name) => once(process, name)));
}

function say(text: string): void {
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
