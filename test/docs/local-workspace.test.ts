import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import { startRedis } from '../../local/demo/redis-server.js';
import type { PageMessage, PageState } from '../../local/workspace/api/page.js';
import { eventually } from '../support/eventually.js';
import { makeRepository, type Repository, SHOP } from '../support/repository.js';
import { HAS_TERMINALS, KEYS, runInTerminal } from '../support/terminal.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = await readFile(join(ROOT, 'docs', 'local-workspace.md'), 'utf8');
const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The commands of a section, in their order. */
function commandsOf(section: string): string[] {
  const [, text = ''] = PAGE.split(`## ${section}\n`);
  const blocks = text.split(/^## /m)[0]?.matchAll(/^```sh\n(.*)\n```$/gm) ?? [];
  return [...blocks].map(([, command = '']) => command);
}

/** As `npm test` has built it: what npm and npx would run. */
function programOf(command: string): string[] {
  const [name, verb = '', ...rest] = command.split(' ');
  if (name === 'node') return [process.execPath, verb, ...rest].map(below);
  if (name === 'npx') return [process.execPath, below('dist/cli.js'), ...rest];
  const [script = '', , ...args] = rest;
  const [, program = ''] = /&& (?:[A-Z_]+=\S+ )*node (\S+)$/.exec(scripts[script] ?? '') ?? [];
  return [process.execPath, below(program), ...args];
}

const below = (word: string) => (word.startsWith('dist/') ? join(ROOT, word) : word);

let folder: string;
let repository: Repository;
let redis: Awaited<ReturnType<typeof startRedis>>;
/** Free ports in place of those on the page. */
let ports: Record<string, string>;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deepsearch-local-'));
  repository = await makeRepository('shop', SHOP);
  ports = {};
  for (const port of ['3000', '3070', '3080']) ports[port] = String(await freePort());
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await redis?.stop();
  await repository.remove();
  await rm(folder, { recursive: true, force: true });
});

/** The page's addresses, on the ports of this test. */
function here(text: string): string {
  return text.replace(/(?<=127\.0\.0\.1:)\d+/g, (port) => ports[port] ?? port);
}

/** Runs a command that keeps running. */
function start(command: string, more: { args?: string[]; env?: Record<string, string> } = {}) {
  const [program = '', ...args] = [...programOf(here(command)), ...(more.args ?? [])];
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...more.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = once(child, 'close') as Promise<[number | null]>;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return {
    /** The first match, once it is printed. */
    async printed(what: RegExp): Promise<string> {
      await expect.poll(() => output, { message: command }).toMatch(what);
      return what.exec(output)?.[1] ?? '';
    },
    async exit(): Promise<{ code: number | null; output: string }> {
      const [code] = await exited;
      running.delete(child);
      return { code, output };
    },
    /** Ctrl-C. */
    async interrupt(): Promise<number | null> {
      child.kill('SIGINT');
      return (await this.exit()).code;
    },
  };
}

/** The doctor finds nothing wrong but this. On a slow machine a server may take longer than it waits. */
const finds = (doctor: string, said: string) =>
  eventually(async () => {
    const { code, output } = await start(doctor).exit();
    expect(output).toContain(said);
    expect(code, output).toBe(0);
  });

const startWorkspace = (command: string) =>
  start(command, { args: ['--port', ports['3080'] ?? ''] });
const startApp = (command: string) =>
  start(command, { env: { PORT: ports['3000'] ?? '', HOST: '127.0.0.1' } });

