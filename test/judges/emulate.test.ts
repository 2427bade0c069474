import { createHmac } from 'node:crypto';
import { WebClient } from '@slack/web-api';
import { createEmulator, type Emulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../local/demo/free-port.js';
import type { SmokeResult } from '../../src/cli/smoke/report.js';
import { BOT_SCOPES } from '../../src/intake/receiver/install-pages.js';
import { runCli } from '../cli/run-cli.js';
import { eventually } from '../support/eventually.js';
import { type Bot, type Stack, startStack } from '../support/stack.js';

/**
 * The bot against a Slack that others wrote: https://www.npmjs.com/package/emulate, with strict scopes.
 * What it lacks is left out here rather than patched:
 * - it sends no `app_mention`, and its API subscribes no request URL, so this file sends the events;
 * - it has no slash commands, clicks, Socket Mode, agent methods, `chat.unfurl` or `blocks.validate`;
 * - it does not check blocks, rate limits or lengths;
 * - its channels do not say whether they are shared with another company;
 * - its replies do not list the granted scopes.
 */

const SECRET = '0123456789abcdef0123456789abcdef';
const BOT_TOKEN = 'xoxb-bot-of-emulate';
const PERSON_TOKEN = 'xoxp-person-of-emulate';
const BOT_USER = 'U0DEEPBOT';
const TEAM = 'T000000001';
const GENERAL = 'C000000001';
const PERSON = 'U000000001';

const SEED = {
  slack: {
    strict_scopes: true,
    signing_secret: SECRET,
    oauth_apps: [
      {
        ...{ client_id: '1.2', client_secret: 'unused', app_id: 'A0DEEP', name: 'Deep Search' },
        ...{ redirect_uris: [], scopes: BOT_SCOPES },
        ...{ bot_id: 'B0DEEP', bot_user_id: BOT_USER, bot_name: 'deepsearch' },
      },
    ],
    tokens: [
      {
        ...{ token: BOT_TOKEN, type: 'bot', user_id: BOT_USER, scopes: BOT_SCOPES },
        ...{ app_id: 'A0DEEP', bot_id: 'B0DEEP', bot_user_id: BOT_USER },
      },
      {
        ...{ token: PERSON_TOKEN, type: 'user', user_id: PERSON },
        scopes: ['channels:history', 'channels:manage', 'chat:write', 'im:history', 'im:write'],
      },
    ],
  },
};

let emulator: Emulator;
let apiUrl: string;
let stack: Stack;
let bot: Bot;
let person: WebClient;

beforeAll(async () => {
  stack = await startStack({ roles: [] });
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  emulator = await createEmulator({ service: 'slack', port, baseUrl, seed: SEED });
  apiUrl = `${baseUrl}/api/`;
  person = new WebClient(PERSON_TOKEN, { slackApiUrl: apiUrl, retryConfig: { retries: 0 } });
  await person.conversations.invite({ channel: GENERAL, users: BOT_USER });
  bot = await stack.startBot('both', {
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SECRET,
  });
});
afterAll(async () => {
  await stack?.stop();
  await emulator?.close();
});

/** Sends an event as Slack signs it; the emulator has no subscriptions. */
async function send(event: Readonly<Record<string, unknown>>): Promise<void> {
  const body = JSON.stringify({
    ...{ type: 'event_callback', team_id: TEAM, api_app_id: 'A0DEEP', event, event_time: 1 },
    event_id: `Ev${String(event['ts']).replace('.', '')}`,
    authorizations: [{ team_id: TEAM, user_id: BOT_USER, is_bot: true, enterprise_id: null }],
  });
  const timestamp = Math.floor(Date.now() / 1_000);
  const hmac = createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  const { status } = await fetch(`http://127.0.0.1:${bot.ports.slack}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${hmac}`,
    },
    body,
  });
  expect(status).toBe(200);
}

/** The texts of a thread, once one of them contains `text`. */
async function thread(channel: string, ts: string, text: string): Promise<string> {
  let said = '';
  await eventually(async () => {
    const { messages = [] } = await person.conversations.replies({ channel, ts });
    said = JSON.stringify(messages);
    expect(said).toContain(text);
  });
  return said;
}

async function say(channel: string, text: string): Promise<string> {
  const { ts } = await person.chat.postMessage({ channel, text });
  return ts ?? '';
}

describe('the bot in the Slack of emulate', () => {
  it('answers a question in the direct message, in its thread', async () => {
    const opened = await person.conversations.open({ users: BOT_USER });
    const channel = opened.channel?.id ?? '';
    const text = 'How does a payment retry?';
    const ts = await say(channel, text);
    const event = { type: 'message', channel_type: 'im', user: PERSON, channel, ts, text };
    await send(event);
    const work = await stack.engine.next(text);
    await thread(channel, ts, 'question.stop');
    work.answer({ answer: 'In **three** attempts.' });
    const said = await thread(channel, ts, 'In **three** attempts.');
    expect(said).toContain('answer.vote');
    // A repeated event asks nothing again.
    await send(event);
    expect(stack.engine.waiting).toEqual([]);
  });

  it('answers a mention privately, since nobody says who reads along in the channel', async () => {
    const asked = 'Where is the retry configured?';
    const text = `<@${BOT_USER}> ${asked}`;
    const ts = await say(GENERAL, text);
    await send({ type: 'app_mention', user: PERSON, channel: GENERAL, ts, text });
    const work = await stack.engine.next(asked);
    work.answer({ answer: 'In `retry.ts`.' });
    const { channel } = await person.conversations.open({ users: BOT_USER });
    const direct = channel?.id ?? '';
    let root = '';
    await eventually(async () => {
      const { messages = [] } = await person.conversations.history({ channel: direct });
      root = messages.find((message) => message.text?.includes(asked))?.ts ?? '';
      expect(root).not.toBe('');
    });
    await thread(direct, root, 'In `retry.ts`.');
  });

  it('has all scopes that this Slack asks for, which refuses the others', async () => {
    await expect(person.users.info({ user: PERSON })).rejects.toThrow('missing_scope');
    const env = { ...stack.env, SLACK_API_URL: apiUrl, SLACK_BOT_TOKEN: BOT_TOKEN };
    const args = ['smoke', '--channel', GENERAL, '--user', PERSON, '--wait', '0', '--json'];
    const { out } = await runCli(args, { env });
    const { results } = JSON.parse(out) as { results: SmokeResult[] };
    const bad = results.filter(({ state, optional }) => state !== 'ok' && !optional);
    expect(bad).toEqual([
      expect.objectContaining({ method: 'auth.test', state: 'not checked' }),
      expect.objectContaining({ method: 'views.open', state: 'not checked' }),
    ]);
  });
});
