import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';

let workspace: Workspace;
let client: WebClient;
let now: number;

beforeEach(async () => {
  now = Date.now();
  workspace = await startWorkspace({ now: () => now });
  client = clientWith(workspace.app.botToken);
});

afterEach(() => workspace.stop());

function clientWith(token: string): WebClient {
  return new WebClient(token, {
    slackApiUrl: workspace.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
}

async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return error.data.error;
    if (error instanceof WebAPIRateLimitedError) return `wait ${error.retryAfter}`;
    throw error;
  }
}

const post = (more: object = {}) =>
  client.chat.postMessage({ channel: workspace.channels.general.id, text: 'hello', ...more });

describe('authentication', () => {
  it('refuses wrong, missing and revoked tokens, each with its own error', async () => {
    expect(await client.auth.test()).toMatchObject({
      team_id: workspace.app.teamId,
      user_id: workspace.app.botUserId,
      bot_id: workspace.app.botId,
    });
    expect(await errorOf(clientWith('xoxb-wrong').auth.test())).toBe('invalid_auth');
    expect(await errorOf(new WebClient('', { slackApiUrl: workspace.apiUrl }).auth.test())).toBe(
      'not_authed',
    );
    expect(await errorOf(clientWith(workspace.app.appToken).auth.test())).toBe(
      'not_allowed_token_type',
    );
    expect(await errorOf(client.apiCall('chat.shout'))).toBe('unknown_method');
    workspace.setScopes(['commands']);
    expect(await errorOf(post())).toBe('missing_scope');
    await workspace.uninstall();
    expect(await errorOf(client.auth.test())).toBe('token_revoked');
  });

  it('refuses calls for channels that the bot is not in', async () => {
    const { security, partners } = workspace.channels;
    const open = workspace.addChannel({ name: 'open', botIsMember: false });
    expect(await errorOf(post({ channel: security.id }))).toBe('channel_not_found');
    expect(await errorOf(post({ channel: open.id }))).toBe('not_in_channel');
    expect(await errorOf(client.conversations.history({ channel: open.id }))).toBe(
      'not_in_channel',
    );
    expect(await client.conversations.info({ channel: open.id })).toMatchObject({
      channel: { is_member: false, is_private: false },
    });
    expect(await client.conversations.info({ channel: partners.id })).toMatchObject({
      channel: { is_ext_shared: true },
    });
    await workspace.kick({ channel: partners, user: workspace.app.botUserId });
    expect(await errorOf(post({ channel: partners.id }))).toBe('not_in_channel');
    await workspace.archive(workspace.channels.general);
    expect(await errorOf(post())).toBe('is_archived');
  });

  it('needs the scope of the kind of conversation', async () => {
    const { kim } = workspace.people;
    const group = workspace.addChannel({ name: 'mpdm-kim--ada-1', kind: 'group', members: [kim] });
    const channel = group.id;
    expect(await client.conversations.info({ channel })).toMatchObject({
      channel: { is_mpim: true, is_private: true, is_im: false, is_member: true },
    });
    workspace.setScopes(['channels:read', 'channels:history', 'im:read']);
    expect(await errorOf(client.conversations.info({ channel }))).toBe('missing_scope');
    expect(await errorOf(client.conversations.members({ channel }))).toBe('missing_scope');
    expect(await errorOf(client.conversations.history({ channel }))).toBe('missing_scope');
    const direct = workspace.dm(kim).id;
    expect(await errorOf(client.conversations.history({ channel: direct }))).toBe('missing_scope');
    expect(await client.conversations.info({ channel: direct })).toMatchObject({ ok: true });
  });

  it('returns users with their guest and workspace fields', async () => {
    const { kim, guest, outsider, ada } = workspace.people;
    const user = async (id: string) => (await client.users.info({ user: id })).user;
    expect(await user(kim.id)).toMatchObject({ is_bot: false, is_restricted: false });
    expect(await user(kim.id)).not.toHaveProperty('is_stranger');
    expect(await user(guest.id)).toMatchObject({ is_restricted: true });
    expect(await user(ada.id)).toMatchObject({ is_admin: true });
    expect(await user(outsider.id)).toMatchObject({ is_stranger: true, team_id: outsider.team_id });
    expect(outsider.team_id).not.toBe(kim.team_id);
    expect(await errorOf(client.users.info({ user: 'U404' }))).toBe('user_not_found');
  });

  it('says who is an admin of the organization', async () => {
    const enterprise = { enterprise_id: 'E0ACMEORG' };
    const boss = workspace.addPerson({ name: 'boss', is_organization_admin: true, ...enterprise });
    const other = workspace.addPerson({ name: 'other', is_admin: true, ...enterprise });
    const user = async (id: string) => (await client.users.info({ user: id })).user;
    const of = (id: string) => ({ id, ...enterprise, is_owner: false });
    expect(await user(boss.id)).toMatchObject({
      is_admin: false,
      enterprise_user: { ...of(boss.id), is_admin: true },
    });
    expect(await user(other.id)).toMatchObject({
      is_admin: true,
      enterprise_user: { ...of(other.id), is_admin: false },
    });
  });
});

