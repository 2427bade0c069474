import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeSettings } from '../../src/config.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import type { Finding } from '../../src/ops/doctor.js';
import { createInstallationStore } from '../../src/store/installations.js';
import { createVault } from '../../src/vault/vault.js';
import { type HttpServer, hang, json, raw, startHttpServer } from '../support/http-server.js';
import { startRedis } from '../support/redis.js';
import { type Stack, startStack, TOKEN } from '../support/stack.js';
import { cli } from './program.js';

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

type Env = Record<string, string>;
const SECRET = describeSettings().filter(({ secret }) => secret);

/** Runs it over the good settings but for these, and holds it to what is true of every run. */
async function doctor(more: Env = {}, args: readonly string[] = []) {
  const env = { ...stack.env, ...more };
  const run = await cli(['doctor', '--json', ...args], { env, cwd: folder });
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

/** Nothing runs here that would say how it is connected. */
const NO_BOT = found('socket mode', 'warning', [/no bot has said/, /start one/]);

describe('what is well', () => {
  it('is said so, thing by thing', async () => {
    const { findings, bad } = await doctor();
    expect(bad).toEqual([]);
    expect(findings.map(({ name, says }) => `${name}: ${says}`)).toEqual([
      'settings: every setting is right',
      expect.stringMatching(/^redis: reached; Redis \d+\./),
      'encryption key: nothing is sealed yet',
      expect.stringMatching(/^questions: nothing is open/),
      expect.stringMatching(/^slack: the token is accepted: @deepsearch in workspace \w+ \(T\w+\)/),
      `slack: all ${BOT_SCOPES.length} scopes are granted`,
      "clock: the clock agrees with Slack's",
      'transport: HTTP: the signing secret is set',
      expect.stringMatching(/^service: http:\/\/\S+ answers in \d+ ms, and takes the token/),
      'service: all 11 code tools are there',
    ]);
  });

  it('is said for people too', async () => {
    const { code, out } = await cli(['doctor'], { env: stack.env });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^ok {7}settings[\s\S]*All is well\.\n$/),
    ]);
  });

  it('holds over Socket Mode, and for a worker that hears nothing', async () => {
    const socket = { SLACK_SIGNING_SECRET: '', SLACK_APP_TOKEN: stack.workspace.app.appToken };
    const { ok, findings, bad } = await doctor(socket);
    expect(ok).toBe(true);
    expect(bad).toEqual([NO_BOT]);
    expect(findings).toContainEqual(
      expect.objectContaining({ says: expect.stringMatching(/^Socket Mode/) }),
    );
    expect((await doctor({ SLACK_SIGNING_SECRET: '' }, ['worker'])).bad).toEqual([]);
  });

  it('is read from a file, over which the environment goes', async () => {
    const path = join(folder, 'settings');
    const lines = Object.entries(stack.env).map(([name, value]) => `${name}=${value}`);
    await writeFile(path, [...lines, 'PORT=none'].join('\n'));
    const run = await cli(['doctor', '--env-file', path], { env: { PORT: '0' } });
    expect(run).toMatchObject({ code: 0, err: '' });
    const wrong = await cli(['doctor', '--env-file', path]);
    expect(wrong.out).toMatch(/PORT must be a whole number.*\n.*correct PORT in .*settings/);
    // Node 20 itself looks for the file, wherever the option stands, and so says it first.
    const { code, err } = await cli(['doctor', '--env-file', join(folder, 'none')]);
    expect([code === 0, err]).toEqual([
      false,
      expect.stringMatching(/none.*(no such file|not found)/),
    ]);
    expect(err).not.toMatch(/\n {4}at /);
  });
});

describe('settings', () => {
  it('are all named, and what does not need them is looked at all the same', async () => {
    const { bad } = await doctor({ SLACK_BOT_TOKEN: 'xoxp-1', DEEPSEARCH_URL: '', PORT: 'x' });
    expect(bad).toEqual([
      found('settings', 'problem', [/^SLACK_BOT_TOKEN must start with xoxb-/, /correct/]),
      found('settings', 'problem', [/^PORT must be a whole number/, /correct PORT in the env/]),
      found('settings', 'problem', [/^DEEPSEARCH_URL is missing$/, /address of your instance/]),
      found('slack', 'warning', [/not looked at/, /SLACK_BOT_TOKEN/]),
      found('service', 'warning', [/not looked at/, /DEEPSEARCH_URL/]),
    ]);
  });

  it('that are misspelt are mentioned, and others left alone', async () => {
    const others = { HOME: '/', SLACK_WEBHOOK: 'x', DATABASE_URL: 'x', PORTS: '1' };
    const { ok, bad } = await doctor({ ...others, REDIS_URI: 'x', DEEPSEARCH_MODE: 'x' });
    expect(ok).toBe(true);
    expect(bad).toEqual([
      found('settings', 'warning', [/^REDIS_URI is not read$/, /REDIS_URL may be meant/]),
      found('settings', 'warning', [/^DEEPSEARCH_MODE is not read$/, /settings\.md/]),
    ]);
  });

  it('in a .env that was not read are pointed to', async () => {
    await writeFile(join(folder, '.env'), '');
    const env = { REDIS_URL: stack.redis.url, SLACK_API_URL: `http://${NOWHERE}/` };
    const { code, out } = await cli(['doctor'], { env, cwd: folder });
    expect([code, out]).toEqual([1, expect.stringContaining('add "--env-file .env"')]);
  });
});

