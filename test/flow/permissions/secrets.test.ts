import { expect } from 'vitest';
import { EngineError } from '../../../local/service/service.js';
import { CANCEL_BUTTON, newScenario } from '../../support/scenario.js';
import { KEY, type Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

let secrets: Record<string, string>;

// Everything that can go wrong in a day, logged at the most verbose level.
const it = stackTest({ workspace: { limits: 'off' }, env: { LOG_LEVEL: 'debug' } });
it.beforeAll(async ({ stack }) => {
  const { workspace, service, engine } = stack;
  const scenario = newScenario(stack);
  const hidden = workspace.addChannel({
    name: 'vault',
    kind: 'private',
    members: [scenario.asker],
    botIsMember: false,
  });
  const followed = await scenario.answered(scenario.text());
  await followed.reply(scenario.asker, scenario.text('and then'));
  (await engine.next('and then')).answer();
  await followed.ended(2);
  const stopped = await scenario.asked(scenario.text());
  await stopped.thread.press(scenario.asker, CANCEL_BUTTON);
  await stopped.thread.ended();
  const failed = await scenario.asked(scenario.text());
  failed.work.fail(new EngineError({ kind: 'InternalError', title: 'x', message: 'y' }));
  await failed.thread.ended();
  for (const kind of ['reset', 'html', 'lost-reply'] as const) {
    service.faults.add({ route: 'create', kind, times: 1 });
    workspace.faults.add({ method: 'chat.update', kind: 'status', status: 500, times: 1 });
    workspace.faults.add({ method: 'chat.postMessage', kind: 'reset', times: 1 });
    await scenario.answered(scenario.text());
  }
  service.faults.add({ route: 'create', kind: 'status', status: 401, times: 1 });
  await (await scenario.mention(scenario.text())).ended();
  const waiting = scenario.text('asked where the bot is not');
  await workspace.command({ as: scenario.asker, channel: hidden, text: waiting });
  await engine.next(waiting);
  await scenario.command(scenario.text('asked and left open'));
  secrets = collectSecrets(stack);
});

function collectSecrets(stack: Stack): Record<string, string> {
  const { workspace, service, env } = stack;
  const { botToken, signingSecret, appToken, clientSecret } = workspace.app;
  const [shared] = service.conversations();
  const urls = workspace.deliveries.flatMap(({ payload }) => {
    const url = (payload as Record<string, unknown>)['response_url'];
    return typeof url === 'string' ? [url] : [];
  });
  return {
    'the bot token': botToken,
    'the signing secret': signingSecret,
    'the app token': appToken,
    'the client secret': clientSecret,
    'the service token': String(env['DEEPSEARCH_TOKEN']),
    'the encryption key': KEY,
    'a read token': shared?.read_token ?? '',
    'a share URL': shared?.share_url ?? '',
    ...Object.fromEntries(urls.map((url, i) => [`response_url ${i}`, new URL(url).pathname])),
  };
}

/** Everything that Redis holds, keys and values. */
async function everythingInRedis(stack: Stack): Promise<string> {
  const { store } = stack;
  const parts: unknown[] = [];
  for (const key of await store.keys('*')) parts.push(key, await valueAt(stack, key));
  return JSON.stringify(parts);
}

async function valueAt(stack: Stack, key: string): Promise<unknown> {
  const { store } = stack;
  switch (await store.type(key)) {
    case 'string':
      return store.get(key);
    case 'hash':
      return store.hgetall(key);
    case 'list':
      return store.lrange(key, 0, -1);
    case 'set':
      return store.smembers(key);
    case 'zset':
      return store.zrange(key, 0, '-1');
    case 'stream':
      return store.xrange(key, '-', '+');
    default:
      return undefined;
  }
}

function found(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) => {
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    return forms.some((form) => form !== '' && text.includes(form)) ? [name] : [];
  });
}

it('the secret search detects each planted secret', () => {
  expect(Object.values(secrets).filter((secret) => secret.length < 8)).toEqual([]);
  expect(Object.keys(secrets).length).toBeGreaterThan(9);
  expect(found(`x${secrets['a read token']}x`)).toContain('a read token');
});

it('Redis contains no secret in plain text', async ({ stack }) => {
  const all = await everythingInRedis(stack);
  expect(all.includes('asked where the bot is not')).toBe(true);
  expect(found(all)).toEqual([]);
});

it('the log contains no secret', ({ stack }) => {
  const [bot] = stack.bots;
  const log = JSON.stringify(bot?.log);
  expect(log.includes('"event accepted"')).toBe(true);
  expect(found(log)).toEqual([]);
  expect(found(bot?.stderr() ?? '')).toEqual([]);
});

it('the log contains no text of questions and answers', ({ stack }) => {
  const words = /asked where the bot is not|and then|where do we retry|Retries are decided/;
  expect(stack.bots[0]?.log.filter((line) => words.test(JSON.stringify(line)))).toEqual([]);
});

it('Slack messages contain no secret', ({ stack }) => {
  const { workspace } = stack;
  const said = workspace.calls.map(({ method, args }) => ({ method, args }));
  expect(found(JSON.stringify([said, workspace.ephemerals()]))).toEqual([]);
});