describe('tables', () => {
  const markdown = { type: 'markdown', text: '| a |\n|---|\n| 1 |' };
  const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] };
  const container = { type: 'container', title: { type: 'plain_text', text: 'b' } };

  it('a message takes one table, in whichever block it is', async () => {
    const { id } = workspace.channels.general;
    const inContainer = { ...container, child_blocks: [table] };
    for (const blocks of [
      [table, table],
      [markdown, table],
      [{ type: 'markdown', text: `${markdown.text}\n\nand\n\n${markdown.text}` }],
      [inContainer, markdown],
    ]) {
      const message = { channel: id, text: 'x', blocks };
      const { ts = '' } = await post();
      expect(await errorOf(client.apiCall('chat.postMessage', message))).toBe(
        'invalid_attachments',
      );
      expect(await errorOf(client.apiCall('chat.update', { ...message, ts }))).toBe(
        'invalid_attachments',
      );
      expect(
        await errorOf(
          client.apiCall('chat.postEphemeral', { ...message, user: workspace.people.kim.id }),
        ),
      ).toBe('invalid_attachments');
      now += 60_000;
    }
    const fenced = { type: 'markdown', text: `\`\`\`\n${markdown.text}\n\`\`\`` };
    expect(await errorOf(post({ blocks: [fenced, markdown] }))).toBe('ok');
  });
});

