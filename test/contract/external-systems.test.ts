import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import { type HttpServer, type ReceivedRequest, startHttpServer } from '../support/http-server.js';
import { askedQuestions, newScenario } from '../support/scenario.js';
import { type Bot, type Stack, TOKEN } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import { fetchOps, ROOT } from './program.js';

let bot: Bot | undefined;
const it = stackTest({ roles: [], workspace: { limits: 'off' } });
afterEach(async () => {
  if (bot !== undefined) expect(await bot.stop()).toBe(0);
  bot = undefined;
});

async function start(stack: Stack, env: Readonly<Record<string, string>> = {}): Promise<Bot> {
  bot = await stack.startBot('both', env);
  return bot;
}

it('SLACK_BOT_TOKEN is sent with every Web API call, to SLACK_API_URL', async ({ stack }) => {
  await start(stack, { SLACK_API_URL: stack.workspace.apiUrl.replace(/\/$/, '') });
  await newScenario(stack).answered('whose token is it?');
  const tokens = stack.workspace.calls.map(({ token }) => token);
  expect(new Set(tokens)).toEqual(new Set([stack.workspace.app.botToken]));
});

it('a refused SLACK_BOT_TOKEN makes the bot not ready, with the reason', async ({ stack }) => {
  const { ports } = await start(stack, { SLACK_BOT_TOKEN: 'xoxb-of-nobody' });
  const ready = await fetch(`http://127.0.0.1:${ports.ops}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toContain('Slack refused auth.test: invalid_auth');
});

it('with the SLACK_SIGNING_SECRET of another app each request is refused', async ({ stack }) => {
  const { log } = await start(stack, { SLACK_SIGNING_SECRET: 'the-secret-of-another-app' });
  const { workspace, store } = stack;
  const { asker: as, channel, bot: name } = newScenario(stack);
  const before = await store.keys('{deepsearch}:bull:*:*T*');
  const { ackStatus } = await workspace.command({ as, channel, text: 'who signs this?' });
  const { ts } = await workspace.say({ as, channel, text: `${name} who signs this?` });
  const told = workspace.deliveries.filter(({ payload }) => JSON.stringify(payload).includes(ts));
  expect(told.length).toBeGreaterThan(0);
  expect([ackStatus, ...told.map(({ status }) => status)]).toEqual([401, ...told.map(() => 401)]);
  expect(await store.keys('{deepsearch}:bull:*:*T*')).toEqual(before);
  expect(log.filter(({ msg }) => msg === 'event accepted')).toEqual([]);
  expect(askedQuestions(stack, 'who signs this?')).toEqual([]);
});

it('SLACK_APP_TOKEN turns on Socket Mode, without an HTTP port for Slack', async ({ stack }) => {
  const port = await freePort();
  const { appToken } = stack.workspace.app;
  const env = { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: '', PORT: String(port) };
  const { ports } = await start(stack, env);
  await stack.workspace.socket.connected();
  await newScenario(stack).answered('does it come over the socket?');
  expect(stack.workspace.deliveries.at(-1)?.via).toBe('socket');
  expect(ports.slack).toBeUndefined();
  await expect(fetch(`http://127.0.0.1:${port}/slack/events`)).rejects.toThrow();
});

it('a refused SLACK_APP_TOKEN ends the bot with one message that names it', async ({ stack }) => {
  const env = { SLACK_APP_TOKEN: 'xapp-of-nobody', SLACK_SIGNING_SECRET: '' };
  await expect(start(stack, env)).rejects.toThrow(
    /ended with 1 before it was ready:\ndeepsearch-slack cannot start: one setting must be fixed\.\n {2}SLACK_APP_TOKEN [^\n]+invalid_auth[^\n]+\n$/,
  );
});

/** Hands what comes below `/code` on to the service, as a proxy before an instance does. */
async function startProxy(stack: Stack): Promise<HttpServer> {
  const proxy = await startHttpServer();
  proxy.handle(async ({ method, path, query, headers, body }: ReceivedRequest, response) => {
    const url = `${stack.service.url}${path.replace(/^\/code/, '')}?${query}`;
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await fetch(url, {
      method,
      headers: { authorization, 'content-type': type },
      ...(body === '' ? {} : { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  return proxy;
}

it('DEEPSEARCH_URL can have a path and a trailing slash, and each call has the token and client name', async ({
  stack,
}) => {
  const proxy = await startProxy(stack);
  await start(stack, { DEEPSEARCH_URL: `${proxy.url}/code/` });
  const thread = await newScenario(stack).answered('where does the instance live?');
  expect(thread.endings()).toEqual([
    expect.stringContaining(`(${proxy.url}/code/acme/shop/-/blob/src/queue.ts?L10-20)`),
  ]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(proxy.seen.length).toBeGreaterThan(1);
  for (const { path, headers } of proxy.seen) {
    expect(path).toMatch(/^\/code\/\.api\/(deepsearch\/v1(\/\d+)?|mcp\/v1)$/);
    expect(headers).toMatchObject({
      authorization: `token ${TOKEN}`,
      'x-requested-with': `deepsearch-slack ${version}`,
    });
  }
  await proxy.close();
});

it('with a refused DEEPSEARCH_TOKEN the asker is told what to do', async ({ stack }) => {
  await start(stack, { DEEPSEARCH_TOKEN: 'sgp_of_nobody' });
  const thread = await newScenario(stack).mention('may we ask?');
  expect((await thread.ended())[0]).toMatch(/access token/i);
});

it('role bot stores questions, and role worker answers them without an HTTP port for Slack', async ({
  stack,
}) => {
  const env = { SLACK_APP_TOKEN: '', DEEPSEARCH_URL: stack.service.url };
  bot = await stack.startBot('bot', env);
  const text = 'who answers this?';
  const thread = await newScenario(stack).mention(text);
  expect(stack.workspace.deliveries.at(-1)?.status).toBe(200);
  expect(askedQuestions(stack, text)).toEqual([]);
  const worker = await stack.startBot('worker', { SLACK_SIGNING_SECRET: '' });
  (await stack.engine.next(text)).answer();
  expect(await thread.ended()).toEqual([expect.stringContaining('backoff()')]);
  expect(worker.ports.slack).toBeUndefined();
  expect((await fetchOps(worker, '/readyz')).status).toBe(200);
  expect(await worker.stop()).toBe(0);
});