/** What somebody does on the workspace's page. */
function pageAs(as?: string) {
  const origin = here('http://127.0.0.1:3080');
  const post = (path: string, body: object) =>
    fetch(`${origin}/page/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const get = async <T>(path: string, query: Record<string, string>) => {
    const answer = await fetch(`${origin}/page/${path}?${new URLSearchParams(query)}`);
    return (await answer.json()) as T;
  };
  const state = () => get<PageState>('state', as === undefined ? {} : { as });
  return {
    state,
    /** Asks in #general, and waits for the answer there. */
    async ask(question: string): Promise<void> {
      const { me, channels } = await state();
      const channel = channels.find(({ name }) => name === 'general')?.id ?? '';
      await post('command', { as: me, channel, text: '/invite @Deep Search' });
      await post('command', { as: me, channel, text: `/deepsearch ${question}` });
      const answered = async () => {
        const inChannel = { as: me, channel };
        const { messages } = await get<{ messages: PageMessage[] }>('messages', inChannel);
        const asked = messages.find((message) => JSON.stringify(message).includes(question));
        if (asked === undefined) return '';
        const thread = { ...inChannel, thread_ts: asked.ts };
        return JSON.stringify(await get('messages', thread));
      };
      await expect.poll(answered, { message: question }).toContain('Found by search');
    },
  };
}

/** What the workspace prints for `.env`. */
async function printedSettings(workspace: ReturnType<typeof start>): Promise<string> {
  return workspace.printed(/\.env:\n\n((?:[A-Z_]+=.*\n)+)/);
}

const SOCKET_MODE = 'Over Socket Mode';
const OAUTH = 'Over HTTP, with OAuth';

describe.skipIf(!HAS_TERMINALS)('docs/local-workspace.md', () => {
  it('leads to an answer over Socket Mode', async () => {
    const [build, server = '', service = '', init = '', workspace = '', doctor = '', app = ''] =
      commandsOf(SOCKET_MODE);
    const install = await readFile(join(ROOT, 'docs', 'install.md'), 'utf8');
    expect(install).toContain(build);
    expect(server).toBe('redis-server --appendonly yes');
    redis = await startRedis({ appendonly: true });
    const instance = start(service.replace(/ \.$/, ` ${repository.path}`), {
      env: { SERVICE_PORT: ports['3070'] ?? '' },
    });
    const accessToken = await instance.printed(/Access token: (\S+)/);

    // Another program may have the port that is not on the page.
    await writeFile(join(folder, 'ops-port.env'), 'OPS_PORT=0\n');
    const guide = runInTerminal([...programOf(here(init)), '--values', 'ops-port.env'], {
      cwd: folder,
    });
    await guide.until('Start the local workspace with it');
    await guide.until('npm run workspace -- --manifest slack-manifest.yml');
    const slack = startWorkspace(workspace);
    const settings = parseEnv(await printedSettings(slack));
    await guide.until('Bot User OAuth Token');
    guide.answer(settings['SLACK_BOT_TOKEN']);
    await guide.until('App-level token');
    guide.answer(settings['SLACK_APP_TOKEN']);
    await guide.until('Whose account on the instance asks?');
    guide.answer();
    await guide.until('Access token of the account');
    guide.answer(accessToken);
    await guide.until('URL of Redis');
    guide.answer(`${KEYS.clear}${redis.url}`);
    await guide.until('Start the app now');
    guide.answer();
    await guide.until('ask a first question');
    await pageAs().ask('how does backoff work?');
    await guide.until('everything works');
    expect(await guide.exited).toBe(0);

    await finds(doctor, 'the app token is accepted');
    const bot = startApp(app);
    await bot.printed(/("msg":"ready")/);
    await pageAs().ask('where is the backoff of a retry computed?');
    expect([await bot.interrupt(), await slack.interrupt()]).toEqual([0, 0]);
  });

  it('leads to an answer in two workspaces, over HTTP with OAuth', async () => {
    const [init = '', workspace = '', doctor = '', app = ''] = commandsOf(OAUTH);
    const written = await start(init).exit();
    expect(written.code, written.output).toBe(0);
    expect(written.output).toContain(`  ${workspace} --port`);
    expect(written.output).toContain(here('http://127.0.0.1:3000/slack/install'));
    const slack = startWorkspace(workspace);
    const installUrl = await slack.printed(/install it: (\S+)/);
    expect(PAGE).toContain(installUrl.replace(ports['3000'] ?? '', '3000'));
    await appendFile(join(folder, '.env'), await printedSettings(slack));
    await finds(doctor, 'no workspace has installed the app yet');
    const bot = startApp(app);
    await bot.printed(/("msg":"ready")/);

    const { workspace: first, elsewhere } = await pageAs().state();
    const nora = elsewhere.find(({ name }) => name === 'Nora Lind')?.id ?? '';
    const { workspace: second } = await pageAs(nora).state();
    expect([first.name, second.name]).toEqual(['Acme', 'Initech']);
    const tokens = new Set<string>();
    for (const team of [first, second]) {
      expect(await install(installUrl, team)).toContain(`is installed in ${team.name}`);
      const printed = new RegExp(
        `installed in ${team.name}\\.[^\\n]*\\nSLACK_BOT_TOKEN=(xoxb-\\S+)`,
      );
      tokens.add(await slack.printed(printed));
    }
    expect(tokens.size).toBe(2);
    await pageAs().ask('where is the backoff of a retry computed in Acme?');
    await pageAs(nora).ask('where is the backoff of a retry computed in Initech?');
    expect([await bot.interrupt(), await slack.interrupt()]).toEqual([0, 0]);
  });
});

/** Follows the install address as a browser does, and allows it in one workspace; gives the last page. */
async function install(url: string, team: { readonly id: string; readonly name: string }) {
  const begun = await fetch(url, { redirect: 'manual' });
  const [cookie = ''] = begun.headers.get('set-cookie')?.split(';') ?? [];
  const consent = new URL(begun.headers.get('location') ?? '');
  expect(await (await fetch(consent)).text()).toContain(`Allow in ${team.name}`);
  const allowed = await fetch(`${consent.origin}${consent.pathname}`, {
    method: 'POST',
    body: new URLSearchParams({
      ...Object.fromEntries(consent.searchParams),
      team: team.id,
      decision: 'allow',
    }),
    redirect: 'manual',
  });
  const done = await fetch(allowed.headers.get('location') ?? '', { headers: { cookie } });
  expect(done.status).toBe(200);
  return done.text();
}