describe('threads and history', () => {
  it('returns history and replies with metadata and paging', async () => {
    const { general } = workspace.channels;
    const metadata = { event_type: 'question', event_payload: { id: 'q1', part: 1 } };
    const root = await post({ metadata });
    const ts = root.ts ?? '';
    for (const text of ['a', 'b', 'c']) await post({ text, thread_ts: ts });
    const replies = await client.conversations.replies({ channel: general.id, ts });
    expect(replies.messages?.map(({ text }) => text)).toEqual(['hello', 'a', 'b', 'c']);
    expect(replies.messages?.[0]).toMatchObject({ reply_count: 3, thread_ts: ts });
    expect(replies.messages?.[0]).not.toHaveProperty('metadata');
    const later = await client.conversations.replies({
      channel: general.id,
      ts,
      oldest: replies.messages?.[2]?.ts ?? '',
      include_all_metadata: true,
    });
    expect(later.messages?.map(({ text }) => text)).toEqual(['hello', 'c']);
    expect(later.messages?.[0]?.metadata).toEqual(metadata);
    const first = await client.conversations.replies({ channel: general.id, ts, limit: 2 });
    expect(first).toMatchObject({ has_more: true, messages: [{ text: 'hello' }, { text: 'a' }] });
    const cursor = first.response_metadata?.next_cursor ?? '';
    const second = await client.conversations.replies({ channel: general.id, ts, cursor });
    expect(second.messages?.map(({ text }) => text)).toEqual(['b', 'c']);
    const history = await client.conversations.history({ channel: general.id });
    expect(history.messages?.map(({ text }) => text)).toEqual(['hello']);
    const missing = client.conversations.replies({ channel: general.id, ts: '1.000000' });
    expect(await errorOf(missing)).toBe('thread_not_found');
  });

  it('leaves a tombstone only for deleted messages with replies, until the last of them is deleted', async () => {
    const { general } = workspace.channels;
    const lone = (await post()).ts ?? '';
    const root = (await post()).ts ?? '';
    const reply = (await post({ thread_ts: root })).ts ?? '';
    await client.chat.delete({ channel: general.id, ts: lone });
    await client.chat.delete({ channel: general.id, ts: root });
    expect(workspace.message(general, lone)).toBeUndefined();
    expect(workspace.message(general, root)).toMatchObject({ subtype: 'tombstone' });
    const again = client.chat.delete({ channel: general.id, ts: lone });
    expect(await errorOf(again)).toBe('message_not_found');
    await client.chat.delete({ channel: general.id, ts: reply });
    expect(workspace.message(general, root)).toBeUndefined();
  });

  it('updates only own messages, and removes the blocks if only text is given', async () => {
    const { general } = workspace.channels;
    const { ts: theirs } = await workspace.say({
      as: workspace.people.kim,
      channel: general,
      text: 'mine',
    });
    const update = (args: object) =>
      client.chat.update({ channel: general.id, ts: theirs, text: 'x', ...args });
    expect(await errorOf(update({}))).toBe('cant_update_message');
    expect(await errorOf(update({ ts: '1.2' }))).toBe('message_not_found');
    const blocks = [{ type: 'divider' }];
    const ts = (await post({ blocks })).ts ?? '';
    expect(await errorOf(update({ ts, text: 'x'.repeat(4001) }))).toBe('msg_too_long');
    await client.chat.update({ channel: general.id, ts, blocks } as never);
    expect(workspace.message(general, ts)).toMatchObject({ text: 'hello' });
    await update({ ts });
    expect(workspace.message(general, ts)).not.toHaveProperty('blocks');
    expect(await errorOf(client.chat.postMessage({ channel: general.id } as never))).toBe(
      'no_text',
    );
  });

  it('truncates a long message', async () => {
    const { message } = await post({ text: 'x'.repeat(50_000) });
    expect(message?.text).toHaveLength(40_000);
  });

  it('refuses metadata that is not flat', async () => {
    const metadata = { event_type: 'x', event_payload: { deep: { er: 1 } } };
    expect(await errorOf(post({ metadata }))).toBe('invalid_metadata_format');
  });

  it('shows an ephemeral message to one person, and nowhere else', async () => {
    const { general } = workspace.channels;
    const { kim, outsider } = workspace.people;
    const to = (user: string) =>
      client.chat.postEphemeral({ channel: general.id, user, text: 'psst' });
    await to(kim.id);
    expect(workspace.ephemerals({ user: kim })).toHaveLength(1);
    expect(workspace.messages({ channel: general })).toEqual([]);
    expect(await errorOf(to(outsider.id))).toBe('user_not_in_channel');
  });
});

describe('rate limits', () => {
  it('allows a burst of five posts in a channel, then one per second', async () => {
    const posts = [];
    for (let i = 0; i < 6; i++) posts.push(await errorOf(post()));
    expect(posts).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'wait 1']);
    const elsewhere = post({ channel: workspace.channels.backend.id });
    expect(await errorOf(elsewhere)).toBe('ok');
    now += 1000;
    expect(await errorOf(post())).toBe('ok');
    expect(await errorOf(post())).toBe('wait 1');
  });

  it('allows fifty updates per minute and workspace', async () => {
    const { channel = '', ts = '' } = await post();
    const update = () => errorOf(client.chat.update({ channel, ts, text: 'again' }));
    const made = [];
    for (let i = 0; i < 50; i++) made.push(await update());
    expect(new Set(made)).toEqual(new Set(['ok']));
    now += 20_000;
    expect(await update()).toBe('wait 40');
    now += 40_001;
    expect(await update()).toBe('ok');
  });
});

