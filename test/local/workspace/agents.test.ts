import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceOptions } from '../../../local/workspace/workspace.js';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';
import { ListeningApp } from './listening-app.js';

let workspace: Workspace;
let client: WebClient;
let app: ListeningApp;

beforeEach(async () => {
  app = new ListeningApp();
  await start({});
});
afterEach(async () => {
  await workspace.stop();
  await app.stop();
});

async function start(options: WorkspaceOptions): Promise<void> {
  workspace = await startWorkspace({ requestUrl: await app.start(), ...options });
  client = new WebClient(workspace.app.botToken, { slackApiUrl: workspace.apiUrl });
}

async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return error.data.error;
    throw error;
  }
}

/** A direct message of Kim's to the bot: the root of a thread, as Slack's methods name it. */
async function root() {
  const { kim } = workspace.people;
  const { id: channel_id } = workspace.dm(kim);
  const { ts: thread_ts } = await workspace.say({ as: kim, channel: channel_id, text: 'why?' });
  return { channel_id, thread_ts };
}

describe('a session', () => {
  it('begins with a title, which later calls do not change', async () => {
    const at = await root();
    const begun = { ...at, status: 'processing', title: 'Why?' };
    const said = await client.apiCall('agents.sessions.setStatus', begun);
    expect(said).toMatchObject({ ok: true, status: 'processing', title: 'Why?' });
    expect(said).not.toHaveProperty('warning');
    await client.apiCall('agents.sessions.setStatus', { ...at, status: 'active', title: 'Else' });
    const { session } = workspace.agentThread(at.channel_id, at.thread_ts) ?? {};
    expect(session).toEqual({ status: 'active', title: 'Why?' });
  });

  it.each([
    [{ status: 'is reading…' }, 'invalid_arguments'],
    [{ status: '' }, 'invalid_arguments'],
    [{ status: 'active', title: 'x'.repeat(201) }, 'invalid_arguments'],
    [{ status: 'active', thread_ts: '1.2' }, 'invalid_thread_ts'],
    [{ status: 'active', channel_id: 'C0NOWHERE' }, 'channel_not_found'],
  ])('refuses %o', async (wrong, error) => {
    const call = client.apiCall('agents.sessions.setStatus', { ...(await root()), ...wrong });
    expect(await errorOf(call)).toBe(error);
  });

  it('warns an app that does not hear of its Stop', async () => {
    await Promise.all([workspace.stop(), app.stop()]);
    app = new ListeningApp();
    await start({ events: ['message.im'] });
    const call = { ...(await root()), status: 'processing' };
    expect(await client.apiCall('agents.sessions.setStatus', call)).toMatchObject({
      warning: 'missing_agent_session_stopped_event_subscription',
    });
  });

  it('is stopped by a person while it is at work, and stays so until the app says otherwise', async () => {
    const { kim } = workspace.people;
    const at = await root();
    const { channel_id: channel, thread_ts: threadTs } = at;
    await expect(workspace.stopSession({ as: kim, channel, threadTs })).rejects.toThrow(
      'processing',
    );
    await client.apiCall('agents.sessions.setStatus', { ...at, status: 'processing' });
    await workspace.stopSession({ as: kim, channel, threadTs });
    const [sent] = app.events('agent_session_stopped');
    expect(sent.event).toMatchObject({
      channel,
      thread_ts: threadTs,
      user: kim.id,
      streaming_message_ts: [],
    });
    expect(workspace.agentThread(channel, threadTs)?.session?.status).toBe('processing');
  });
});

describe('a status line', () => {
  it('stands until it is emptied, or the app replies in the thread', async () => {
    const at = await root();
    const { channel_id: channel, thread_ts } = at;
    const line = () => workspace.agentThread(channel, thread_ts)?.status;
    await client.assistant.threads.setStatus({ ...at, status: 'is reading…' });
    expect(line()).toBe('is reading…');
    await client.assistant.threads.setStatus({ ...at, status: '' });
    expect(line()).toBeUndefined();
    await client.assistant.threads.setStatus({ ...at, status: 'is reading…' });
    await workspace.say({ as: workspace.people.kim, channel, threadTs: thread_ts, text: 'well?' });
    expect(line()).toBe('is reading…');
    await client.chat.postMessage({ channel, thread_ts, text: 'because' });
    expect(line()).toBeUndefined();
  });

  it('takes ten messages to turn through, and not eleven', async () => {
    const at = { ...(await root()), status: 'is reading…' };
    const many = (n: number) => Array.from({ length: n }, (_, i) => `message ${i}`);
    const set = (n: number) =>
      client.assistant.threads.setStatus({ ...at, loading_messages: many(n) });
    expect(await errorOf(set(10))).toBe('ok');
    expect(await errorOf(set(11))).toBe('invalid_arguments');
  });
});

describe('suggested prompts', () => {
  const prompts = [{ title: 'Tests', message: 'How are the tests run?' }];

  it('stand in the direct message; of a thread they are ignored, silently', async () => {
    const { channel_id, thread_ts } = await root();
    const set = (more: object) =>
      client.apiCall('assistant.threads.setSuggestedPrompts', { channel_id, prompts, ...more });
    expect(await errorOf(set({ thread_ts }))).toBe('ok');
    expect(workspace.agentPrompts(channel_id)).toBeUndefined();
    await set({ title: 'Ask' });
    expect(workspace.agentPrompts(channel_id)).toMatchObject({ title: 'Ask', prompts });
    expect(await errorOf(set({ prompts: Array(5).fill(prompts[0]) }))).toBe('invalid_arguments');
  });

  it('need a scope of their own', async () => {
    const { channel_id } = await root();
    workspace.setScopes(['chat:write']);
    const call = { channel_id, prompts };
    const error = await errorOf(client.apiCall('assistant.threads.setSuggestedPrompts', call));
    expect(error).toBe('missing_scope');
  });

  it('are asked for where somebody opens the direct message', async () => {
    const { kim } = workspace.people;
    await workspace.openHome({ as: kim, tab: 'messages' });
    const [sent] = app.events('app_home_opened');
    expect(sent.event).toMatchObject({
      tab: 'messages',
      user: kim.id,
      channel: workspace.dm(kim).id,
    });
  });
});
