import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';

let workspace: Workspace;
let app: App;
let receiver: HTTPReceiver;
let seen: Record<string, unknown>[];

beforeEach(async () => {
  workspace = await startWorkspace({ redelivery: { delaysMs: [0, 0, 0] } });
  seen = [];
  receiver = new HTTPReceiver({
    signingSecret: workspace.app.signingSecret,
    processBeforeResponse: true,
    logLevel: LogLevel.ERROR,
  });
  app = new App({
    token: workspace.app.botToken,
    receiver,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } },
  });
  const server = await app.start(0);
  const { port } = server.address() as AddressInfo;
  workspace.connect({ requestUrl: `http://127.0.0.1:${port}/slack/events` });
});

afterEach(async () => {
  await app.stop();
  await workspace.stop();
});

describe('a Bolt app over HTTP', () => {
  it('lets a Bolt app receive a mention as app_mention and message, and reply in the thread', async () => {
    app.event('app_mention', async ({ event, say }) => {
      seen.push({ ...event });
      await say({ text: 'on it', thread_ts: event.ts });
    });
    app.event('message', async ({ event }) => {
      seen.push({ ...event });
    });
    const { kim } = workspace.people;
    const { backend } = workspace.channels;
    const text = `<@${workspace.app.botUserId}> where is the queue?`;
    const { ts } = await workspace.say({ as: kim, channel: backend, text });

    expect(seen.map((event) => event['type']).sort()).toEqual(['app_mention', 'message']);
    expect(seen[0]).toMatchObject({ user: kim.id, text, ts, channel: backend.id });
    const thread = workspace.messages({ channel: backend, threadTs: ts });
    expect(thread.map((message) => message.text)).toEqual([text, 'on it']);
    expect(thread[0]).toMatchObject({ reply_count: 1, thread_ts: ts });
    expect(thread[1]).toMatchObject({ thread_ts: ts, parent_user_id: kim.id });
  });

  it('lets a Bolt app acknowledge a command with an ephemeral message and respond by response_url', async () => {
    app.command('/deepsearch', async ({ command, ack, respond }) => {
      seen.push({ ...command });
      await ack('got it');
      await respond({ text: 'later', response_type: 'in_channel' });
    });
    const { kim } = workspace.people;
    const { general } = workspace.channels;
    const acked = await workspace.command({ as: kim, channel: general, text: 'why?' });
    expect(acked.ackStatus).toBe(200);
    expect(seen[0]).toMatchObject({ text: 'why?', user_id: kim.id, channel_name: 'general' });
    expect(seen[0]).not.toHaveProperty('thread_ts');
    const [note] = workspace.ephemerals({ user: kim });
    expect(note).toMatchObject({ text: 'got it', source: 'app' });
    expect(workspace.messages({ channel: general }).at(-1)?.text).toBe('later');
  });

  it('sends a Bolt app a click together with its message', async () => {
    app.action('stop', async ({ body, action, ack, respond }) => {
      await ack();
      seen.push({ ...body, action });
      await respond({ text: 'stopped', replace_original: true });
    });
    const { general } = workspace.channels;
    const posted = await app.client.chat.postMessage({
      channel: general.id,
      text: 'working',
      blocks: [
        {
          type: 'actions',
          block_id: 'b',
          elements: [
            {
              type: 'button',
              action_id: 'stop',
              value: 'q1',
              text: { type: 'plain_text', text: 'Stop' },
            },
          ],
        },
      ],
    });
    const ts = posted.ts ?? '';
    await workspace.click({ as: workspace.people.ravi, channel: general, ts, actionId: 'stop' });
    expect(seen[0]).toMatchObject({
      type: 'block_actions',
      user: { id: workspace.people.ravi.id },
      container: { message_ts: ts, channel_id: general.id, is_ephemeral: false },
      message: { ts, text: 'working' },
      action: { action_id: 'stop', block_id: 'b', value: 'q1' },
    });
    expect(workspace.message(general, ts)).toMatchObject({ text: 'stopped' });
    expect(workspace.message(general, ts)).not.toHaveProperty('blocks');
  });
});