describe('fault injection', () => {
  it('injects errors, latency, lost replies and resets', async () => {
    const { general, backend } = workspace.channels;
    const fault = workspace.faults.add({
      method: 'chat.postMessage',
      channel: general,
      times: 1,
      kind: 'ratelimited',
      retryAfterSeconds: 7,
    });
    expect(await errorOf(post({ channel: backend.id }))).toBe('ok');
    expect(await errorOf(post())).toBe('wait 7');
    expect(await errorOf(post())).toBe('ok');
    expect(fault.hits).toBe(1);
    workspace.faults.add({ method: '*', times: 1, kind: 'error', error: 'invalid_blocks' });
    expect(await errorOf(post())).toBe('invalid_blocks');
    workspace.faults.add({ method: '*', times: 1, kind: 'status', status: 503 });
    await expect(post()).rejects.toBeInstanceOf(WebAPIHTTPError);
    workspace.faults.add({ method: '*', times: 1, kind: 'reset' });
    await expect(post()).rejects.toBeInstanceOf(WebAPIRequestError);
    expect(workspace.messages({ channel: general })).toHaveLength(1);
    workspace.faults.add({ method: '*', times: 1, kind: 'lost-reply' });
    await expect(post()).rejects.toBeInstanceOf(WebAPIRequestError);
    expect(workspace.messages({ channel: general })).toHaveLength(2);
    expect(workspace.calls.map(({ outcome }) => outcome)).toEqual([
      'ok',
      'ratelimited',
      'ok',
      'invalid_blocks',
      'status 503',
      'reset',
      'lost-reply',
    ]);
  });

  it('holds a call before or after its effect', async () => {
    const { general } = workspace.channels;
    const said = () => workspace.messages({ channel: general }).length;
    const before = workspace.gate('chat.postMessage');
    const one = post();
    expect(await before.reached).toMatchObject({ method: 'chat.postMessage' });
    expect([said(), before.held]).toEqual([0, 1]);
    before.release();
    await one;
    expect(said()).toBe(1);
    const after = workspace.gate('chat.postMessage', { channel: general, when: 'after' });
    const two = post().catch((error: unknown) => error);
    expect((await after.reached).ts).toBe(workspace.messages({ channel: general })[1]?.ts);
    after.drop();
    expect(await two).toBeInstanceOf(WebAPIRequestError);
    workspace.gate('chat.postMessage', { where: ({ text }) => text === 'nobody says this' });
    await post();
    expect(said()).toBe(3);
  });
});

describe('files', () => {
  it('uploads a file to a thread and downloads it again', async () => {
    const { general } = workspace.channels;
    const { ts } = await post();
    await client.filesUploadV2({
      channel_id: general.id,
      thread_ts: ts ?? '',
      filename: 'answer.md',
      content: '# All of it\n',
      initial_comment: 'the whole answer',
    });
    const shared = await workspace.waitFor(
      () => workspace.messages({ channel: general, threadTs: ts ?? '' })[1],
    );
    expect(shared).toMatchObject({ text: 'the whole answer', files: [{ name: 'answer.md' }] });
    const url = String(shared?.files?.[0]?.['url_private']);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(302);
    const headers = { authorization: `Bearer ${workspace.app.botToken}` };
    expect(await (await fetch(url, { headers })).text()).toBe('# All of it\n');
    const asKim = await fetch(`${url}?as=${workspace.people.kim.id}`);
    expect(await asKim.text()).toBe('# All of it\n');
  });
});

describe('previews of media', () => {
  const IMAGE = 'https://img.example.com/a.png';

  it('a post shows previews of media unless it forbids them', async () => {
    const { id: channel } = workspace.channels.general;
    const text = `see <${IMAGE}|this>, <https://img.example.com/b.png|img.example.com> and https://x.test`;
    const shown = await client.chat.postMessage({ channel, text });
    expect(workspace.message(channel, String(shown.ts))?.attachments).toMatchObject([
      { image_url: IMAGE },
    ]);
    const none = await client.chat.postMessage({ channel, text, unfurl_media: false });
    expect(workspace.message(channel, String(none.ts))?.attachments).toBeUndefined();
  });

  it('an update shows previews of media, and cannot forbid them', async () => {
    const { id: channel } = workspace.channels.general;
    const text = `see [this](${IMAGE})`;
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'working' });
    const blocks = [{ type: 'markdown', text }];
    const forbidding = { unfurl_links: false, unfurl_media: false };
    await client.apiCall('chat.update', { channel, ts, text: 'done', blocks, ...forbidding });
    expect(workspace.message(channel, ts)?.attachments).toMatchObject([{ image_url: IMAGE }]);
    await client.chat.update({ channel, ts, text: 'nothing' });
    expect(workspace.message(channel, ts)?.attachments).toBeUndefined();
  });
});