describe('Redis', () => {
  const REST = ['encryption key', 'questions'].map((name) =>
    found(name, 'warning', [/not looked at/, /Redis/]),
  );

  it.each([
    ['away', `redis://${NOWHERE}`, [/ECONNREFUSED/, /start Redis there/]],
    ['of an unknown name', 'redis://redis.invalid', [/ENOTFOUND|EAI_AGAIN/, /host name/]],
    ['behind Sentinels that are away', `redis+sentinel://${NOWHERE}/m`, [/entinel/, /Sentinels/]],
  ] as const)('is %s', async (_, url, how) => {
    expect((await doctor({ REDIS_URL: url })).bad).toEqual([
      found('redis', 'problem', how),
      ...REST,
    ]);
  });

  it('hangs', async () => {
    const redis = await startRedis();
    redis.pause();
    const { bad } = await doctor({ REDIS_URL: redis.url });
    expect(bad).toEqual([found('redis', 'problem', [/not reached/, /hangs/]), ...REST]);
    await redis.stop();
  });

  it('refuses the password, or wants one', async () => {
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

  it('would throw questions away, or lose them', async () => {
    const redis = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] });
    const { bad } = await doctor({ REDIS_URL: redis.url });
    expect(bad).toEqual([
      found('redis', 'problem', [/allkeys-lru/, /maxmemory-policy noeviction/]),
      found('redis', 'warning', [/append-only file is off/, /appendonly yes/]),
    ]);
    await redis.stop();
  });
});

