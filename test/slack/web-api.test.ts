import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../local/workspace/workspace.js';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from '../../src/slack/errors.js';
import { createSlackCall } from '../../src/slack/web-api.js';
import { startHttpServer } from '../support/http-server.js';
import { silentLogger } from '../support/redis-fixture.js';
import { type SlackFixture, startSlackFixture } from './slack-fixture.js';

let world: SlackFixture;
beforeAll(async () => {
  world = await startSlackFixture({ limits: 'off' });
});
afterAll(() => world.stop());
afterEach(() => world.workspace.faults.clear());

const post = () => {
  const { app, channels } = world.workspace;
  const args = { channel: channels.general.id, text: 'hello' };
  return world.call(app.botToken, 'chat.postMessage', args);
};

const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.unreachable('it should throw'),
    (error: unknown) => error,
  );

describe('a call', () => {
  it('a call returns Slack’s response', async () => {
    const result = await post();
    expect(result).toMatchObject({ ok: true, channel: world.workspace.channels.general.id });
    expect(world.observed).toContain('chat.postMessage ok');
  });

  it('shows no bidirectional control characters, and leaves the values of buttons as they are', async () => {
    const { app, channels } = world.workspace;
    const bidi = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    const text = `@${bidi}channel`;
    const button = {
      type: 'button',
      action_id: 'a',
      text: { type: 'plain_text', text },
      value: text,
    };
    const blocks = [
      { type: 'markdown', text: `\`\`\`\n${text}\n\`\`\`` },
      { type: 'actions', elements: [button] },
    ];
    const args = { channel: channels.general.id, text, blocks };
    await world.call(app.botToken, 'chat.postMessage', args);
    const shown = `@${'\u200b'.repeat(bidi.length)}channel`;
    const sent = world.workspace.calls.at(-1)?.args ?? {};
    expect(sent['text']).toBe(shown);
    const [code, row] = JSON.parse(String(sent['blocks']));
    expect(code.text).toBe(`\`\`\`\n${shown}\n\`\`\``);
    expect(row.elements[0]).toMatchObject({ text: { text: shown }, value: text });
  });

  it('a refused call has Slack’s error code', async () => {
    const { app } = world.workspace;
    const args = { channel: 'C0NOWHERE', text: 'hello' };
    const error = await thrown(world.call(app.botToken, 'chat.postMessage', args));
    expect(error).toBeInstanceOf(SlackRefused);
    expect(error).toMatchObject({
      method: 'chat.postMessage',
      error: 'channel_not_found',
      category: 'channel',
      code: 'slack_refused',
    });
    expect(world.observed).toContain('chat.postMessage channel_not_found');
  });

  it('a call with an invalid token is an authentication error', async () => {
    const error = await thrown(world.call('xoxb-not-it', 'auth.test', {}));
    expect(error).toMatchObject({ error: 'invalid_auth', category: 'auth' });
  });

  const faults: [FaultEffect, object][] = [
    [
      { kind: 'ratelimited', retryAfterSeconds: 7 },
      { code: 'slack_busy', retryAfterMs: 7_000 },
    ],
    [
      { kind: 'ratelimited', retryAfterSeconds: 0 },
      { code: 'slack_busy', retryAfterMs: 1_000 },
    ],
    [
      { kind: 'error', error: 'ratelimited' },
      { code: 'slack_busy', retryAfterMs: 5_000 },
    ],
    [{ kind: 'status', status: 500 }, { code: 'slack_outcome_unknown' }],
    [{ kind: 'status', status: 503, body: '<html>' }, { code: 'slack_outcome_unknown' }],
    [{ kind: 'status', status: 200, body: '<html>' }, { code: 'slack_outcome_unknown' }],
    [
      { kind: 'status', status: 403 },
      { code: 'slack_refused', error: 'http_403' },
    ],
    [{ kind: 'lost-reply' }, { code: 'slack_outcome_unknown' }],
    [{ kind: 'reset' }, { code: 'slack_outcome_unknown' }],
    [{ kind: 'error', error: 'internal_error' }, { code: 'slack_outcome_unknown' }],
    [{ kind: 'error', error: 'fatal_error' }, { code: 'slack_outcome_unknown' }],
    [{ kind: 'error', error: 'service_unavailable' }, { code: 'slack_outcome_unknown' }],
    [
      { kind: 'error', error: 'invalid_blocks' },
      { code: 'slack_refused', category: 'content' },
    ],
    [
      { kind: 'error', error: 'is_archived' },
      { code: 'slack_refused', category: 'channel' },
    ],
    [
      { kind: 'error', error: 'token_revoked' },
      { code: 'slack_refused', category: 'auth' },
    ],
    [
      { kind: 'error', error: 'message_not_found' },
      { code: 'slack_refused', category: 'not_found' },
    ],
    [
      { kind: 'error', error: 'some_new_error' },
      { code: 'slack_refused', category: 'other' },
    ],
  ];
  it.each(faults)(
    'a call that meets %j throws the matching error without a retry',
    async (fault, kind) => {
      const handle = world.workspace.faults.add({ ...fault, method: 'chat.postMessage' });
      const error = await thrown(post());
      expect(error).toMatchObject(kind);
      expect((error as Error).message).toContain('chat.postMessage');
      expect(handle.hits).toBe(1);
    },
  );

  it('a call without a response times out, and may have taken effect', async () => {
    const { workspace } = world;
    const { apiUrl, app, channels } = workspace;
    const call = createSlackCall({ apiUrl, timeoutMs: 300, logger: silentLogger });
    workspace.faults.add({ kind: 'hang-after', method: 'chat.postMessage' });
    const args = { channel: channels.general.id, text: 'was it sent?' };
    const error = await thrown(call(app.botToken, 'chat.postMessage', args));
    expect(error).toBeInstanceOf(SlackOutcomeUnknown);
    // On a slow machine, the request arrives after the time limit.
    const texts = () => workspace.messages({ channel: channels.general }).map(({ text }) => text);
    await workspace.waitFor(() => texts().includes('was it sent?'), { what: 'the message' });
  });

  it('a call that cannot connect has taken no effect', async () => {
    const server = await startHttpServer();
    await server.close();
    const call = createSlackCall({ apiUrl: `${server.url}/api/`, logger: silentLogger });
    expect(await thrown(call('xoxb-1', 'auth.test', {}))).toBeInstanceOf(SlackBusy);
  });

  it('a call is not delayed by another one’s rate limit', async () => {
    const { general, backend } = world.workspace.channels;
    const fault = { kind: 'ratelimited', retryAfterSeconds: 60 } as const;
    world.workspace.faults.add({ ...fault, method: 'chat.postMessage', channel: general });
    const send = (channel: string) =>
      world.call(world.workspace.app.botToken, 'chat.postMessage', { channel, text: 'x' });
    const [limited, other] = await Promise.allSettled([send(general.id), send(backend.id)]);
    expect(limited).toMatchObject({ status: 'rejected', reason: { retryAfterMs: 60_000 } });
    expect(other.status).toBe('fulfilled');
  });

  it('an error never contains the token', async () => {
    for (const token of ['xoxb-secret-1', 'xoxb-secret-2']) {
      const error = await thrown(world.call(token, 'auth.test', {}));
      expect((error as Error).message).not.toContain(token);
    }
  });
});
