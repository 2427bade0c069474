import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebClient } from '@slack/web-api';
import { fetch } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Modal,
  PageEvent,
  PageMessage,
  PageState,
} from '../../../local/workspace/api/page.js';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';

let workspace: Workspace;

beforeEach(async () => {
  workspace = await startWorkspace();
});

afterEach(() => workspace.stop());

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${workspace.url}/page/${path}`);
  return (await response.json()) as T;
}

async function send(path: string, body: object): Promise<{ status: number; error?: string }> {
  const response = await fetch(`${workspace.url}/page/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

/** Reads an open event stream, one event at a time. */
async function live(as: string, signal: AbortSignal): Promise<AsyncGenerator<PageEvent>> {
  const response = await fetch(`${workspace.url}/page/events?as=${as}`, { signal });
  if (!response.body) throw new Error('no stream');
  return events(response.body);
}

async function* events(body: AsyncIterable<Uint8Array>): AsyncGenerator<PageEvent> {
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + Buffer.from(chunk).toString()).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice(6));
  }
}

describe('page routes', () => {
  it('shows each person only what they can see', async () => {
    const { kim, guest, outsider } = workspace.people;
    const names = async (as: string) =>
      (await get<PageState>(`state?as=${as}`)).channels.map((channel) => channel.name);
    expect(await names(kim.id)).toEqual([
      'general',
      'backend',
      'security',
      'partners',
      'deepsearch',
    ]);
    expect(await names(guest.id)).toEqual(['general', 'deepsearch']);
    expect(await names(outsider.id)).toEqual(['partners', 'deepsearch']);
    await workspace.invite({ channel: workspace.channels.general, user: outsider });
    const { messages } = await get<{ messages: PageMessage[] }>(
      `messages?as=${outsider.id}&channel=${workspace.channels.general.id}`,
    );
    expect(messages[0]).toMatchObject({ text: `<@${outsider.id}> has joined the channel` });
    expect(messages[0]?.mentions_me).toBeUndefined();
    const { me, people } = await get<PageState>('state');
    expect(me).toBe(kim.id);
    expect(people.find(({ id }) => id === outsider.id)?.note).toBe('Globex');
    const { security } = workspace.channels;
    const { status } = await send('say', { as: guest.id, channel: security.id, text: 'hello?' });
    expect(status).toBe(404);
    expect(workspace.messages({ channel: security })).toEqual([]);
  });

  it('streams messages, reply counts, edits and deletions', async () => {
    const { kim, ravi } = workspace.people;
    const { security } = workspace.channels;
    const leave = new AbortController();
    const stream = await live(kim.id, leave.signal);
    const next = async () => (await stream.next()).value as PageEvent;
    expect(await next()).toEqual({ type: 'modals', modals: [] });
    await send('say', { as: kim.id, channel: security.id, text: `hi <@${kim.id}>` });
    const { message: root } = (await next()) as { message: PageMessage };
    expect(root).toMatchObject({ text: `hi <@${kim.id}>`, user: kim.id, mentions_me: true });
    const at = { as: kim.id, channel: security.id };
    await send('say', { ...at, text: 'more', thread_ts: root.ts });
    expect(await next()).toMatchObject({ type: 'message', message: { thread_ts: root.ts } });
    expect(await next()).toMatchObject({ type: 'changed', message: { reply_count: 1 } });
    await send('edit', { ...at, ts: root.ts, text: 'hello' });
    expect(await next()).toMatchObject({
      type: 'changed',
      message: { text: 'hello', edited: true },
    });
    expect(await send('edit', { ...at, as: ravi.id, ts: root.ts, text: 'no' })).toMatchObject({
      status: 404,
    });
    leave.abort();
  });

  it('streams modals and the Home tab to their viewer only, and accepts entries', async () => {
    const { kim, ravi } = workspace.people;
    const leave = new AbortController();
    const stream = await live(kim.id, leave.signal);
    const other = await live(ravi.id, leave.signal);
    const next = async () => (await stream.next()).value as PageEvent;
    await next();
    await other.next();
    const bot = new WebClient(workspace.app.botToken, { slackApiUrl: workspace.apiUrl });
    const text = { type: 'plain_text', text: 'Anything' } as const;
    await bot.views.publish({ user_id: kim.id, view: { type: 'home', blocks: [] } });
    expect(await next()).toMatchObject({ type: 'home', home: { type: 'home' } });
    await send('shortcut', { as: kim.id, callback_id: 'ask' });
    const trigger_id = workspace.deliveries.at(-1)?.id ?? '';
    const element = { type: 'plain_text_input', action_id: 'text' } as const;
    const block = { type: 'input', block_id: 'field', label: text, element } as const;
    const view = { type: 'modal', title: text, submit: text, blocks: [block] } as const;
    await bot.views.open({ trigger_id, view: { ...view, blocks: [block] } });
    // The error about the undelivered shortcut comes first, as an ephemeral message.
    expect(await next()).toMatchObject({ type: 'message', message: { ephemeral: true } });
    const opened = (await next()) as { modals: readonly Modal[] };
    expect(opened.modals).toMatchObject([{ title: text, errors: {} }]);
    const id = opened.modals[0]?.id;
    await send('submit', { as: kim.id, view: id, values: { field: { text: '' } } });
    await next();
    expect(await next()).toMatchObject({ modals: [{ errors: { field: expect.anything() } }] });
    expect(await send('submit', { as: ravi.id, view: id, values: {} })).toMatchObject({
      status: 400,
      error: expect.stringContaining('sees no such view'),
    });
    await send('close', { as: kim.id, view: id });
    expect(await next()).toEqual({ type: 'modals', modals: [] });
    await send('say', { as: ravi.id, channel: workspace.channels.general.id, text: 'only this' });
    expect((await other.next()).value).toMatchObject({ message: { text: 'only this' } });
    leave.abort();
  });

  it('shows an error when the app does not respond', async () => {
    const { kim } = workspace.people;
    const dm = workspace.dm(kim);
    await send('say', { as: kim.id, channel: dm.id, text: 'anybody there?' });
    const note = await workspace.waitFor(() => workspace.ephemerals({ user: kim })[0]);
    expect(note).toMatchObject({ source: 'slackbot', channel: dm.id });
    await send('command', { as: kim.id, channel: dm.id, text: '/deepsearch why?' });
    const second = await workspace.waitFor(() => workspace.ephemerals({ user: kim })[1]);
    expect(second.text).toBe('/deepsearch failed with the error "dispatch_failed"');
    const { security } = workspace.channels;
    const invite = { as: kim.id, channel: security.id, text: '/invite @deepsearch' };
    expect(await send('command', invite)).toMatchObject({ status: 200 });
    expect(workspace.messages({ channel: security })[0]).toMatchObject({ subtype: 'channel_join' });
    expect(await send('command', { as: kim.id, channel: dm.id, text: '/nope' })).toMatchObject({
      status: 404,
      error: '/nope is not a valid command.',
    });
  });

  it('serves the built page with a strict CSP, or says how to build it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'page-'));
    const bare = await startWorkspace({ pageDir: dir });
    expect(await (await fetch(bare.url)).text()).toContain('npm run build');
    await bare.stop();
    await writeFile(join(dir, 'index.html'), '<!doctype html><title>Chat</title>');
    const built = await startWorkspace({ pageDir: dir });
    const page = await fetch(`${built.url}/`);
    expect(await page.text()).toContain('<title>Chat</title>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const permalink = `${built.url}/archives/C1/p1712345678000100`;
    const { headers } = await fetch(permalink, { redirect: 'manual' });
    expect(headers.get('location')).toBe('/#channel=C1&thread=1712345678.000100');
    await built.stop();
    await rm(dir, { recursive: true });
  });

  it('refuses requests from other sites', async () => {
    const { port } = new URL(workspace.url);
    const status = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        request({ port, host: '127.0.0.1', path: '/page/state', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ host: `localhost:${port}` })).toBe(200);
    expect(await status({ host: `localhost:${port}`, origin: 'https://evil.example' })).toBe(403);
  });
});
