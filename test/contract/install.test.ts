import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import { messageText } from '../support/message-text.js';
import { monitorRedis, type RedisMonitor } from '../support/redis-monitor.js';
import { type Bot, KEY, type Stack } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';

const STATE_SECRET = 'a-long-state-secret-of-this-test-only';
const NEW_KEY = randomBytes(32).toString('base64');
let publicUrl: string;
let env: Record<string, string>;
/** Everything that was written to Redis. */
let monitor: RedisMonitor;
const it = stackTest({ roles: [], workspace: { limits: 'off', distributed: true } });
it.beforeAll(async ({ stack }) => {
  monitor = await monitorRedis(stack.redis.port);
  const { clientId, clientSecret } = stack.workspace.app;
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  env = {
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: STATE_SECRET,
    SLACK_WORKSPACES: stack.workspace.app.teamId,
    PUBLIC_URL: `${publicUrl}/`,
    PORT: String(port),
  };
  return monitor.stop;
});

/** What an admin's browser holds between the steps of an install. */
interface Visit {
  readonly authorizeUrl: string;
  readonly cookie: string;
}

async function beginInstall(): Promise<Visit> {
  const response = await fetch(`${publicUrl}/slack/install`, { redirect: 'manual' });
  expect(response.status).toBe(302);
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
  return { authorizeUrl: response.headers.get('location') ?? '', cookie };
}