describe('Slack', () => {
  it.each([['xoxb-unknown', /does not know.*invalid_auth/, /SLACK_BOT_TOKEN: copy it again/]])(
    'refuses the token %s',
    async (token, says, fix) => {
      const { bad } = await doctor({ SLACK_BOT_TOKEN: token });
      expect(bad).toEqual([found('slack', 'problem', [says, fix])]);
    },
  );

  it.each([
    ['account_inactive', /was removed/, /install the app again/],
    ['token_revoked', /was revoked/, /install the app again/],
    ['odd_refusal', /refused the call \(odd_refusal\)/, /docs\.slack\.dev/],
    ['internal_error', /no clear answer/, /slack-status/],
  ] as const)('answers %s', async (error, says, fix) => {
    stack.workspace.faults.add({ kind: 'error', method: 'auth.test', error });
    expect((await doctor()).bad).toEqual([found('slack', 'problem', [says, fix])]);
  });

  it('asks to wait', async () => {
    const method = 'auth.test';
    stack.workspace.faults.add({ kind: 'ratelimited', method, retryAfterSeconds: 30 });
    expect((await doctor()).bad).toEqual([found('slack', 'warning', [/wait 30 s/, /after that/])]);
  });

  it('has granted less than is needed', async () => {
    stack.workspace.setScopes(BOT_SCOPES.filter((scope) => !/^im:|commands/.test(scope)));
    const { bad } = await doctor();
    const missing = /missing: commands, im:history, im:read, im:write$/;
    expect(bad).toEqual([found('slack', 'problem', [missing, /reinstall/])]);
  });

  it('is not there', async () => {
    const { bad } = await doctor({ SLACK_API_URL: `http://${NOWHERE}/` });
    expect(bad).toEqual([
      found('slack', 'problem', [/was not reached/, /slack\.com/]),
      found('clock', 'warning', [/did not say what time/, /clock/]),
    ]);
  });

  it('does not take the app token', async () => {
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

  it('has another time, a person behind the token, and says nothing of scopes', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString();
    const who = { ok: true, user: 'kim', team: 'Acme', team_id: 'T1', user_id: 'U1' };
    far.handle(json(200, who, { date }));
    expect((await doctor({ SLACK_API_URL: far.url })).bad).toEqual([
      found('slack', 'problem', [/belongs to a person \(kim\)/, /Bot User OAuth Token/]),
      found('slack', 'warning', [/does not say which scopes/, /app_mentions:read/]),
      found('clock', 'problem', [/(600|5\d\d) s behind Slack's/, /timedatectl/]),
    ]);
  });

  it('would be sent a signing secret of another form', async () => {
    const { ok, bad } = await doctor({ SLACK_SIGNING_SECRET: 'not-hexadecimal' });
    expect(ok).toBe(true);
    expect(bad).toEqual([found('transport', 'warning', [/not of the form/, /Basic Information/])]);
  });
});

describe('installs in many workspaces', () => {
  const oauth = () => ({
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: '1.2',
    SLACK_CLIENT_SECRET: 'client-secret-of-the-app',
    SLACK_STATE_SECRET: 'state-secret-of-the-app',
    SLACK_WORKSPACES: 'T012345',
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

  it('are each looked at, once there are some', async () => {
    const { ok, bad } = await doctor(oauth());
    expect([ok, bad]).toEqual([
      true,
      [found('slack', 'warning', [/not installed anywhere/, /slack\/install/])],
    ]);
    await install('T1', stack.workspace.app.botToken);
    await install('T2', 'xoxb-of-old');
    expect((await doctor(oauth())).bad).toEqual([
      found('slack', 'problem', [/invalid_auth/, /the install of T2/]),
    ]);
  });

  it('that were sealed with another key are named', async () => {
    await install('T1', 'xoxb-1');
    await install('T2', 'xoxb-2', Buffer.alloc(32, 1).toString('base64'));
    const { bad } = await doctor();
    const says = /install of T2 cannot be read: .* sealed with key [0-9a-f]{8}/;
    expect(bad).toEqual([found('encryption key', 'problem', [says, /ENCRYPTION_KEY/])]);
  });
});

describe('the service', () => {
  const trouble = async (more: Env) => (await doctor(more)).bad;

  it('does not take the token', async () => {
    expect(await trouble({ DEEPSEARCH_TOKEN: 'sgp_wrong_token_0123456789' })).toEqual([
      found('service', 'problem', [/401/, /create a new access token/]),
    ]);
  });

  it('is away', async () => {
    expect(await trouble({ DEEPSEARCH_URL: `http://${NOWHERE}` })).toEqual([
      found('service', 'problem', [/not reached.*ECONNREFUSED/, /DEEPSEARCH_URL is right/]),
    ]);
  });

  it.each([
    ['a page', raw(200, '<!doctype html><p>Sign in'), [/not the conversation API/, /root/]],
    ['something else', json(200, { hello: 'you' }), [/not the conversation API/, /root/]],
    ['404', json(404, { message: 'nothing here' }), [/no conversation API at/, /6\.7/]],
    ['403', json(403, { message: 'not for you' }), [/not for you/, /the right to use/]],
    ['500', json(500, { message: 'oh no' }), [/fails: .*oh no/, /log of the instance/]],
    ['nothing', hang, [/not reached: .*no answer within/, /may be reached/]],
  ] as const)('answers with %s', async (_, handler, how) => {
    far.handle(handler);
    expect(await trouble({ DEEPSEARCH_URL: far.url })).toEqual([found('service', 'problem', how)]);
  });

  it('asks to wait', async () => {
    far.handle(json(429, { message: 'slow down' }, { 'retry-after': '9' }));
    expect(await trouble({ DEEPSEARCH_URL: far.url })).toEqual([
      found('service', 'warning', [/asks to wait/, /later/]),
    ]);
  });

  it.each([
    [404, [/says 404 .*: the tool server is off/, /turn it on/]],
    [403, [/says 403 .*: the token's account may not/, /right to use the code tools/]],
    [500, [/says 500/, /the check of the service/]],
  ] as const)('has no code tools: %i', async (status, how) => {
    stack.service.faults.add({ route: 'mcp', kind: 'status', status });
    const { ok, bad } = await doctor();
    stack.service.faults.clear();
    expect(ok).toBe(true);
    expect(bad).toEqual([found('service', 'warning', how)]);
  });

  it('that repeats our token does not bring it into the report', async () => {
    far.handle((seen, response) => {
      const message = `who is ${seen.headers.authorization}? ${TOKEN}`;
      json(401, { message })(seen, response);
    });
    const [finding] = await trouble({ DEEPSEARCH_URL: far.url });
    expect(finding?.says).toMatch(/401/);
  });
});

describe('the questions', () => {
  it('wait for a worker, and go on with one', async () => {
    const bot = await stack.startBot('bot');
    const { workspace } = stack;
    const channel = workspace.addChannel({ name: 'shop', members: [workspace.people.kim] });
    await workspace.command({ as: workspace.people.kim, channel, text: 'who is there?' });
    expect((await doctor()).bad).toEqual([
      found('questions', 'problem', [/1 wait, but no worker is connected/, /main\.js worker/]),
    ]);
    const worker = await stack.startBot('worker');
    const work = await stack.engine.next('who is there?');
    const { findings, bad } = await doctor();
    expect(bad).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({ says: '1 open, 0 to be taken up, all in time; 1 worker' }),
    );
    work.answer();
    await Promise.all([bot.stop(), worker.stop()]);
  });
});
