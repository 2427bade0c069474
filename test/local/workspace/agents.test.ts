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

async function restart(options: WorkspaceOptions): Promise<void> {
  await workspace.stop();
  await app.stop();
  app = new ListeningApp();
  await start(options);
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

/** Posts a direct message from Kim to the bot: the parent of a thread. */
async function root() {
  const { kim } = workspace.people;
  const { id: channel_id } = workspace.dm(kim);
  const { ts: thread_ts } = await workspace.say({ as: kim, channel: channel_id, text: 'why?' });
  return { channel_id, thread_ts };
}

describe('agents.sessions.setStatus', () => {
  it('creates a session whose title later calls do not change', async () => {
    const at = await root();
    const begun = { ...at, status: 'processing', title: 'Why?' };
    const said = await client.apiCall('agents.sessions.setStatus', begun);
    expect(said).toMatchObject({ ok: true, status: 'processing', title: 'Why?' });
    expect(said).not.toHaveProperty('warning');
    await client.apiCall('agents.sessions.setStatus', { ...at, status: 'active', title: 'Else' });
    const { session } = workspace.agentThread(at.channel_id, at.thread_ts) ?? {};
    expect(session).toEqual({ status: 'active', title: 'Why?' });
  });

  it('has a session renamed, if there is one', async () => {
    const at = await root();
    const rename = () => client.apiCall('agents.sessions.rename', { ...at, title: 'Else' });
    await expect(rename()).rejects.toThrow('session_not_found');
    await client.apiCall('agents.sessions.setStatus', { ...at, status: 'active', title: 'Why?' });
    await rename();
    const { session } = workspace.agentThread(at.channel_id, at.thread_ts) ?? {};
    expect(session).toEqual({ status: 'active', title: 'Else' });
  });

  it.each([
    [{ status: 'is reading…' }, 'invalid_arguments'],
    [{ status: '' }, 'invalid_arguments'],
    [{ status: 'active', title: 'x'.repeat(201) }, 'invalid_arguments'],
    [{ status: 'active', thread_ts: '1.2' }, 'invalid_thread_ts'],
    [{ status: 'active', channel_id: 'C0NOWHERE' }, 'channel_not_found'],
  ])('refuses session arguments %o', async (wrong, error) => {
    const call = client.apiCall('agents.sessions.setStatus', { ...(await root()), ...wrong });
    expect(await errorOf(call)).toBe(error);
  });

  it('warns an app that is not subscribed to agent_session_stopped', async () => {
    await Promise.all([workspace.stop(), app.stop()]);
    app = new ListeningApp();
    await start({ events: ['message.im'] });
    const call = { ...(await root()), status: 'processing' };
    expect(await client.apiCall('agents.sessions.setStatus', call)).toMatchObject({
      warning: 'missing_agent_session_stopped_event_subscription',
    });
  });

  it('lets a person stop a processing session, which keeps its status until the app changes it', async () => {
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

describe('assistant.threads.setStatus', () => {
  it('shows a thread status until it is cleared or the app replies in the thread', async () => {
    const at = { ...(await root()), loading_messages: ['Reading…'] };
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

  it('shows no thread status without loading messages, as for apps with agent_view', async () => {
    const at = await root();
    await client.assistant.threads.setStatus({ ...at, status: 'is reading…' });
    expect(workspace.agentThread(at.channel_id, at.thread_ts)?.status).toBeUndefined();
  });

  it('refuses a session whose initiator is not in the channel', async () => {
    const call = { ...(await root()), status: 'processing' };
    const initiator = { initiator_user_id: workspace.people.ravi.id };
    const error = await errorOf(
      client.apiCall('agents.sessions.setStatus', { ...call, ...initiator }),
    );
    expect(error).toBe('user_not_in_channel');
  });

  it('accepts ten loading messages in a thread status, but not eleven', async () => {
    const at = { ...(await root()), status: 'is reading…' };
    const many = (n: number) => Array.from({ length: n }, (_, i) => `message ${i}`);
    const set = (n: number) =>
      client.assistant.threads.setStatus({ ...at, loading_messages: many(n) });
    expect(await errorOf(set(10))).toBe('ok');
    expect(await errorOf(set(11))).toBe('invalid_arguments');
  });
});

describe('assistant.threads.setSuggestedPrompts', () => {
  const prompts = [{ title: 'Tests', message: 'How are the tests run?' }];

  it('stores suggested prompts for a direct message, and silently ignores those for a thread', async () => {
    await restart({ suggestedPrompts: 'shown' });
    const { channel_id, thread_ts } = await root();
    const set = (more: object) =>
      client.apiCall('assistant.threads.setSuggestedPrompts', { channel_id, prompts, ...more });
    expect(await errorOf(set({ thread_ts }))).toBe('ok');
    expect(workspace.agentPrompts(channel_id)).toBeUndefined();
    await set({ title: 'Ask' });
    expect(workspace.agentPrompts(channel_id)).toMatchObject({ title: 'Ask', prompts });
    expect(await errorOf(set({ prompts: Array(5).fill(prompts[0]) }))).toBe('invalid_arguments');
  });

  it('answers internal_error without a thread, and shows the prompts of the manifest', async () => {
    await restart({ prompts });
    const { channel_id, thread_ts } = await root();
    const set = (more: object) =>
      errorOf(
        client.apiCall('assistant.threads.setSuggestedPrompts', { channel_id, prompts, ...more }),
      );
    expect(await set({})).toBe('internal_error');
    expect(await set({ thread_ts })).toBe('ok');
    expect(workspace.agentPrompts(channel_id)).toEqual({ channel: channel_id, prompts });
  });

  it('requires the scope assistant:write for suggested prompts', async () => {
    const { channel_id } = await root();
    workspace.setScopes(['chat:write']);
    const call = { channel_id, prompts };
    const error = await errorOf(client.apiCall('assistant.threads.setSuggestedPrompts', call));
    expect(error).toBe('missing_scope');
  });

  it('sends app_home_opened when a person opens the direct message, so that the app can set prompts', async () => {
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