/** Presses "Allow" for one workspace on Slack's page; gives where it leads. */
async function approve({ authorizeUrl }: Visit, team: string): Promise<string> {
  const page = await fetch(authorizeUrl);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(team)]);
  const fields = new URLSearchParams(new URL(authorizeUrl).search);
  fields.set('team', team);
  fields.set('decision', 'allow');
  const url = new URL('/oauth/v2/authorize', authorizeUrl);
  const response = await fetch(url, { method: 'POST', body: fields, redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

async function install(team: string): Promise<number> {
  return (await lastPageOf(team)).status;
}

/** The page at the end of an install. */
async function lastPageOf(team: string): Promise<Response> {
  const visit = await beginInstall();
  const back = await approve(visit, team);
  expect(back).toMatch(new RegExp(`^${publicUrl}/slack/oauth_redirect\\?`));
  return fetch(back, { headers: { cookie: visit.cookie } });
}

/** Asks by command in that workspace; gives the token with which the answer was posted. */
async function answeredIn(stack: Stack, team: string, text: string): Promise<string | undefined> {
  const { workspace, engine } = stack;
  const as = workspace.addPerson({ name: `of-${team}-${text.length}`, team_id: team });
  const channel = workspace.addChannel({ name: `c-${text.length}`, team_id: team, members: [as] });
  expect((await workspace.command({ as, channel, text })).ackStatus).toBe(200);
  (await engine.next(text)).answer();
  await workspace.waitFor(
    () =>
      workspace
        .messages({ channel })
        .flatMap(({ ts }) => workspace.messages({ channel, threadTs: ts }))
        .some((message) => message.bot_id && messageText(message).includes('backoff()')),
    { what: `the answer in ${team}` },
  );
  return workspace.calls.find(
    ({ method, args }) => method === 'chat.postMessage' && args['channel'] === channel.id,
  )?.token;
}

describe('installs by OAuth', () => {
  let bot: Bot;
  let second: string;
  let stranger: string;
  it.beforeAll(async ({ stack }) => {
    second = stack.workspace.addTeam({ name: 'Initech', install: false }).id;
    stranger = stack.workspace.addTeam({ name: 'Stranger', install: false }).id;
    env['SLACK_WORKSPACES'] += `,${second}`;
    bot = await stack.startBot('both', env);
  });
  afterAll(() => bot.stop());

  it('an OAuth install requests the manifest’s scopes, and redirects to PUBLIC_URL', async ({
    stack,
  }) => {
    const { authorizeUrl } = await beginInstall();
    const { searchParams } = new URL(authorizeUrl);
    expect(authorizeUrl.startsWith(stack.workspace.url)).toBe(true);
    expect(searchParams.get('client_id')).toBe(stack.workspace.app.clientId);
    expect(searchParams.get('redirect_uri')).toBe(`${publicUrl}/slack/oauth_redirect`);
    expect(searchParams.get('scope')?.split(',')).toContain('app_mentions:read');
  });

  it('an OAuth install is refused for a workspace that is not listed', async ({ stack }) => {
    const refused = await lastPageOf(stranger);
    expect(refused.status).toBe(500);
    expect(await refused.text()).toContain(
      `add <code>${stranger}</code> to <code>SLACK_WORKSPACES`,
    );
    expect(await stack.store.hkeys('{deepsearch}:installations')).not.toContain(stranger);
  });

  it('each installed workspace is answered with its own token', async ({ stack }) => {
    const first = stack.workspace.app.teamId;
    expect(await install(first)).toBe(200);
    const installed = await lastPageOf(second);
    expect([installed.status, await installed.text()]).toEqual([
      200,
      expect.stringMatching(/<h1>Deep Search is installed in Initech<\/h1>[\s\S]*close this page/),
    ]);
    const tokens = [
      await answeredIn(stack, first, 'where is it in the first?'),
      await answeredIn(stack, second, 'and where in the second one?'),
    ];
    expect(tokens[0]).toBe(stack.workspace.app.botToken);
    expect(tokens[1]).toMatch(/^xoxb-/);
    expect(tokens[1]).not.toBe(tokens[0]);
    const written = monitor.commands().map(({ text }) => text);
    expect(written.some((line) => line.includes('{deepsearch}:installations'))).toBe(true);
    for (const token of tokens) {
      expect(written.filter((line) => line.includes(token ?? ''))).toEqual([]);
      expect(JSON.stringify(bot.log)).not.toContain(token);
    }
  });

  it('an admin of one workspace is not told by the doctor which others have the app', async ({
    stack,
  }) => {
    const { workspace, store } = stack;
    await store.hset('{deepsearch}:installations', 'T0UNREADABLE', 'v1.00000000.none');
    const about = { team_id: second, is_admin: true };
    const as = workspace.addPerson({ name: 'admin-of-initech', ...about });
    const channel = workspace.addChannel({ name: 'ops', team_id: second, members: [as] });
    expect((await workspace.command({ as, channel, text: 'doctor' })).ackStatus).toBe(200);
    const note = await workspace.waitFor(
      () => workspace.ephemerals({ user: as, channel }).map(({ text }) => text)[0],
      { what: 'the findings' },
    );
    await store.hdel('{deepsearch}:installations', 'T0UNREADABLE');
    expect(note).toContain(`in workspace Initech (${second})`);
    expect(note).toContain('1 other installation cannot be read');
    for (const other of [workspace.app.teamId, stranger, 'T0UNREADABLE']) {
      expect(note).not.toContain(other);
    }
  });

  it('a cancelled OAuth install shows a plain message', async () => {
    const query = 'error=access_denied&state=%3Cscript%3E';
    const response = await fetch(`${publicUrl}/slack/oauth_redirect?${query}`);
    const page = await response.text();
    expect([response.status, page]).toEqual([
      400,
      expect.stringContaining('The request was cancelled'),
    ]);
    expect(page).not.toContain('script');
  });

  it('an OAuth install says what is missing if the app is not distributed', async () => {
    const error = 'invalid_team_for_non_distributed_app';
    const back = await fetch(`${publicUrl}/slack/oauth_redirect?error=${error}&state=x`);
    expect(await back.text()).toContain('activates public distribution');
  });

  it.for([
    ['a state of somebody else', 'eyJhbGciOiJIUzI1NiJ9.e30.forged', true],
    ['no state', '', true],
    ['the state of another browser', undefined, false],
  ] as const)(
    'an OAuth install with %s is refused',
    async ([_name, forged, withCookie], { stack }) => {
      const visit = await beginInstall();
      const back = new URL(await approve(visit, second));
      if (forged !== undefined) back.searchParams.set('state', forged);
      const exchanged = () =>
        stack.workspace.calls.filter(({ method }) => method === 'oauth.v2.access').length;
      const before = exchanged();
      const { status } = await fetch(back, {
        headers: withCookie ? { cookie: visit.cookie } : {},
      });
      expect([status, exchanged()]).toEqual([400, before]);
    },
  );
});

describe('ENCRYPTION_KEY', () => {
  const started = (stack: Stack, keys: string) =>
    stack.startBot('both', { ...env, ENCRYPTION_KEY: keys });

  it.beforeAll(async ({ stack }) => {
    const bot = await started(stack, KEY);
    expect(await install(stack.workspace.app.teamId)).toBe(200);
    await bot.stop();
  });

  it('an older key in ENCRYPTION_KEY still opens, and can be removed after a start', async ({
    stack,
  }) => {
    const { teamId } = stack.workspace.app;
    const bot = await started(stack, `${NEW_KEY},${KEY}`);
    await answeredIn(stack, teamId, 'after the key was changed, where is it?');
    await expect
      .poll(() => bot.log)
      .toContainEqual(
        expect.objectContaining({
          msg: 'secrets encrypted with the current key',
          resealed: expect.any(Number),
        }),
      );
    await bot.stop();
    const onlyNew = await started(stack, NEW_KEY);
    await answeredIn(stack, teamId, 'and with the new key alone, where is it then?');
    await onlyNew.stop();
  });

  it('without the key of an install the log names ENCRYPTION_KEY', async ({ stack }) => {
    const bot = await started(stack, randomBytes(32).toString('base64'));
    const { kim } = stack.workspace.people;
    const asked = { as: kim, channel: stack.workspace.channels.general, text: 'where?' };
    const { ackStatus } = await stack.workspace.command(asked);
    expect(ackStatus).toBe(500);
    const says = expect.stringMatching(
      /encrypted with key \w+, which is not in ENCRYPTION_KEY: add/,
    );
    await expect.poll(() => JSON.stringify(bot.log)).toEqual(says);
    const metrics = await fetch(`http://127.0.0.1:${bot.ports.ops}/metrics`);
    expect(await metrics.text()).toMatch(/^deepsearch_slack_unreadable_secrets [1-9]/m);
    expect(await bot.stop()).toBe(0);
  });
});
