import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { globalAgent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService } from '../../local/service/service.js';
import { runCommandLine } from '../../src/cli/run.js';
import { describeSettings } from '../../src/config.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import { EMPTY_LAYER } from '../../src/model/settings-layers.js';
import type { Finding } from '../../src/ops/doctor.js';
import { createInstallationStore } from '../../src/store/installations.js';
import { keys } from '../../src/store/keys.js';
import {
  createReceivedRequestStore,
  type Verification,
} from '../../src/store/received-requests.js';
import { createSettingsStore } from '../../src/store/settings.js';
import { createVault } from '../../src/vault/vault.js';
import { type HttpServer, hang, json, raw, startHttpServer } from '../support/http-server.js';
import { postSigned } from '../support/post-signed.js';
import { startRedis } from '../support/redis.js';
import { makeRepository, SHOP } from '../support/repository.js';
import { type Stack, startStack, TOKEN } from '../support/stack.js';
import { runCli } from './run-cli.js';

const PASSWORD = 'hunter2-password-of-redis';
const NOWHERE = '127.0.0.1:1';

let stack: Stack;
let far: HttpServer;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ roles: [], workspace: { scopes: BOT_SCOPES } });
  far = await startHttpServer();
  folder = await mkdtemp(join(tmpdir(), 'deepsearch-doctor-'));
});
/** As if Slack had verified the app's request URL. */
beforeEach(() => received('verified', Date.now() - 300_000));
afterEach(async () => {
  stack.workspace.faults.clear();
  stack.workspace.setScopes(BOT_SCOPES);
  await stack.store.flushall();
});
afterAll(async () => {
  await far?.close();
  await stack?.stop();
  if (folder) await rm(folder, { recursive: true });
});

const received = (what: Verification, at: number) =>
  createReceivedRequestStore({ redis: stack.store }).record(
    stack.workspace.app.signingSecret,
    what,
    at,
  );

type Env = Record<string, string>;
const SECRET = describeSettings().filter(({ secret }) => secret);

/** Runs it over the good settings but for these, and checks what is true of every run. Starts no process, which would take longer than most checks. */
async function doctor(more: Env = {}, args: readonly string[] = []) {
  const env = { ...stack.env, ...more };
  const run = await runCommandLine(['doctor', '--json', ...args], env);
  const { ok, findings } = JSON.parse(run.out) as { ok: boolean; findings: Finding[] };
  expect(run).toMatchObject({ code: ok ? 0 : 1, err: '' });
  expect(ok).toBe(findings.every(({ state }) => state !== 'problem'));
  for (const value of [PASSWORD, ...SECRET.flatMap(({ name }) => env[name] || [])]) {
    expect(run.out).not.toContain(value);
  }
  for (const { state, fix } of findings) expect(fix !== undefined).toBe(state !== 'ok');
  return { ok, findings, bad: findings.filter(({ state }) => state !== 'ok') };
}

const found = (name: string, state: string, [says, fix]: readonly [RegExp, RegExp]) => ({
  name,
  state,
  says: expect.stringMatching(says),
  fix: expect.stringMatching(fix),
});

/** As after a new signing secret. */
const NOT_RECEIVED = found('requests', 'warning', [
  /^the signing secret is not checked: no request from Slack has been verified with it yet$/,
  /Event Subscriptions/,
]);

/** No bot is running in these tests. */
const NO_BOT = found('socket mode', 'warning', [/no bot has reported/, /role "bot"/]);