describe('the message of an uploaded file', () => {
  const COMPLETE = 'files.completeUploadExternal';

  /** Uploads a file, which is not completed yet; returns its id. */
  async function upload(): Promise<string> {
    const started = await client.files.getUploadURLExternal({ filename: 'a.md', length: 3 });
    await fetch(String(started.upload_url), { method: 'POST', body: 'abc' });
    return String(started.file_id);
  }
  const complete = (id: string) =>
    client.apiCall(COMPLETE, { files: [{ id }], channel_id: workspace.channels.general.id });

  it('the message of an uploaded file appears after the reply', async () => {
    const { general } = workspace.channels;
    const id = await upload();
    expect(await errorOf(client.files.info({ file: id }))).toBe('file_not_found');
    const share = workspace.gate('file_share', { channel: general });
    expect(await complete(id)).toMatchObject({ files: [{ id, channels: [], shares: {} }] });
    await share.reached;
    expect((await client.files.info({ file: id })).file?.shares).toEqual({});
    expect(workspace.messages({ channel: general })).toEqual([]);
    share.release();
    const { ts } = await workspace.waitFor(() => workspace.messages({ channel: general })[0]);
    expect((await client.files.info({ file: id })).file).toMatchObject({
      channels: [general.id],
      shares: { public: { [general.id]: [{ ts }] } },
    });
  });

  it('the message of an uploaded file may never appear', async () => {
    const fault = workspace.faults.add({ method: 'file_share', kind: 'reset' });
    await complete(await upload());
    await workspace.waitFor(() => fault.hits > 0);
    expect(workspace.messages({ channel: workspace.channels.general })).toEqual([]);
  });

  it('the message of an uploaded file is posted once: a second completion is refused', async () => {
    const id = await upload();
    await complete(id);
    expect(await errorOf(complete(id))).toBe('file_not_found');
  });
});

describe('files uploaded by people', () => {
  it("lets the bot download people's files only in its own channels", async () => {
    const { kim } = workspace.people;
    const { general, security } = workspace.channels;
    const headers = { authorization: `Bearer ${workspace.app.botToken}` };
    const trace = workspace.addFile({ as: kim, name: 'trace.txt', content: 'at retry()' });
    const url = String(trace['url_private']);
    const read = () => fetch(url, { headers, redirect: 'manual' });
    expect((await read()).status).toBe(302);
    await workspace.say({ as: kim, channel: security, text: 'secret', files: [trace] });
    expect((await read()).status).toBe(302);
    const id = String(trace['id']);
    expect(await errorOf(client.files.info({ file: id }))).toBe('file_not_found');

    const { ts } = await workspace.say({ as: kim, channel: general, text: 'see', files: [trace] });
    expect(workspace.message(general, ts)).toMatchObject({
      subtype: 'file_share',
      files: [{ name: 'trace.txt', mimetype: 'text/plain', size: 10 }],
    });
    expect(await (await read()).text()).toBe('at retry()');
    expect((await client.files.info({ file: id })).file?.name).toBe('trace.txt');
    workspace.setScopes(['chat:write']);
    expect((await read()).status).toBe(302);
  });
});

