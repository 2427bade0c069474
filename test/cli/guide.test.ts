import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { createManifest } from '../../src/cli/commands/manifest.js';
import { readConfig } from '../../src/config.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import { builtProgram } from '../support/dist.js';
import { type Stack, startStack, TOKEN } from '../support/stack.js';
import { HAS_TERMINALS, KEYS, runInTerminal } from '../support/terminal.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deepsearch-guide-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function startFarSide(transport: 'http' | 'socket'): Promise<Stack> {
  const stack = await startStack({ roles: [], transport, workspace: { scopes: BOT_SCOPES } });
  onTestFinished(() => stack.stop());
  return stack;
}

const readSettings = async () => parseEnv(await readFile(join(folder, '.env'), 'utf8'));

/** What an operator has in `.env` before: settings of ours that are not asked for, and of others. */
async function writeFirstSettings({ workspace }: Stack): Promise<void> {
  const lines = ['# mine', 'MY_OWN=1', `SLACK_API_URL=${workspace.apiUrl}`, 'PORT=0', 'OPS_PORT=0'];
  await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`);
}

function runGuide(args: readonly string[] = []) {
  const command = [process.execPath, builtProgram('cli.js'), 'init', ...args];
  const terminal = runInTerminal(command, { cwd: folder });
  onTestFinished(terminal.kill);
  return terminal;
}

/** Answers what is asked once Slack's own settings are known, and lets the app start. */
async function answerRest(guide: ReturnType<typeof runGuide>, { url }: Stack['redis']) {
  await guide.until('Whose account on the instance asks?');
  guide.answer();
  await guide.until('Access token of the account');
  guide.answer(TOKEN);
  await guide.until('URL of Redis');
  guide.answer(`${KEYS.clear}${url}`);
  await guide.until('Start the app now');
  guide.answer();
}

/** Asks in Slack, and answers as the instance. */
async function askInSlack({ workspace, engine }: Stack, text: string): Promise<void> {
  const { kim } = workspace.people;
  const { general: channel } = workspace.channels;
  await workspace.command({ as: kim, channel, text });
  const question = await engine.next(text);
  question.answer();
}

describe.skipIf(!HAS_TERMINALS)('init at a terminal', () => {
  it('leads to an answered question over Socket Mode, past each mistake', async () => {
    const stack = await startFarSide('socket');
    const { app } = stack.workspace;
    await writeFirstSettings(stack);
    const guide = runGuide();
    await guide.until('exists. Add what is missing');
    guide.answer();
    await guide.until('How does Slack reach the app?');
    guide.answer();

    await guide.until('URL of your Deep Search instance');
    guide.answer('http://127.0.0.1:1');
    await guide.until('could not be reached');
    await guide.until('fix: check that DEEPSEARCH_URL is right');
    await guide.until('What next?');
    guide.answer();
    await guide.until('URL of your Deep Search instance');
    guide.answer(stack.service.url);
    await guide.until(`${stack.service.url} replies`);

    await guide.until('npm run workspace -- --manifest slack-manifest.yml');
    await guide.until('Bot User OAuth Token');
    guide.answer('xapp-1-no-bot-token');
    await guide.until('must start with xoxb-');
    guide.answer('xoxb-wrong-token');
    await guide.until('invalid_auth');
    await guide.until('What next?');
    guide.answer();
    await guide.until('Bot User OAuth Token');
    guide.answer(app.botToken);
    await guide.until('scopes are granted');
    await guide.until('App-level token');
    guide.answer(app.appToken);
    await guide.until('the app token is accepted');

    await guide.until('Whose account on the instance asks?');
    guide.answer();
    await guide.until('Access token of the account');
    guide.answer('sgp_wrong');
    await guide.until('What next?');
    guide.answer();
    await guide.until('Access token of the account');
    guide.answer(TOKEN);
    await guide.until('accepts the token');

    await guide.until('URL of Redis');
    guide.answer(`${KEYS.clear}redis://user:secret@127.0.0.1:1`);
    await guide.until('must be without user and password');
    guide.answer(`${KEYS.clear}redis://127.0.0.1:1`);
    await guide.until('ECONNREFUSED');
    await guide.until('What next?');
    guide.answer();
    await guide.until('URL of Redis');
    await stack.store.config('SET', 'requirepass', 'pass@word');
    guide.answer(`${KEYS.clear}${stack.redis.url}`);
    await guide.until('the server requires a password');
    await guide.until('What next?');
    guide.answer();
    await guide.until('Password of Redis');
    guide.answer('pass@word');
    await guide.until('append-only file on');

    await guide.until('Start the app now');
    guide.answer();
    await guide.until('ask a first question');
    await askInSlack(stack, 'how does the first question work?');
    await guide.until('everything works');
    expect(await guide.exited).toBe(0);

    for (const secret of [
      app.botToken,
      app.appToken,
      TOKEN,
      'xoxb-wrong-token',
      'sgp_wrong',
      'pass@word',
    ]) {
      expect(guide.output()).not.toContain(secret);
    }
    expect(await readSettings()).toMatchObject({
      MY_OWN: '1',
      SLACK_BOT_TOKEN: app.botToken,
      SLACK_APP_TOKEN: app.appToken,
      DEEPSEARCH_URL: stack.service.url,
      DEEPSEARCH_TOKEN: TOKEN,
      REDIS_URL: stack.redis.url.replace('//', '//:pass%40word@'),
    });
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
  });

  it('leads to an answered question over HTTP, and shows where to forward', async () => {
    const stack = await startFarSide('http');
    const { workspace, service, redis } = stack;
    await writeFirstSettings(stack);
    const guide = runGuide([
      '--url',
      'https://bot.example.com/',
      '--instance',
      service.url,
      '--force',
    ]);
    await guide.until('Which workspaces use the app?');
    guide.answer();
    await guide.until('Bot User OAuth Token');
    guide.answer(workspace.app.botToken);
    await guide.until('Signing Secret');
    guide.answer(workspace.app.signingSecret);
    await answerRest(guide, redis);
    await guide.until('ask a first question');
    const [, port] = /bot\.example\.com\/slack\/events to port (\d+)/.exec(guide.screen()) ?? [];
    const requestUrl = `http://127.0.0.1:${port}/slack/events`;
    const headers = {
      'x-slack-signature': `v0=${'0'.repeat(64)}`,
      'x-slack-request-timestamp': String(Math.floor(Date.now() / 1_000)),
    };
    await fetch(requestUrl, { method: 'POST', headers, body: '{}' });
    await guide.until('request refused: invalid signature');
    await guide.until('fix: SLACK_SIGNING_SECRET');
    workspace.connect({ requestUrl });
    await askInSlack(stack, 'is HTTP fine?');
    await guide.until('everything works');
    expect(await guide.exited).toBe(0);
    const manifest = parse(await readFile(join(folder, 'slack-manifest.yml'), 'utf8'));
    const options = { publicUrl: 'https://bot.example.com', instance: service.url };
    expect(manifest).toEqual(createManifest(options));
  });

  it.each([
    ['Then install it into your workspace', ['--socket-mode'], 'Bot User OAuth Token'],
    ['It is installed later', ['--distributed', '--url', 'https://bot.example.com'], 'Client ID'],
  ])('opens the page of Slack that creates the app: %s', async (then, args, question) => {
    const { service } = await startFarSide('http');
    const guide = runGuide([...args, '--instance', service.url]);
    await guide.until(then);
    await guide.until('https://api.slack.com/apps?new_app=1&manifest_json=');
    await guide.until(question);
    guide.type(KEYS.ctrlC);
    expect(await guide.exited).toBe(130);
  });

  it('leads several workspaces to the address at which they install the app', async () => {
    const stack = await startFarSide('http');
    const { workspace, service, redis } = stack;
    const { app } = workspace;
    await writeFirstSettings(stack);
    const guide = runGuide(['--url', 'https://bot.example.com', '--force']);
    await guide.until('Which workspaces use the app?');
    guide.answer(KEYS.down);
    await guide.until('URL of your Deep Search instance');
    guide.answer(service.url);
    await guide.until('npm run workspace -- --manifest slack-manifest.yml --distributed');
    await guide.until('Client ID');
    guide.answer(app.clientId);
    await guide.until('Client Secret');
    guide.answer(app.clientSecret);
    await guide.until('IDs of the workspaces that may install it');
    guide.answer('acme');
    await guide.until('must');
    guide.answer(`${KEYS.clear}${app.teamId}`);
    await guide.until('Signing Secret');
    guide.answer(app.signingSecret);
    await answerRest(guide, redis);
    await guide.until('Open https://bot.example.com/slack/install');
    await guide.until('Ctrl-C ends this');
    guide.type(KEYS.ctrlC);
    expect(await guide.exited).toBe(0);
    const settings = await readSettings();
    expect(settings).toMatchObject({
      MY_OWN: '1',
      PUBLIC_URL: 'https://bot.example.com',
      SLACK_CLIENT_ID: app.clientId,
      SLACK_CLIENT_SECRET: app.clientSecret,
      SLACK_WORKSPACES: app.teamId,
      SLACK_STATE_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(settings).not.toHaveProperty('SLACK_BOT_TOKEN');
    expect(readConfig(settings, 'both').slack.install.kind).toBe('oauth');
  });

  it('keeps what was entered when Ctrl-C stops it, and continues there', async () => {
    const stack = await startFarSide('socket');
    await writeFirstSettings(stack);
    const first = runGuide(['--socket-mode', '--force']);
    await first.until('URL of your Deep Search instance');
    first.answer(stack.service.url);
    await first.until('Bot User OAuth Token');
    first.answer(stack.workspace.app.botToken);
    await first.until('App-level token');
    first.type(KEYS.ctrlC);
    await first.until('run init again to continue');
    expect(await first.exited).toBe(130);
    const kept = await readSettings();
    expect(kept).toMatchObject({ MY_OWN: '1', DEEPSEARCH_URL: stack.service.url });

    const second = runGuide(['--socket-mode', '--force']);
    await second.until('App-level token');
    expect(second.screen()).toContain('scopes are granted');
    expect(second.screen()).not.toContain('URL of your Deep Search instance');
    expect(second.screen()).not.toContain('Bot User OAuth Token');
    second.type(KEYS.ctrlC);
    expect(await second.exited).toBe(130);
    expect(await readSettings()).toEqual(kept);

    const third = runGuide(['--force']);
    await third.until('How does Slack reach the app?');
    third.answer(KEYS.down);
    await third.until('Public address of the app');
    third.answer('http://bot.example.com');
    await third.until('must be an https:// URL');
    third.answer(`${KEYS.clear}https://bot.example.com`);
    await third.until('Signing Secret');
    third.type(KEYS.ctrlC);
    expect(await third.exited).toBe(130);
    expect(await readSettings()).toMatchObject({ ...kept, PUBLIC_URL: 'https://bot.example.com' });
  });

  it('stops on Ctrl-C while a check hangs, and shows nothing that is typed meanwhile', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const guide = runGuide(['--socket-mode', '--instance', `http://127.0.0.1:${port}`]);
    await guide.until('Calling the instance');
    guide.type('xoxb-pasted-too-early\r');
    guide.type(KEYS.ctrlC);
    expect(await guide.exited).toBe(130);
    expect(guide.output()).not.toContain('xoxb-pasted');
  });

  it('can be completed later where Redis is away, and changes nothing where it may not', async () => {
    const stack = await startFarSide('socket');
    await writeFirstSettings(stack);
    const values = join(folder, 'values');
    const { REDIS_URL: _, ...known } = stack.env;
    const lines = Object.entries({
      ...known,
      REDIS_URL: 'redis://127.0.0.1:1',
      ACCESS_MODE: 'shared',
    });
    await writeFile(values, lines.map(([name, value]) => `${name}=${value}`).join('\n'));
    const guide = runGuide(['--values', values, '--socket-mode', '--force']);
    await guide.until('What next?');
    guide.answer(KEYS.down + KEYS.down);
    await guide.until('something above does not work yet');
    expect(await guide.exited).toBe(1);
    expect(guide.screen()).toContain('fix: start Redis there');

    const before = await readSettings();
    const refused = runGuide();
    await refused.until('exists. Add what is missing');
    refused.type('n');
    await refused.until('Nothing was changed');
    expect(await refused.exited).toBe(1);
    expect(await readSettings()).toEqual(before);
  });
});
