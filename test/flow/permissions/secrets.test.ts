import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../../local/demo/free-port.js';
import { EngineError } from '../../../local/service/service.js';
import { SHORTCUTS } from '../../../src/model/modal.js';
import { everWritten } from '../../support/ever-written.js';
import { PASTED_SECRETS, splitUp } from '../../support/pasted-secrets.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import {
  CANCEL_BUTTON,
  newScenario,
  type Scenario,
  SUGGESTION_BUTTON,
  threadAt,
} from '../../support/scenario.js';
import { readAll, type Secrets, secretSettings, secretsIn } from '../../support/secrets.js';
import { makeShopWithHistory } from '../../support/shop.js';
import { type Bot, KEY, type Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { waitForModal } from '../../support/views.js';

/*
 * Secrets of every kind go in by every way; then everything that the app has left anywhere is
 * searched for them.
 */

type Surface = 'Redis' | 'log' | 'metrics' | 'board' | 'files' | 'Slack' | 'instance';

/** Where a secret has to be, and why; everywhere else it is a leak. */
const EXPECTED: Readonly<Record<string, readonly (readonly [Surface, string])[]>> = {
  'a code tool argument': [
    [
      'Redis',
      'buttons that turn the page hold the call for a day, and so do jobs until they are done',
    ],
    ['Slack', 'the private note says what it was searched for'],
    ['instance', 'people may look for a leaked key in the code'],
  ],
  'a read token': [
    [
      'Slack',
      'the button for a share link shows it to whoever clicks, and a preview names its link',
    ],
    ['instance', 'a shared conversation is looked up by it'],
  ],
  'the client secret': [['Slack', 'oauth.v2.access exchanges a code for a token with it']],
  'an OAuth code': [['Slack', 'oauth.v2.access exchanges it for a token']],
};

const ORGANIZATION = 'E0ACMEORG';
const REDIS_PASSWORD = splitUp('Redis-', 'Pa55word-of-this-test');
const STATE_SECRET = splitUp('OAuth-', 'long-state-secret-of-this-test');
/** Where the bot could write files. */
const folder = mkdtempSync(join(tmpdir(), 'deepsearch-secrets-'));
const secrets: Record<string, string> = {};
let bot: Bot;
let found: Record<Surface, string>;

/** A token of this place alone: a leak says where it went in. */
function plant(place: string): string {
  const token = createHash('sha256').update(place).digest('hex').slice(0, 36);
  secrets[place] = splitUp('gh', `p_${token}`);
  return secrets[place];
}

/** A text with the token of this place, and with a secret of every other kind. */
function planted(place: string): string {
  const all = PASTED_SECRETS.map(([, before, secret, after]) => before + secret + after);
  return [`it is ${plant(place)} here`, ...all].join('\n\n');
}

const it = stackTest(async (onCleanup) => {
  const shop = await makeShopWithHistory();
  onCleanup(() => shop.remove());
  onCleanup(() => rmSync(folder, { recursive: true }));
  return {
    roles: [],
    service: { repositories: [shop.path], sharing: true },
    workspace: { limits: 'off', enterpriseId: ORGANIZATION },
  };
});

it.beforeAll(async ({ stack }) => {
  for (const [name, , secret] of PASTED_SECRETS) secrets[name] = secret;
  await startWithEverySecret(stack);
  const scenario = newScenario(stack);
  await askWithSecrets(scenario);
  await sendSecretsAlong(scenario);
  await useLinks(scenario);
  await failWithSecrets(scenario);
  Object.assign(secrets, ownSecrets(stack));
  found = await everything(stack);
});

/** Installed by OAuth, and with a password for Redis. */
async function startWithEverySecret(stack: Stack): Promise<void> {
  const { clientId, clientSecret, teamId } = stack.workspace.app;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await stack.store.config('SET', 'requirepass', REDIS_PASSWORD);
  bot = await stack.startBot('both', {
    SLACK_BOT_TOKEN: '',
    SLACK_CLIENT_ID: clientId,
    SLACK_CLIENT_SECRET: clientSecret,
    SLACK_STATE_SECRET: STATE_SECRET,
    SLACK_WORKSPACES: ORGANIZATION,
    REDIS_URL: stack.redis.url.replace('://', `://:${REDIS_PASSWORD}@`),
    PUBLIC_URL: url,
    PORT: String(port),
    LOG_LEVEL: 'debug',
    TMPDIR: folder,
    HOME: folder,
  });
  const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' });
  const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
  const consent = new URL(begun.headers.get('location') ?? '');
  const body = new URLSearchParams(consent.search);
  body.set('team', teamId);
  body.set('decision', 'allow-organization');
  const allow = new URL(consent.pathname, consent);
  const approved = await fetch(allow, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(approved.headers.get('location') ?? '');
  expect((await fetch(back, { headers: { cookie } })).status).toBe(200);
  secrets['an OAuth code'] = back.searchParams.get('code') ?? '';
  secrets['an OAuth state'] = back.searchParams.get('state') ?? '';
}

/** Every way in for a question. */
async function askWithSecrets(scenario: Scenario): Promise<void> {
  const { stack, asker: as, channel, text } = scenario;
  const { engine, workspace } = stack;
  const answer = async (asked: string) => (await engine.next(asked)).answer();

  const first = text();
  const thread = await scenario.mention(`${first} ${planted('a mention')}`);
  await answer(first);
  await thread.ended();
  const further = text();
  await thread.reply(as, `${further} ${planted('a follow-up')}`);
  await answer(further);
  await thread.ended(2);

  const command = text();
  const oneLine = planted('a command').replace(/\s+/g, ' ');
  await workspace.command({ as, channel, text: `${command} ${oneLine}` });
  await answer(command);

  const direct = text();
  await scenario.direct(`${direct} ${planted('a direct message')}`);
  await answer(direct);

  const form = text();
  await workspace.command({ as, channel, text: '' });
  await waitForModal(stack, as, 'Your question');
  const question = `${form} ${planted('a form')}`.slice(0, 3_000);
  await workspace.submit({ as, values: { question: { question } } });
  await answer(form);

  const step = text();
  const inputs = { question: `${step} ${planted('a workflow step')}`, channel: channel.id };
  await workspace.runStep({ as, callbackId: 'ask_deep_search', inputs });
  await answer(step);
  await askEdited(scenario);
}

async function askEdited({ stack, bot: us, asker: as, channel, asked, text }: Scenario) {
  const { workspace, engine } = stack;
  const { thread } = await asked(text());
  const edited = text();
  const changed = `${us} ${edited} it is ${plant('an edited message')}`;
  await workspace.edit({ as, channel, ts: thread.ts, text: changed });
  const note = await workspace.waitFor(
    () => workspace.ephemerals({ user: as, channel }).find(({ text: it }) => /edited/.test(it)),
    { what: 'the offer to ask the edited question' },
  );
  const [button] = JSON.stringify(note).match(/question\.ask[\w.-]*/) ?? [];
  await workspace.click({ as, channel, ts: note.ts, actionId: button ?? SUGGESTION_BUTTON });
  (await engine.next(edited)).answer();
  await thread.ended();
}

/** What goes along with a question, and what a code tool is asked. */
async function sendSecretsAlong(scenario: Scenario): Promise<void> {
  const { stack, asker: as, channel, bot: us, text } = scenario;
  const { workspace, engine } = stack;
  const { ravi } = workspace.people;
  await workspace.invite({ channel, user: ravi });
  const said = await workspace.say({ as: ravi, channel, text: planted('a thread’s message') });
  const thread = threadAt(workspace, channel, said.ts);
  const about = text('why is that');
  await thread.reply(as, `${us} ${about}`);
  (await engine.next(about)).answer();
  await thread.ended();

  const file = workspace.addFile({ as: ravi, name: 'env.txt', content: planted('a file') });
  const message = planted('a message asked about');
  const { ts } = await workspace.say({ as: ravi, channel, text: message, files: [file] });
  await workspace.shortcut({ as, channel, ts, callbackId: SHORTCUTS.about });
  await waitForModal(stack, as, 'The answer comes in');
  const question = text('what is that');
  await workspace.submit({ as, values: { question: { question } } });
  (await engine.next(question)).answer();
  await threadAt(workspace, channel, ts).ended();

  await runCommand(stack, { as, channel }, `code search ${plant('a code tool argument')}`);
}

/** Share links, and previews of them. */
async function useLinks(scenario: Scenario): Promise<void> {
  const { stack, asker: as, channel, text } = scenario;
  const { workspace, service } = stack;
  const asked = text();
  const thread = await scenario.answered(asked);
  await thread.choose(as, 'share');
  const id = conversationIdOf(stack, asked);
  const { share_url: link = '', read_token: token = '' } =
    service.conversations().find((it) => it.id === id) ?? {};
  secrets['a read token'] = token;
  await workspace.waitFor(
    () => workspace.ephemerals({ user: as }).some((note) => JSON.stringify(note).includes(token)),
    { what: 'the share link' },
  );
  await runCommand(stack, { as, channel }, `show ${link}`);
  const { ts } = await workspace.say({ as, channel, text: `look at ${link}` });
  await workspace.waitFor(() => workspace.message(channel, ts)?.attachments?.length, {
    what: 'the preview of the link',
  });
  await workspace.click({ as, channel, ts, actionId: 'modal.open.0' });
  await waitForModal(stack, as, 'backoff()');
}

/** What the instance and Slack say where they refuse. */
async function failWithSecrets(scenario: Scenario): Promise<void> {
  const { stack, text } = scenario;
  const { engine, service, workspace } = stack;
  for (const status of [400, 401, 503]) {
    const message = `refused: ${plant(`the instance’s reply with ${status}`)}`;
    service.faults.add({ route: 'create', kind: 'status', status, body: { message }, times: 1 });
    const asked = text();
    const thread = await scenario.mention(asked);
    if (status === 503) (await engine.next(asked)).answer();
    await thread.ended();
  }
  const { thread, work } = await scenario.asked(text());
  const message = `cannot: ${plant('the instance’s failure')}`;
  work.fail(new EngineError({ kind: 'InternalError', title: 'It broke', message }));
  await thread.ended();

  const error = `refused: ${plant('an error of Slack')}`;
  workspace.faults.add({ method: 'chat.update', kind: 'error', error, times: 1 });
  await scenario.answered(text());
  const body = `<p>${plant('a page of Slack')}</p>`;
  workspace.faults.add({ method: 'chat.postMessage', kind: 'status', status: 500, body, times: 1 });
  await scenario.answered(text());
  const stopped = await scenario.asked(text());
  await stopped.thread.press(scenario.asker, CANCEL_BUTTON);
  await stopped.thread.ended();
}

/** The secrets of the installation. */
function ownSecrets({ workspace }: Stack): Secrets {
  const { botToken, signingSecret, clientSecret } = workspace.app;
  const urls = workspace.deliveries.flatMap(({ payload }) => {
    const { response_url: url } = payload as { response_url?: unknown };
    return typeof url === 'string' ? [new URL(url).pathname] : [];
  });
  return {
    'the bot token': botToken,
    'the signing secret': signingSecret,
    'the client secret': clientSecret,
    'the encryption key': KEY,
    'the Redis password': REDIS_PASSWORD,
    'the state secret': STATE_SECRET,
    'the instance’s token': bot.env['DEEPSEARCH_TOKEN'] ?? '',
    ...Object.fromEntries(urls.map((url, i) => [`response_url ${i}`, url])),
  };
}

async function everything(stack: Stack): Promise<Record<Surface, string>> {
  const { service, store, workspace } = stack;
  const toSlack = workspace.calls.map(({ method, args }) => ({ method, args }));
  const toInstance = service.calls.map(({ path, headers, body }) => ({ path, headers, body }));
  return {
    Redis: `${await readAll(store)}\n${await everWritten(stack)}`,
    log: JSON.stringify(bot.log) + bot.stderr(),
    metrics: await fetchOps('/metrics'),
    board: await readBoard(),
    files: filesIn(folder),
    Slack: JSON.stringify([toSlack, workspace.ephemerals()]),
    instance: JSON.stringify(toInstance),
  };
}

function filesIn(path: string): string {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((it) => join(it.parentPath, it.name));
  return files
    .map((file) => `${file}\n${existsSync(file) ? readFileSync(file, 'latin1') : ''}`)
    .join();
}

async function fetchOps(path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${bot.ports.ops}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
}

async function readBoard(): Promise<string> {
  const pages = [await fetchOps('/queues')];
  for (const queue of ['intake', 'questions', 'actions', 'requests', 'maintenance']) {
    pages.push(await fetchOps(`/queues/api/queues?activeQueue=${queue}&page=1&jobsPerPage=100`));
  }
  return pages.join('\n');
}

it('every secret setting has a planted value', () => {
  const settings = secretSettings(bot.env);
  expect(Object.keys(settings).sort()).toEqual([
    'DEEPSEARCH_TOKEN',
    'ENCRYPTION_KEY',
    'REDIS_URL',
    'SLACK_CLIENT_SECRET',
    'SLACK_SIGNING_SECRET',
    'SLACK_STATE_SECRET',
  ]);
  for (const [name, value] of Object.entries(settings)) {
    expect(Object.values(secrets), name).toContain(value);
  }
  expect(Object.entries(secrets).filter(([, secret]) => secret.length < 7)).toEqual([]);
});

it('each place that is searched has what was done', () => {
  expect(found.Redis).toContain('where do we retry, case');
  expect(found.Redis).toContain('[secret]');
  expect(found.log).toContain('"event accepted"');
  expect(found.metrics).toContain('deepsearch_slack_');
  expect(found.board).toContain('"queues"');
  expect(found.Slack).toContain('backoff()');
  expect(found.instance).toContain('[secret]');
});

it.for(['Redis', 'log', 'metrics', 'board', 'files', 'Slack', 'instance'] as const)(
  '%s has no secret that does not have to be there',
  (surface) => {
    const allowed = Object.entries(EXPECTED)
      .filter(([, places]) => places.some(([place]) => place === surface))
      .map(([name]) => name);
    const leaked = secretsIn(found[surface], secrets).filter((name) => !allowed.includes(name));
    expect(leaked).toEqual([]);
  },
);

it('the secret search finds the secrets where they have to be', () => {
  for (const [name, places] of Object.entries(EXPECTED)) {
    for (const [surface] of places) {
      expect(secretsIn(found[surface], secrets), `${name} in ${surface}`).toContain(name);
    }
  }
  const encoded = Buffer.from(`user:${REDIS_PASSWORD}`).toString('base64');
  expect(secretsIn(`x${encoded}`, secrets)).toEqual(['the Redis password']);
});

it('the log has no text of questions and answers', () => {
  const words = /and then|where do we retry|why is that|Retries are decided/;
  expect(bot.log.filter((line) => words.test(JSON.stringify(line)))).toEqual([]);
});
