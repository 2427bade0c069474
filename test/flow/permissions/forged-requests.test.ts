import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedQuestions, newScenario, waitUntilProcessed } from '../../support/scenario.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ workspace: { limits: 'off' } });
  await waitUntilProcessed(stack);
});
afterAll(() => stack.stop());

const HOUR_S = 3_600;
const nowS = () => Math.floor(Date.now() / 1000);

function forgery(text: string): string {
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
async function whatIsKept(): Promise<string[]> {
  const keys = await stack.store.keys('*');
  return keys.filter(
    (key) => !/:bucket:|:(marker|stalled-check|events|meta|delayed|active|lock)$/.test(key),
  );
}

/** Sent as it is, it is refused, and Redis holds nothing of it. */
async function refused(
  text: string,
  request: { headers?: Record<string, string>; path?: string; body: string },
): Promise<number> {
  const before = new Set(await whatIsKept());
  const { status } = await stack.workspace.deliverRaw(request);
  expect((await whatIsKept()).filter((key) => !before.has(key))).toEqual([]);
  expect(askedQuestions(stack, text)).toEqual([]);
  return status;
}

describe('Slack’s requests', () => {
  it('are taken with a good signature (the counter-proof)', async () => {
    const body = forgery('a genuine question');
    expect((await stack.workspace.deliverRaw({ body })).status).toBe(200);
    expect((await stack.engine.next('a genuine question')).question).toBe('a genuine question');
    await waitUntilProcessed(stack);
  });

  it.each([
    ['a signature of another secret', () => ({ 'x-slack-signature': `v0=${'ab'.repeat(32)}` })],
    ['no version', () => ({ 'x-slack-signature': 'ab'.repeat(32) })],
    ['an empty signature', () => ({ 'x-slack-signature': '' })],
    ['no number as time', () => ({ 'x-slack-request-timestamp': 'now' })],
    ['another time than the signed one', () => ({ 'x-slack-request-timestamp': `${nowS() - 30}` })],
  ])('are refused with %s', async (name, headers) => {
    const body = forgery(name);
    expect(await refused(name, { body, headers: headers() })).toBe(401);
  });

  it('are refused where the body is another than the signed one', async () => {
    const signed = forgery('the signed text');
    const timestamp = nowS();
    const headers = {
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': stack.workspace.sign(signed, timestamp),
    };
    const body = forgery('another text');
    expect(await refused('another text', { body, headers })).toBe(401);
  });

  it.each([
    ['an hour old', -HOUR_S],
    ['six minutes old', -360],
  ])('are refused where they are %s, though well signed', async (name, shift) => {
    const body = forgery(name);
    const timestamp = nowS() + shift;
    const headers = {
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': stack.workspace.sign(body, timestamp),
    };
    expect(await refused(name, { body, headers })).toBe(401);
  });

  it('are refused where they are larger than anything Slack sends', async () => {
    const text = `far too long ${'x'.repeat(6_000_000)}`;
    expect(await refused('far too long', { body: forgery(text) })).toBe(413);
    await waitUntilProcessed(stack);
  });

  it.each(['/', '/slack', '/slack/events/x', '/slack/commands', '/healthz', '/metrics', '/queues'])(
    'have one path: %s is not it',
    async (path) => {
      expect(await refused('elsewhere', { body: forgery('elsewhere'), path })).toBe(404);
    },
  );

  it('are POSTs', async () => {
    const port = stack.bots[0]?.ports.slack;
    const response = await fetch(`http://127.0.0.1:${port}/slack/events`);
    expect(response.status).toBe(404);
  });

  it('do not end the bot where they are no JSON, or of an unknown shape', async () => {
    for (const body of ['', 'not json', '{"type":"event_callback"}']) {
      await stack.workspace.deliverRaw({ body });
    }
    await waitUntilProcessed(stack);
  });

  it('echo the challenge when Slack verifies the address', async () => {
    await stack.workspace.verify();
  });
});