describe('OAuth installation', () => {
  const redirect_uri = 'http://127.0.0.1:9/back';

  /** Presses "Allow" for a workspace; gives the redirect's parameters. */
  async function approve(there: Workspace, team: string): Promise<URLSearchParams> {
    const { clientId: client_id } = there.app;
    const ask = { client_id, scope: 'chat:write,commands', state: 's1', redirect_uri };
    const page = await fetch(`${there.url}/oauth/v2/authorize?${new URLSearchParams(ask)}`);
    expect(await page.text()).toContain('Allow in Initech');
    const approved = await fetch(`${there.url}/oauth/v2/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ ...ask, team, decision: 'allow' }),
      redirect: 'manual',
    });
    return new URL(approved.headers.get('location') ?? '').searchParams;
  }

  it('approves an installation, and exchanges the code once for a token of that workspace', async () => {
    const installed: object[] = [];
    const onInstalled = (one: object) => installed.push(one);
    const there = await startWorkspace({ distributed: true, onInstalled });
    onTestFinished(() => there.stop());
    const team = there.addTeam({ name: 'Initech', install: false });
    const { clientId: client_id, clientSecret: client_secret } = there.app;
    const back = await approve(there, team.id);
    expect(back.get('state')).toBe('s1');
    const code = back.get('code') ?? '';
    const slack = new WebClient(undefined, { slackApiUrl: there.apiUrl });
    const exchange = () => slack.oauth.v2.access({ client_id, client_secret, code, redirect_uri });
    const granted = await exchange();
    expect(installed).toEqual([{ workspace: 'Initech', botToken: granted.access_token }]);
    expect(granted).toMatchObject({ team: { id: team.id }, scope: 'chat:write,commands' });
    expect(await errorOf(exchange())).toBe('invalid_code');
    const bot = new WebClient(granted.access_token, { slackApiUrl: there.apiUrl });
    expect(await bot.auth.test()).toMatchObject({ team_id: team.id });
    const here = bot.chat.postMessage({ channel: there.channels.general.id, text: 'hi' });
    expect(await errorOf(here)).toBe('channel_not_found');
  });

  it('refuses other workspaces until the app is distributed', async () => {
    const team = workspace.addTeam({ name: 'Initech', install: false });
    const refused = await approve(workspace, team.id);
    expect(refused.get('error')).toBe('invalid_team_for_non_distributed_app');
    expect(refused.get('code')).toBeNull();
    expect((await approve(workspace, workspace.app.teamId)).get('code')).not.toBeNull();
  });
});

describe('blocks.validate', () => {
  const text = { type: 'plain_text', text: 'Hello' };
  const section = { type: 'section', text };
  const validate = async (args: Record<string, unknown>) =>
    (
      await fetch(`${workspace.apiUrl}blocks.validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(args),
      })
    ).json();

  it.each([
    ['blocks', { blocks: [section] }],
    ['blocks as JSON', { blocks: JSON.stringify([section]) }],
    ['a message', { message: { blocks: [section] } }],
    ['a modal', { view: { type: 'modal', title: text, blocks: [section] } }],
    ['a Home tab', { view: { type: 'home', blocks: [section] } }],
  ])('accepts %s without a token', async (_, args) => {
    expect(await validate(args)).toEqual({ ok: true });
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['blocks', { blocks: [{ type: 'section' }] }, 'invalid_blocks', '/0'],
    ['a message', { message: { blocks: [{ type: 'no' }] } }, 'invalid_message', '/blocks/0'],
    ['a view', { view: { type: 'modal', blocks: [section] } }, 'invalid_view', ''],
  ])('says what is wrong with %s, and where', async (_, args, ...[error, pointer]) => {
    const reply = await validate(args);
    expect(reply).toMatchObject({ ok: false, error, errors: [{ code: 'failed_constraint' }] });
    const [{ pointer: where }] = (reply as { errors: [{ pointer: string }] }).errors;
    expect(where.startsWith(pointer)).toBe(true);
  });

  it('takes exactly one argument', async () => {
    for (const args of [{}, { blocks: [section], message: { blocks: [section] } }]) {
      expect(await validate(args)).toEqual({ ok: false, error: 'invalid_arguments' });
    }
  });
});

it('files.delete deletes the app’s own files only', async () => {
  const { upload_url: url, file_id: file } = await client.files.getUploadURLExternal({
    filename: 'a.md',
    length: 1,
  });
  await fetch(url ?? '', { method: 'POST', body: 'a' });
  expect(await errorOf(client.files.delete({ file: file ?? '' }))).toBe('ok');
  expect(await errorOf(client.files.delete({ file: file ?? '' }))).toBe('file_not_found');
  const { kim } = workspace.people;
  const theirs = workspace.addFile({ as: kim, name: 'b.md', content: 'b' });
  expect(await errorOf(client.files.delete({ file: String(theirs['id']) }))).toBe(
    'cant_delete_file',
  );
});
