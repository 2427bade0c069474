import { describe, expect } from 'vitest';
import { askedQuestions, newScenario, waitUntilProcessed } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ workspace: { limits: 'off' } });
it.beforeAll(async ({ stack }) => {
  await waitUntilProcessed(stack);
});

const HOUR_S = 3_600;
const nowS = () => Math.floor(Date.now() / 1000);

function forgery(stack: Stack, text: string): string {
  const { workspace } = stack;
  const { asker, channel, bot } = newScenario(stack);
  const event = {
    type: 'app_mention',
    user: asker.id,
    channel: channel.id,
    ts: `${nowS()}.000100`,
    text: `${bot} ${text}`,
  };
  return JSON.stringify({
    type: 'event_callback',
    team_id: workspace.app.teamId,
    event_id: 'EvFORGED',
    event,
  });
}

/** The keys of Redis, without those that come and go by themselves. */
async function whatIsKept(stack: Stack): Promise<string[]> {
  const keys = await stack.store.keys('*');
  return keys.filter(
    (key) =>
      !/:bucket:|:(marker|stalled|stalled-check|events|meta|delayed|active|lock|reactions)$/.test(
        key,
      ),
  );
}

/** Sent as it is, it is refused, and Redis holds nothing of it. */
async function refused(
  stack: Stack,
  text: string,
  request: { headers?: Record<string, string>; path?: string; body: string },
): Promise<number> {
  const before = new Set(await whatIsKept(stack));
  const { status } = await stack.workspace.deliverRaw(request);
  expect((await whatIsKept(stack)).filter((key) => !before.has(key))).toEqual([]);
  expect(askedQuestions(stack, text)).toEqual([]);
  return status;
}

describe('Slack’s requests', () => {
  it('a request with a valid signature is accepted', async ({ stack }) => {
    const body = forgery(stack, 'a genuine question');
    expect((await stack.workspace.deliverRaw({ body })).status).toBe(200);
    expect((await stack.engine.next('a genuine question')).question).toBe('a genuine question');
    await waitUntilProcessed(stack);
  });

  it.for([
    ['a signature of another secret', () => ({ 'x-slack-signature': `v0=${'ab'.repeat(32)}` })],
    ['no version', () => ({ 'x-slack-signature': 'ab'.repeat(32) })],
    ['an empty signature', () => ({ 'x-slack-signature': '' })],
    ['no number as time', () => ({ 'x-slack-request-timestamp': 'now' })],
    ['another time than the signed one', () => ({ 'x-slack-request-timestamp': `${nowS() - 30}` })],
  ] as const)('a request with %s is refused', async ([name, headers], { stack }) => {
    const body = forgery(stack, name);
    expect(await refused(stack, name, { body, headers: headers() })).toBe(401);
  });

  it('a request whose body was changed after signing is refused', async ({ stack }) => {
    const signed = forgery(stack, 'the signed text');
    const timestamp = nowS();
    const headers = {
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': stack.workspace.sign(signed, timestamp),
    };
    const body = forgery(stack, 'another text');
    expect(await refused(stack, 'another text', { body, headers })).toBe(401);
  });

  it.for([
    ['an hour old', -HOUR_S],
    ['six minutes old', -360],
  ] as const)('a signed request that is %s is refused', async ([name, shift], { stack }) => {
    const body = forgery(stack, name);
    const timestamp = nowS() + shift;
    const headers = {
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': stack.workspace.sign(body, timestamp),
    };
    expect(await refused(stack, name, { body, headers })).toBe(401);
  });

  it('a request larger than any from Slack is refused', async ({ stack }) => {
    // Less than what the receiver holds of all requests: with more, it may close the connection before the answer is read.
    const text = `far too long ${'x'.repeat(3_000_000)}`;
    expect(await refused(stack, 'far too long', { body: forgery(stack, text) })).toBe(413);
    await waitUntilProcessed(stack);
  });

  it.for([
    '/',
    '/slack',
    '/slack/events/x',
    '/slack/commands',
    '/healthz',
    '/metrics',
    '/queues',
  ] as const)('a request to %s is a 404', async (path, { stack }) => {
    expect(await refused(stack, 'elsewhere', { body: forgery(stack, 'elsewhere'), path })).toBe(
      404,
    );
  });

  it('only POST requests are accepted', async ({ stack }) => {
    const port = stack.bots[0]?.ports.slack;
    const response = await fetch(`http://127.0.0.1:${port}/slack/events`);
    expect(response.status).toBe(404);
  });

  it('the bot survives requests without JSON or with an unknown shape', async ({ stack }) => {
    for (const body of ['', 'not json', '{"type":"event_callback"}']) {
      await stack.workspace.deliverRaw({ body });
    }
    await waitUntilProcessed(stack);
  });

  it('responds to Slack’s url_verification with the challenge', async ({ stack }) => {
    await stack.workspace.verify();
  });
});