describe('doctor', () => {
  it('reports each part that is fine', async () => {
    const { findings, bad } = await doctor();
    expect(bad).toEqual([]);
    expect(findings.map(({ name, says }) => `${name}: ${says}`)).toEqual([
      'settings: all settings are valid',
      expect.stringMatching(/^redis: connected; Redis \d+\./),
      'encryption key: nothing is encrypted yet',
      expect.stringMatching(/^questions: no open questions/),
      expect.stringMatching(/^slack: the token is accepted: @deepsearch in workspace \w+ \(T\w+\)/),
      `slack: all ${BOT_SCOPES.length} scopes are granted`,
      "clock: the clock agrees with Slack's",
      'transport: HTTP: the signing secret is set',
      expect.stringMatching(/^requests: a request from Slack was verified .* 5 minutes ago$/),
      expect.stringMatching(/^service: http:\/\/\S+ replies in \d+ ms, and accepts the token/),
      'service: all 11 code tools are available',
      'traces: off',
    ]);
  });

  it('says where traces go', async () => {
    const { findings } = await doctor({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:pw@c:4318' });
    expect(findings).toContainEqual({
      ...{ name: 'traces', state: 'ok' },
      says: 'exported to http://c:4318/v1/traces',
    });
    const { bad } = await doctor({ OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4318' });
    expect(bad).toEqual([found('traces', 'warning', [/^off: OTEL_EXPORTER_OTLP_ENDPOINT/, /URL/])]);
  });

  it('prints text for people, as the built program does', async () => {
    const text = /^ok {7}settings[\s\S]*No problems found\.\n$/;
    const expected = { code: 0, out: expect.stringMatching(text), err: '' };
    expect(await runCommandLine(['doctor'], stack.env)).toEqual(expected);
    expect(await runCli(['doctor'], { env: stack.env })).toEqual(expected);
  });

  it('checks Socket Mode, and a worker, which receives no events', async () => {
    const socket = { SLACK_SIGNING_SECRET: '', SLACK_APP_TOKEN: stack.workspace.app.appToken };
    const { ok, findings, bad } = await doctor(socket);
    expect(ok).toBe(true);
    expect(bad).toEqual([NO_BOT]);
    expect(findings).toContainEqual(
      expect.objectContaining({ says: expect.stringMatching(/^Socket Mode/) }),
    );
    expect((await doctor({ SLACK_SIGNING_SECRET: '' }, ['worker'])).bad).toEqual([]);
  });

  it('reads settings from a file; the environment takes precedence', async () => {
    const path = join(folder, 'settings');
    const lines = Object.entries(stack.env).map(([name, value]) => `${name}=${value}`);
    await writeFile(path, [...lines, 'PORT=none'].join('\n'));
    const run = await runCli(['doctor', '--env-file', path], { env: { PORT: '0' } });
    expect(run).toMatchObject({ code: 0, err: '' });
    const wrong = await runCli(['doctor', '--env-file', path]);
    expect(wrong.out).toMatch(/PORT must be a whole number.*\n.*correct PORT in .*settings/);
    // Node 20 itself looks for the file, wherever the option stands, and so says it first.
    const { code, err } = await runCli(['doctor', '--env-file', join(folder, 'none')]);
    expect([code === 0, err]).toEqual([
      false,
      expect.stringMatching(/none.*(no such file|not found)/),
    ]);
    expect(err).not.toMatch(/\n {4}at /);
  });
});

describe('the check of repositories', () => {
  it('warns about settings that name repositories which the instance does not list', async () => {
    const settings = createSettingsStore({ redis: stack.store });
    const form = { repositories: ['shop', 'acme/none'], audience: ['acme/*', 'gone'] };
    const owner = { workspace: 'T1', channel: 'C1' };
    const layer = { ...EMPTY_LAYER, form };
    await settings.replace([{ owner, before: EMPTY_LAYER, after: layer }]);
    const shop = await makeRepository('shop', SHOP);
    const users = [{ id: 1, name: 'bot', token: TOKEN }];
    const service = await startService({ repositories: [shop.path], users });
    const env = { DEEPSEARCH_URL: service.url };
    const fix = /correct the name/;
    expect((await doctor(env)).bad).toEqual([
      found('repositories', 'warning', [
        /^repositories of channel C1 of T1 names acme\/none,/,
        fix,
      ]),
      found('repositories', 'warning', [/^audience of channel C1 of T1 names gone, which/, fix]),
    ]);
    const right = { ...EMPTY_LAYER, revision: 1, form: { repositories: ['shop'] } };
    await settings.replace([{ owner, before: { ...layer, revision: 1 }, after: right }]);
    const { bad, findings } = await doctor(env);
    expect(bad).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({ says: 'the instance lists all repositories in settings' }),
    );
    await service.stop();
    await shop.remove();
  });
});

describe('the settings check', () => {
  it('the settings check names all invalid settings; other checks run if they do not need them', async () => {
    const { bad } = await doctor({ SLACK_BOT_TOKEN: 'xoxp-1', DEEPSEARCH_URL: '', PORT: 'x' });
    expect(bad).toEqual([
      found('settings', 'problem', [/^SLACK_BOT_TOKEN must start with xoxb-/, /correct/]),
      found('settings', 'problem', [/^PORT must be a whole number/, /correct PORT in the env/]),
      found('settings', 'problem', [/^DEEPSEARCH_URL is missing$/, /address of your instance/]),
      found('slack', 'warning', [/not checked/, /SLACK_BOT_TOKEN/]),
      found('service', 'warning', [/not checked/, /DEEPSEARCH_URL/]),
    ]);
  });

  it('the settings check reports typos, but no other unknown variables', async () => {
    const others = { HOME: '/', SLACK_WEBHOOK: 'x', DATABASE_URL: 'x', PORTS: '1' };
    const { ok, bad } = await doctor({ ...others, REDIS_URI: 'x', DEEPSEARCH_MODE: 'x' });
    expect(ok).toBe(true);
    expect(bad).toEqual([
      found('settings', 'warning', [/^REDIS_URI is not a setting$/, /did you mean REDIS_URL/]),
      found('settings', 'warning', [/^DEEPSEARCH_MODE is not a setting$/, /settings\.md/]),
    ]);
  });

  it('the settings check points to a .env that was not read', async () => {
    await writeFile(join(folder, '.env'), '');
    const env = { REDIS_URL: stack.redis.url, SLACK_API_URL: `http://${NOWHERE}/` };
    const { code, out } = await runCli(['doctor'], { env, cwd: folder });
    expect([code, out]).toEqual([1, expect.stringContaining('add "--env-file .env"')]);
  });
});

// Beside each other, since most of them wait for Redis for three seconds.
describe.concurrent('the Redis check', () => {
  const REST = ['encryption key', 'questions', 'requests'].map((name) =>
    found(name, 'warning', [/not checked/, /first fix .*Redis \(REDIS_URL\)/]),
  );

  it.each([
    ['away', `redis://${NOWHERE}`, [/ECONNREFUSED/, /start Redis there/]],
    ['of an unknown name', 'redis://redis.invalid', [/ENOTFOUND|EAI_AGAIN/, /host name/]],
    ['behind Sentinels that are away', `redis+sentinel://${NOWHERE}/m`, [/entinel/, /Sentinels/]],
  ] as const)('finds Redis %s', async (_, url, how) => {
    expect((await doctor({ REDIS_URL: url })).bad).toEqual([
      found('redis', 'problem', how),
      ...REST,
    ]);
  });

  it('finds that Redis hangs', async () => {
    const redis = await startRedis();
    redis.pause();
    const { bad } = await doctor({ REDIS_URL: redis.url });
    expect(bad).toEqual([found('redis', 'problem', [/cannot connect/, /hangs/]), ...REST]);
    await redis.stop();
  });

  it('finds a wrong or missing password', async () => {
    const redis = await startRedis({ args: ['--requirepass', PASSWORD] });
    const wrong = `redis://:not-${PASSWORD}@127.0.0.1:${redis.port}`;
    for (const [url, code] of [
      [wrong, /WRONGPASS/],
      [redis.url, /NOAUTH/],
    ] as const) {
      const { bad } = await doctor({ REDIS_URL: url });
      expect(bad).toEqual([found('redis', 'problem', [code, /"user:password@"/]), ...REST]);
    }
    await redis.stop();
  });

  it('finds settings that put questions at risk', async () => {
    const redis = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] });
    const { bad } = await doctor({ REDIS_URL: redis.url });
    expect(bad).toEqual([
      found('redis', 'problem', [/allkeys-lru/, /maxmemory-policy noeviction/]),
      found('redis', 'warning', [/append-only file is off/, /appendonly yes/]),
      NOT_RECEIVED,
    ]);
    await redis.stop();
  });
});

