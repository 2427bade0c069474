import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SlackOutcomeUnknown, SlackRefused } from '../../src/slack/errors.js';
import { respond } from '../../src/slack/respond.js';
import {
  type HttpServer,
  hang,
  json,
  raw,
  reset,
  startHttpServer,
} from '../support/http-server.js';

let slack: HttpServer;
let foreign: HttpServer;
beforeAll(async () => {
  [slack, foreign] = await Promise.all([startHttpServer(), startHttpServer()]);
});
afterAll(async () => {
  await Promise.all([slack.close(), foreign.close()]);
});

const send = (url: string, timeoutMs = 5_000) =>
  respond(url, { text: 'just you' }, { apiUrl: `${slack.url}/api/`, timeoutMs });

describe('a note by response_url', () => {
  it('a response_url message is ephemeral and replaces nothing', async () => {
    slack.handle(json(200, { ok: true }));
    await send(`${slack.url}/commands/1`);
    expect(JSON.parse(slack.seen.at(-1)?.body ?? '')).toEqual({
      response_type: 'ephemeral',
      replace_original: false,
      text: 'just you',
    });
  });

  it('has no bidirectional control characters', async () => {
    slack.handle(json(200, { ok: true }));
    const options = { apiUrl: `${slack.url}/api/` };
    await respond(`${slack.url}/commands/1`, { text: 'gpj.\u202efdp' }, options);
    expect(JSON.parse(slack.seen.at(-1)?.body ?? '')).toMatchObject({ text: 'gpj.\u200bfdp' });
  });

  it.each([
    'https://hooks.slack.com.evil.test/commands/1',
    'http://hooks.slack.com/commands/1',
    'https://hooks.slack.com@evil.test/commands/1',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
  ])('rejects the response_url %s', async (url) => {
    await expect(send(url)).rejects.toMatchObject({ error: 'foreign_address' });
  });

  it('rejects a response_url on another local port, or on an unconfigured host', async () => {
    foreign.handle(json(200, {}));
    await expect(send(`${foreign.url}/commands/1`)).rejects.toThrow(SlackRefused);
    await expect(respond(`${slack.url}/commands/1`, { text: 'x' }, {})).rejects.toThrow(
      SlackRefused,
    );
    expect(foreign.seen).toEqual([]);
  });

  it('follows no redirect of a response_url', async () => {
    slack.handle(raw(307, '', { location: `${foreign.url}/steal` }));
    await expect(send(`${slack.url}/commands/1`)).rejects.toThrow(SlackOutcomeUnknown);
    expect(foreign.seen).toEqual([]);
  });

  it('reports why a response_url message failed', async () => {
    slack.handle(json(404, { ok: false, error: 'expired_url' }));
    await expect(send(`${slack.url}/commands/1`)).rejects.toMatchObject({
      error: 'expired_url',
    });
    slack.handle(raw(404, 'gone'));
    await expect(send(`${slack.url}/commands/1`)).rejects.toMatchObject({ error: 'http_404' });
    slack.handle(raw(503, '<html>'));
    await expect(send(`${slack.url}/commands/1`)).rejects.toThrow(SlackOutcomeUnknown);
    slack.handle(reset);
    await expect(send(`${slack.url}/commands/1`)).rejects.toThrow(SlackOutcomeUnknown);
    slack.handle(hang);
    await expect(send(`${slack.url}/commands/1`, 200)).rejects.toThrow(SlackOutcomeUnknown);
  });

  it.each([200, 400, 500])(
    'reads the refusal in the body of a reply with status %d',
    async (status) => {
      slack.handle(json(status, { ok: false, error: 'invalid_blocks' }));
      await expect(send(`${slack.url}/commands/1`)).rejects.toMatchObject({
        error: 'invalid_blocks',
        category: 'content',
      });
    },
  );

  it.each(['ok', '', '{"ok":true}', '{}', 'null'])('takes 200 and %j for success', async (body) => {
    slack.handle(raw(200, body));
    await expect(send(`${slack.url}/commands/1`)).resolves.toBeUndefined();
  });

  it('waits as Slack says at the rate limit', async () => {
    slack.handle(raw(429, '', { 'retry-after': '7' }));
    await expect(send(`${slack.url}/commands/1`)).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });
});
