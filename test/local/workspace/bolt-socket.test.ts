import { App, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';

let workspace: Workspace;
let app: App;
const seen: Record<string, unknown>[] = [];

beforeEach(async () => {
  workspace = await startWorkspace({
    redelivery: { timeoutMs: 4_000, delaysMs: [0, 100, 400] },
    triggerLifetimeMs: 60_000,
  });
  seen.length = 0;
  const clientOptions = { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } };
  const receiver = new SocketModeReceiver({
    appToken: workspace.app.appToken,
    logLevel: LogLevel.ERROR,
    clientPingTimeout: 300,
    installerOptions: { clientOptions },
  });
  app = new App({ token: workspace.app.botToken, receiver, clientOptions });
  app.event('message', async ({ event }) => {
    seen.push({ ...event });
  });
  await app.start();
});

afterEach(async () => {
  await app.stop();
  await workspace.stop();
});

const say = (text: string) => {
  const { kim } = workspace.people;
  return workspace.say({ as: kim, channel: workspace.dm(kim), text });
};

describe('a Bolt app in Socket Mode', () => {
  it('lets a Bolt app in Socket Mode receive and acknowledge events, commands and clicks', async () => {
    app.command('/deepsearch', async ({ ack, command }) => {
      seen.push({ ...command });
      await ack({ text: 'noted' });
    });
    app.action('go', async ({ ack, body }) => {
      seen.push({ ...body });
      await ack();
    });
    const { kim } = workspace.people;
    const channel = workspace.dm(kim);
    await say('hello');
    expect(seen[0]).toMatchObject({ text: 'hello', channel_type: 'im' });
    expect(workspace.deliveries[0]).toMatchObject({ via: 'socket', status: 200 });
    const acked = await workspace.command({ as: kim, channel, text: 'why' });
    expect(acked.ackStatus).toBe(200);
    expect(seen[1]).toMatchObject({ text: 'why', channel_name: 'directmessage' });
    expect(workspace.ephemerals({ user: kim })[0]?.text).toBe('noted');
    const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } };
    const { ts = '' } = await app.client.chat.postMessage({
      channel: channel.id,
      text: 'ready?',
      blocks: [{ type: 'actions', elements: [button] }] as never,
    });
    expect(await workspace.click({ as: kim, channel, ts, actionId: 'go' })).toMatchObject({
      ackStatus: 200,
    });
    expect(seen.find(({ type }) => type === 'block_actions')).toMatchObject({ message: { ts } });
  });

  it('lets a Bolt app in Socket Mode respond to shortcuts and view submissions in the acknowledgement', async () => {
    app.shortcut('ask', async ({ ack, shortcut, client }) => {
      await ack();
      const title = { type: 'plain_text' as const, text: 'Ask' };
      const element = { type: 'plain_text_input' as const, action_id: 'text' };
      const input = { type: 'input' as const, block_id: 'field', label: title, element };
      await client.views.open({
        trigger_id: shortcut.trigger_id,
        view: { type: 'modal', callback_id: 'form', title, submit: title, blocks: [input] },
      });
    });
    app.view('form', async ({ ack, view }) => {
      const text = view.state.values['field']?.['text']?.value;
      await ack({ response_action: 'errors', errors: { field: `Not "${text}".` } });
    });
    const { kim } = workspace.people;
    await workspace.shortcut({ as: kim, callbackId: 'ask' });
    await workspace.waitFor(() => workspace.modals(kim)[0]);
    const values = { field: { text: 'this' } };
    const { errors } = await workspace.submit({ as: kim, values });
    expect(errors).toEqual({ field: 'Not "this".' });
  });

  it('lets a Bolt app reconnect after a disconnect message', async () => {
    workspace.socket.disconnectAll('refresh_requested');
    expect(workspace.socket.connections).toBe(0);
    await workspace.socket.connected();
    await say('still there?');
    await workspace.waitFor(() => seen.length > 0);
  });

  it('redelivers an unacknowledged event to a Bolt app that reconnects after missing pings', async () => {
    workspace.socket.mute();
    await say('unacknowledged');
    expect(workspace.deliveries[0]).toMatchObject({ status: 0, attempt: 1 });
    workspace.socket.unmute();
    await workspace.waitFor(() => workspace.deliveries.find(({ status }) => status === 200));
    expect(seen.map(({ text }) => text)).toEqual(['unacknowledged']);
  });

  it('redelivers an event with the same envelope id or a new one', async () => {
    await say('once');
    const { id } = workspace.deliveries[0] ?? { id: '' };
    await workspace.redeliver(id, { sameEnvelope: true });
    await workspace.redeliver(id);
    expect(seen).toHaveLength(3);
  });
});

describe('Socket Mode connections', () => {
  it('allows ten connections, and uses any one of them for an envelope', async () => {
    await app.stop();
    await workspace.waitFor(() => workspace.socket.connections === 0 || undefined);
    const token = { headers: { authorization: `Bearer ${workspace.app.appToken}` } };
    const got: string[] = [];
    const sockets = [];
    for (let i = 0; i < 11; i++) {
      const opened = await fetch(`${workspace.apiUrl}apps.connections.open`, token);
      const { url } = (await opened.json()) as { url: string };
      const socket = new WebSocket(url);
      sockets.push(socket);
      const first = await new Promise<string>((resolve) => {
        socket.once('message', (data) => resolve(String(data)));
      });
      expect(JSON.parse(first).type).toBe(i < 10 ? 'hello' : 'disconnect');
      socket.on('message', (data) => {
        const { envelope_id } = JSON.parse(String(data));
        got.push(envelope_id);
        socket.send(JSON.stringify({ envelope_id }));
      });
    }
    expect(workspace.socket.connections).toBe(10);
    await say('one');
    await say('two');
    expect(new Set(got).size).toBe(2);
    for (const socket of sockets) socket.terminate();
  });

  it('requires a ticket that can be used once', async () => {
    const refused = new WebSocket(`${workspace.url.replace('http', 'ws')}/link/?ticket=none`);
    const error = await new Promise<Error>((resolve) => refused.once('error', resolve));
    expect(error.message).toContain('401');
  });
});