describe('the Slack check', () => {
  it.each([['xoxb-unknown', /does not know.*invalid_auth/, /SLACK_BOT_TOKEN: copy it again/]])(
    'finds that Slack refuses the token %s',
    async (token, says, fix) => {
      const { bad } = await doctor({ SLACK_BOT_TOKEN: token });
      expect(bad).toEqual([found('slack', 'problem', [says, fix])]);
    },
  );

  it.each([
    ['account_inactive', /was removed/, /install the app again/],
    ['token_revoked', /was revoked/, /install the app again/],
    ['odd_refusal', /refused the call \(odd_refusal\)/, /docs\.slack\.dev/],
    ['internal_error', /no clear reply/, /slack-status/],
  ] as const)('explains the error %s', async (error, says, fix) => {
    stack.workspace.faults.add({ kind: 'error', method: 'auth.test', error });
    expect((await doctor()).bad).toEqual([found('slack', 'problem', [says, fix])]);
  });

  it('the Slack check reports a rate limit', async () => {
    const method = 'auth.test';
    stack.workspace.faults.add({ kind: 'ratelimited', method, retryAfterSeconds: 30 });
    expect((await doctor()).bad).toEqual([found('slack', 'warning', [/wait 30 s/, /after that/])]);
  });

  it('finds missing scopes', async () => {
    stack.workspace.setScopes(BOT_SCOPES.filter((scope) => !/^im:|commands/.test(scope)));
    const { bad } = await doctor();
    const missing = /missing: commands, im:history, im:read, im:write$/;
    expect(bad).toEqual([found('slack', 'problem', [missing, /reinstall/])]);
  });

  it('finds a missing scope that the app works without', async () => {
    stack.workspace.setScopes(BOT_SCOPES.filter((scope) => scope !== 'reactions:write'));
    const { bad } = await doctor();
    const missing = /reactions:write is missing: the app adds no reactions/;
    expect(bad).toEqual([found('slack', 'warning', [missing, /reinstall/])]);
  });

  it('finds that Slack cannot be reached', async () => {
    const { bad } = await doctor({ SLACK_API_URL: `http://${NOWHERE}/` });
    expect(bad).toEqual([
      found('slack', 'problem', [/could not be reached/, /slack\.com/]),
      found('clock', 'warning', [/did not report its time/, /clock/]),
    ]);
  });

  it('finds a refused app token', async () => {
    const socket = { SLACK_SIGNING_SECRET: '', SLACK_APP_TOKEN: 'xapp-unknown' };
    const { bad } = await doctor(socket);
    expect(bad).toEqual([
      NO_BOT,
      found('transport', 'problem', [/invalid_auth/, /SLACK_APP_TOKEN/]),
    ]);
    stack.workspace.faults.add({
      kind: 'error',
      method: 'apps.connections.open',
      error: 'missing_scope',
    });
    expect((await doctor(socket)).bad).toEqual([
      NO_BOT,
      found('transport', 'problem', [/lacks the scope connections:write/, /App-Level Tokens/]),
    ]);
  });

  it('finds a wrong clock, a user token, and missing scope information', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString();
    const who = { ok: true, user: 'kim', team: 'Acme', team_id: 'T1', user_id: 'U1' };
    far.handle(json(200, who, { date }));
    expect((await doctor({ SLACK_API_URL: far.url })).bad).toEqual([
      found('slack', 'problem', [/belongs to a person \(kim\)/, /Bot User OAuth Token/]),
      found('slack', 'warning', [/does not report which scopes/, /app_mentions:read/]),
      found('clock', 'problem', [/(600|5\d\d) s behind Slack's/, /timedatectl/]),
    ]);
  });

  it('finds a signing secret with the wrong format', async () => {
    const { ok, bad } = await doctor({ SLACK_SIGNING_SECRET: 'not-hexadecimal' });
    expect(ok).toBe(true);
    expect(bad).toEqual([
      found('transport', 'warning', [/does not have the format/, /Basic Information/]),
      NOT_RECEIVED,
    ]);
  });
});

describe('the check of requests', () => {
  const says = async (env: Env = {}) => (await doctor(env)).bad;

  it('does not claim that a signing secret is right before a request came', async () => {
    await stack.store.flushall();
    expect(await says()).toEqual([NOT_RECEIVED]);
  });

  it('finds that every request was refused', async () => {
    await stack.store.flushall();
    await received('refused', Date.now() - 180_000);
    expect(await says()).toEqual([
      found('requests', 'problem', [
        /refused 3 minutes ago, because its signature does not match SLACK_SIGNING_SECRET; none has matched/,
        /copy the "Signing Secret".*restart/,
      ]),
    ]);
  });

  it('finds that requests are refused since a while, and not once they match again', async () => {
    await received('verified', Date.now() - 2 * 3600_000);
    await received('refused', Date.now() - 180_000);
    expect(await says()).toEqual([
      found('requests', 'warning', [
        /the last one that matched came 2 hours ago/,
        /Signing Secret/,
      ]),
    ]);
    await received('verified', Date.now());
    expect(await says()).toEqual([]);
    expect(await says({ SLACK_SIGNING_SECRET: 'f'.repeat(32) })).toEqual([NOT_RECEIVED]);
  });

  it('knows from a running bot which requests it has refused and accepted', async () => {
    await stack.store.flushall();
    const secret = '0123456789abcdef0123456789abcdef';
    const bot = await stack.startBot('bot', { SLACK_SIGNING_SECRET: secret });
    const port = bot.ports.slack ?? 0;
    const post = (by: string) =>
      postSigned({ port, secret: by, agent: globalAgent }, '{"type":"url_verification"}');
    expect(await post('a'.repeat(32))).toBe(401);
    const env = { SLACK_SIGNING_SECRET: secret };
    await expect.poll(() => says(env)).toMatchObject([{ name: 'requests', state: 'problem' }]);
    expect(bot.log).toContainEqual(
      expect.objectContaining({
        msg: 'request refused: invalid signature',
        fix: expect.stringContaining('SLACK_SIGNING_SECRET'),
      }),
    );
    expect(await post(secret)).toBe(200);
    await expect.poll(() => says(env)).toEqual([]);
    await bot.stop();
  });
});

describe('installations in many workspaces', () => {
  const oauth = () => ({
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'client-secret-of-the-app',
    SLACK_STATE_SECRET: 'long-state-secret-of-the-app-itself',
    SLACK_WORKSPACES: 'T0000001,T0000002,T0000003',
    PUBLIC_URL: 'https://bot.example.com',
  });

  async function install(teamId: string, token: string, key = stack.env['ENCRYPTION_KEY']) {
    const vault = createVault([Buffer.from(key ?? '', 'base64')]);
    await createInstallationStore({ redis: stack.store as Redis, ...vault }).storeInstallation({
      team: { id: teamId },
      user: { id: 'U1' },
      bot: { token, scopes: [], id: 'B1', userId: 'U2' },
    });
  }

  it('installations in many workspaces are all checked', async () => {
    const { ok, bad } = await doctor(oauth());
    expect([ok, bad]).toEqual([
      true,
      [
        found('slack', 'warning', [
          /^no workspace has installed the app yet; SLACK_WORKSPACES allows T0000001, T0000002, T0000003$/,
          /open https:\/\/bot\.example\.com\/slack\/install /,
        ]),
      ],
    ]);
    await install('T0000001', stack.workspace.app.botToken);
    await install('T0000002', 'xoxb-of-old');
    const { findings, bad: some } = await doctor(oauth());
    expect(findings).toContainEqual({
      name: 'slack',
      state: 'ok',
      says: 'the app is installed in T0000001, T0000002',
    });
    expect(some).toEqual([
      found('slack', 'problem', [
        /^T0000002: .*invalid_auth/,
        /^the installation of T0000002: ask an admin of it to open https:\/\/bot\.example\.com\/slack\/install/,
      ]),
      found('slack', 'warning', [
        /not yet installed in T0000003/,
        /Manage Distribution.*add https:\/\/bot\.example\.com\/slack\/oauth_redirect .*Redirect URLs/,
      ]),
    ]);
    const worker = await doctor({ ...oauth(), PUBLIC_URL: '' }, ['worker']);
    expect(worker.bad).toContainEqual(
      found('slack', 'warning', [/not yet installed in T0000003/, /settings of the bot/]),
    );
  });

  it('names the workspace whose installation lacks scopes', async () => {
    await install('T0000001', stack.workspace.app.botToken);
    stack.workspace.setScopes(BOT_SCOPES.filter((scope) => scope !== 'commands'));
    const { bad } = await doctor({ ...oauth(), SLACK_WORKSPACES: 'T0000001' });
    expect(bad).toEqual([
      found('slack', 'problem', [/^T0000001: scopes are missing: commands$/, /reinstall/]),
    ]);
  });

  it('says that the client ID is missing, and not the bot token', async () => {
    const { bad } = await doctor({ ...oauth(), SLACK_CLIENT_ID: '' });
    expect(bad).toContainEqual(
      found('settings', 'problem', [/^SLACK_CLIENT_ID is missing/, /Basic Information/]),
    );
    expect(JSON.stringify(bad)).not.toContain('SLACK_BOT_TOKEN');
  });

  it('says what to do about an installation of another format', async () => {
    const key = Buffer.from(stack.env['ENCRYPTION_KEY'] ?? '', 'base64');
    const sealed = createVault([key]).seal('{"v":99}', 'installation:T0000001');
    await stack.store.hset('{deepsearch}:installations', 'T0000001', sealed);
    expect((await doctor({ ...oauth(), SLACK_WORKSPACES: 'T0000001' })).bad).toEqual([
      found('encryption key', 'problem', [/T0000001 .* format/, /version that stored it/]),
    ]);
  });

  it('installations in many workspaces are named if they were encrypted with another key', async () => {
    await install('T0000001', 'xoxb-1');
    await install('T0000002', 'xoxb-2', Buffer.alloc(32, 1).toString('base64'));
    const { bad } = await doctor();
    const says = /installation of T0000002 cannot be read: .* encrypted with key [0-9a-f]{8}/;
    expect(bad).toEqual([found('encryption key', 'problem', [says, /ENCRYPTION_KEY/])]);
  });

  it('installations in many workspaces are counted if an older key encrypted them', async () => {
    await install('T0000001', stack.workspace.app.botToken);
    const older = stack.env['ENCRYPTION_KEY'];
    const { bad } = await doctor({
      ...oauth(),
      SLACK_WORKSPACES: 'T0000001',
      ENCRYPTION_KEY: `${Buffer.alloc(32, 1).toString('base64')},${older}`,
    });
    expect(bad).toEqual([
      found('encryption key', 'warning', [/^1 of 1 installations .* older key/, /restart/]),
    ]);
  });
});

it('accounts that none of the keys can decrypt, or only an older one, are counted', async () => {
  const older = stack.env['ENCRYPTION_KEY'] ?? '';
  const newer = Buffer.alloc(32, 1).toString('base64');
  const key = keys.account('T1', 'U1');
  const vault = createVault([Buffer.from(older, 'base64')]);
  await stack.store.set(key, vault.seal('{}', key));
  const findings = async (keyring: string) => (await doctor({ ENCRYPTION_KEY: keyring })).bad;
  expect(await findings(older)).toEqual([]);
  expect(await findings(`${newer},${older}`)).toEqual([
    found('encryption key', 'warning', [/^1 of 1 connected accounts .* older key/, /restart/]),
  ]);
  expect(await findings(newer)).toEqual([
    found('encryption key', 'warning', [/^1 of 1 .* cannot be decrypted/, /connect .* again/]),
  ]);
});

it('questions of a newer version, as after a step back, are counted', async () => {
  await stack.store.zadd(keys.open, 1, 'q1');
  await stack.store.hset(keys.question('q1'), 'body', JSON.stringify({ id: 'q1', v: 99 }));
  expect((await doctor()).bad).toEqual([
    found('questions', 'problem', [/no worker is connected, but 1 questions/, /role "worker"/]),
  ]);
});

describe('the service check', () => {
  const problems = async (more: Env) => (await doctor(more)).bad;

  it('finds a refused token', async () => {
    expect(await problems({ DEEPSEARCH_TOKEN: 'sgp_wrong_token_0123456789' })).toEqual([
      found('service', 'problem', [/401/, /create a new access token/]),
    ]);
  });

  it('finds that the instance cannot be reached', async () => {
    expect(await problems({ DEEPSEARCH_URL: `http://${NOWHERE}` })).toEqual([
      found('service', 'problem', [
        /could not be reached.*ECONNREFUSED/,
        /DEEPSEARCH_URL is right/,
      ]),
    ]);
  });

  it.each([
    ['a page', raw(200, '<!doctype html><p>Sign in'), [/not from the conversation API/, /root/]],
    ['something else', json(200, { hello: 'you' }), [/not from the conversation API/, /root/]],
    ['404', json(404, { message: 'nothing here' }), [/no conversation API at/, /6\.7/]],
    ['403', json(403, { message: 'not for you' }), [/not for you/, /the permission to use/]],
    ['500', json(500, { message: 'oh no' }), [/fails: .*oh no/, /log of the instance/]],
    ['nothing', hang, [/could not be reached: .*no reply within/, /can be reached/]],
  ] as const)('explains the reply: %s', async (_, handler, how) => {
    far.handle(handler);
    expect(await problems({ DEEPSEARCH_URL: far.url })).toEqual([found('service', 'problem', how)]);
  });

  it('the service check reports a 429', async () => {
    far.handle(json(429, { message: 'slow down' }, { 'retry-after': '9' }));
    expect(await problems({ DEEPSEARCH_URL: far.url })).toEqual([
      found('service', 'warning', [/asks to wait/, /later/]),
    ]);
  });

  it.each([
    [404, [/replied 404 .*: its MCP server is off/, /turn it on/]],
    [403, [/replied 403 .*: the token's account may not/, /permission to use the code tools/]],
    [500, [/replied 500/, /log of the instance.*DEEPSEARCH_URL/]],
    [401, [/refuses the token, which the conversation API accepts/, /DEEPSEARCH_TOKEN/]],
  ] as const)('warns if the code tools reply %i', async (status, how) => {
    stack.service.faults.add({ route: 'mcp', kind: 'status', status });
    const { ok, bad } = await doctor();
    stack.service.faults.clear();
    expect(ok).toBe(true);
    expect(bad).toEqual([found('service', 'warning', how)]);
  });

  it('removes terminal escapes from quoted messages', async () => {
    far.handle(json(403, { message: 'not\u001b[2J \u202efor\u009b1m you' }));
    const env = { ...stack.env, DEEPSEARCH_URL: far.url };
    for (const format of [[], ['--json']]) {
      const { out } = await runCommandLine(['doctor', ...format], env);
      expect(out).toContain('for');
      expect(out).not.toMatch(/[^\P{Cc}\n]|\\u00|\u202e/u);
    }
  });

  it('removes our token from quoted messages', async () => {
    far.handle((seen, response) => {
      const message = `who is ${seen.headers.authorization}? ${TOKEN}`;
      json(401, { message })(seen, response);
    });
    const [finding] = await problems({ DEEPSEARCH_URL: far.url });
    expect(finding?.says).toMatch(/401/);
  });
});

describe('the questions check', () => {
  it('finds that no worker is connected', async () => {
    const bot = await stack.startBot('bot');
    const { workspace } = stack;
    const channel = workspace.addChannel({ name: 'shop', members: [workspace.people.kim] });
    await workspace.command({ as: workspace.people.kim, channel, text: 'who is there?' });
    expect((await doctor()).bad).toEqual([
      found('questions', 'problem', [
        /no worker is connected, but .* 1 jobs are waiting/,
        /role "worker"/,
      ]),
    ]);
    const worker = await stack.startBot('worker');
    const work = await stack.engine.next('who is there?');
    const { findings, bad } = await doctor();
    expect(bad).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({ says: '1 open, 0 waiting to be started, none overdue; 1 worker' }),
    );
    work.answer();
    await Promise.all([bot.stop(), worker.stop()]);
  });
});
