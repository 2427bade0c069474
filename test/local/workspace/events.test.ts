import { createHmac } from 'node:crypto';
import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';
import { ListeningApp, type Received } from './listening-app.js';

let workspace: Workspace;
let app: ListeningApp;
let client: WebClient;

beforeEach(async () => {
  app = new ListeningApp();
  workspace = await startWorkspace({
    requestUrl: await app.start(),
    redelivery: { timeoutMs: 4_000, delaysMs: [0, 20, 20] },
    events: [
      'app_mention',
      'channel_archive',
      'channel_shared',
      'channel_unshared',
      'message.channels',
      'message.groups',
      'message.im',
      'message.mpim',
      'reaction_added',
      'member_joined_channel',
      'app_uninstalled',
    ],
  });
  client = new WebClient(workspace.app.botToken, { slackApiUrl: workspace.apiUrl });
});

afterEach(async () => {
  await workspace.stop();
  await app.stop();
});

const NOTHING: Received = { headers: {}, raw: '', body: {} };

const mention = () => `<@${workspace.app.botUserId}> why?`;

describe('event delivery', () => {
  it('signs every request', async () => {
    await workspace.verify();
    const [{ headers, raw } = NOTHING] = app.received;
    const timestamp = Number(headers['x-slack-request-timestamp']);
    expect(Math.abs(Date.now() / 1000 - timestamp)).toBeLessThan(60);
    const hmac = createHmac('sha256', workspace.app.signingSecret);
    const expected = `v0=${hmac.update(`v0:${timestamp}:${raw}`).digest('hex')}`;
    expect(headers['x-slack-signature']).toBe(expected);
    expect(workspace.sign(raw, timestamp)).toBe(expected);
  });

  it('sends a mention as message and as app_mention, each in an Events API envelope', async () => {
    const { kim } = workspace.people;
    const { backend } = workspace.channels;
    const { ts } = await workspace.say({ as: kim, channel: backend, text: mention() });
    const [asMessage] = app.events('message');
    const [asMention] = app.events('app_mention');
    expect(asMessage).toMatchObject({
      type: 'event_callback',
      team_id: workspace.app.teamId,
      context_team_id: workspace.app.teamId,
      api_app_id: workspace.app.appId,
      is_ext_shared_channel: false,
      authorizations: [{ user_id: workspace.app.botUserId, is_bot: true }],
      event: { ts, event_ts: ts, channel_type: 'channel', user: kim.id, channel: backend.id },
    });
    expect(asMessage.event.blocks[0].elements[0].elements[0]).toEqual({
      type: 'user',
      user_id: workspace.app.botUserId,
    });
    expect(asMention.event).toMatchObject({ ts, text: mention() });
    expect(asMention.event).not.toHaveProperty('channel_type');
    expect(asMention.event_id).not.toBe(asMessage.event_id);
    expect(asMention.event_time).toBeTypeOf('number');
  });

  it('sends the messages of a group direct message, if the app may read them', async () => {
    const { kim } = workspace.people;
    const group = workspace.addChannel({ name: 'mpdm-kim--ada-1', kind: 'group', members: [kim] });
    await workspace.say({ as: kim, channel: group, text: 'hello' });
    workspace.setScopes(['channels:history']);
    await workspace.say({ as: kim, channel: group, text: 'hello again' });
    const events = app.events('message').map(({ event }) => event);
    expect(events).toMatchObject([{ channel_type: 'mpim', text: 'hello' }]);
  });

  it('sends no app_mention for a direct message, and no events for channels without the bot', async () => {
    const { kim } = workspace.people;
    await workspace.say({ as: kim, channel: workspace.dm(kim), text: mention() });
    await workspace.say({ as: kim, channel: workspace.channels.security, text: mention() });
    expect(app.events('app_mention')).toEqual([]);
    expect(app.events('message').map(({ event }) => event.channel_type)).toEqual(['im']);
    expect(workspace.ephemerals({ user: kim })[0]?.text).toContain('not in this channel');
  });

  it('sends events for replies, edits, link previews and deletions', async () => {
    const { kim, ravi } = workspace.people;
    const { backend: channel } = workspace.channels;
    const { ts } = await workspace.say({ as: kim, channel, text: 'one' });
    const reply = await workspace.say({ as: ravi, channel, text: 'two', threadTs: ts });
    await workspace.unfurl({ channel, ts: reply.ts, attachments: [{ title: 'a page' }] });
    await workspace.edit({ as: ravi, channel, ts: reply.ts, text: mention() });
    await workspace.remove({ as: ravi, channel, ts: reply.ts });
    const [, replied, previewed, edited, deleted] = app.events('message').map((it) => it.event);
    expect(replied).toMatchObject({ thread_ts: ts, parent_user_id: kim.id });
    expect(previewed).toMatchObject({
      subtype: 'message_changed',
      hidden: true,
      message: { ts: reply.ts, attachments: [{ title: 'a page' }], thread_ts: ts },
    });
    expect(previewed.message).not.toHaveProperty('edited');
    expect(edited).toMatchObject({
      message: { text: mention(), edited: { user: ravi.id } },
      previous_message: { text: 'two' },
    });
    expect(app.events('app_mention')[0].event).toMatchObject({
      ts: reply.ts,
      edited: { user: ravi.id },
      thread_ts: ts,
    });
    expect(deleted).toMatchObject({ subtype: 'message_deleted', deleted_ts: reply.ts });
  });

  it("sends events for the app's own messages", async () => {
    const { general } = workspace.channels;
    await client.chat.postMessage({ channel: general.id, text: mention() });
    await workspace.waitFor(() => app.events('message')[0]);
    expect(app.events('message')[0].event).toMatchObject({
      bot_id: workspace.app.botId,
      app_id: workspace.app.appId,
      user: workspace.app.botUserId,
    });
    expect(app.events('app_mention')).toEqual([]);
  });

  it("names the author's workspace in events from a shared channel", async () => {
    const { outsider, kim } = workspace.people;
    const { partners: channel } = workspace.channels;
    await workspace.say({ as: outsider, channel, text: mention() });
    const [{ event, ...around }] = app.events('app_mention');
    expect(around).toMatchObject({
      team_id: outsider.team_id,
      context_team_id: kim.team_id,
      is_ext_shared_channel: true,
      authorizations: [{ team_id: kim.team_id }],
    });
    expect(event).toMatchObject({ user_team: outsider.team_id, source_team: outsider.team_id });
  });

  it("sends each workspace's events with its own authorizations", async () => {
    const other = workspace.addTeam({ name: 'Initech' });
    const peter = workspace.addPerson({ name: 'peter', team_id: other.id });
    const channel = workspace.dm(peter);
    await workspace.say({ as: peter, channel, text: 'hello' });
    expect(app.events('message')).toHaveLength(1);
    expect(app.events('message')[0]).toMatchObject({
      team_id: other.id,
      authorizations: [{ team_id: other.id, user_id: other.botUserId }],
    });
  });

  it('sends who can read a channel, and whether it takes messages', async () => {
    const { kim } = workspace.people;
    const { backend: channel, security } = workspace.channels;
    await workspace.share(channel);
    await workspace.share(channel, false);
    await workspace.archive(channel);
    await workspace.convert(workspace.channels.general, 'private', kim);
    await workspace.share(security);
    const events = app.received.map(({ body }) => body.event);
    expect(events).toMatchObject([
      { type: 'channel_shared', channel: channel.id },
      { type: 'channel_unshared', channel: channel.id, is_ext_shared: false },
      { type: 'channel_archive', channel: channel.id },
      {
        type: 'message',
        subtype: 'channel_convert_to_private',
        channel: workspace.channels.general.id,
      },
    ]);
  });

  it('sends only events that the app is subscribed to', async () => {
    const { kim } = workspace.people;
    const { general: channel } = workspace.channels;
    const { ts } = await workspace.say({ as: kim, channel, text: 'x' });
    await workspace.react({ as: kim, channel, ts, name: 'x' });
    await workspace.react({ as: kim, channel, ts, name: 'x', remove: true });
    await workspace.invite({ channel: workspace.channels.security, user: workspace.app.botUserId });
    await workspace.uninstall();
    // The join message mentions the bot, so it causes an app_mention too.
    expect(app.received.map(({ body }) => body.event.type).sort()).toEqual([
      'app_mention',
      'app_uninstalled',
      'member_joined_channel',
      'message',
      'message',
      'reaction_added',
    ]);
  });
});

describe('redelivery', () => {
  it('retries an event until it is acknowledged, with a retry reason', async () => {
    app.answers = [500, 'hang', 200];
    const { kim } = workspace.people;
    await workspace.say({ as: kim, channel: workspace.dm(kim), text: 'hello' });
    await workspace.waitFor(() => workspace.deliveries.find(({ status }) => status === 200));
    const tries = app.received.map(({ headers }) => [
      headers['x-slack-retry-num'],
      headers['x-slack-retry-reason'],
    ]);
    expect(tries).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_timeout'],
    ]);
    expect(new Set(app.received.map(({ body }) => body.event_id)).size).toBe(1);
    expect(workspace.deliveries.map(({ status, attempt }) => [status, attempt])).toEqual([
      [500, 1],
      [0, 2],
      [200, 3],
    ]);
  });

  it('stops retrying when the app sends X-Slack-No-Retry', async () => {
    app.answers = [{ status: 500, headers: { 'x-slack-no-retry': '1' } }];
    const { kim } = workspace.people;
    await workspace.say({ as: kim, channel: workspace.dm(kim), text: 'hello' });
    await workspace.say({ as: kim, channel: workspace.dm(kim), text: 'again' });
    expect(app.received).toHaveLength(2);
  });

  it('redelivers an event, and delivers requests with a forged signature', async () => {
    const { kim } = workspace.people;
    await workspace.say({ as: kim, channel: workspace.dm(kim), text: 'hello' });
    const { id } = workspace.deliveries[0] ?? { id: '' };
    expect(await workspace.redeliver(id)).toMatchObject({ attempt: 2, status: 200 });
    const headers = { 'x-slack-signature': 'v0=forged' };
    expect(await workspace.deliverRaw({ body: '{}', headers })).toMatchObject({ status: 200 });
    expect(app.received[2]?.headers['x-slack-signature']).toBe('v0=forged');
  });
});

describe('slash commands and block actions', () => {
  it('shows why a slash command failed', async () => {
    const { kim } = workspace.people;
    const { general: channel } = workspace.channels;
    app.answers = [500, 'hang'];
    const ask = () => workspace.command({ as: kim, channel, text: 'why?' });
    expect((await ask()).ackStatus).toBe(500);
    expect((await ask()).ackStatus).toBe(0);
    workspace.connect({ requestUrl: 'http://127.0.0.1:9/' });
    await ask();
    expect(workspace.ephemerals({ user: kim }).map(({ text }) => text)).toEqual([
      '/deepsearch failed with the error "http_service_error"',
      '/deepsearch failed with the error "operation_timeout"',
      '/deepsearch failed with the error "dispatch_failed"',
    ]);
  });

  it('escapes the text of a slash command as that of a message', async () => {
    const { kim } = workspace.people;
    const { general: channel } = workspace.channels;
    await workspace.command({ as: kim, channel, text: 'a < b && List<String>' });
    const command = app.received.find(({ body }) => body.command)?.body;
    expect(command.text).toBe('a &lt; b &amp;&amp; List&lt;String&gt;');
  });

  it('accepts five responses to a response_url', async () => {
    const { kim } = workspace.people;
    const { general: channel } = workspace.channels;
    app.reply = JSON.stringify({ response_type: 'in_channel', text: 'asked' });
    await workspace.command({ as: kim, channel, text: 'why?' });
    expect(workspace.messages({ channel })[0]?.text).toBe('asked');
    const command = app.received.find(({ body }) => body.command)?.body;
    expect(command).toMatchObject({ command: '/deepsearch', text: 'why?', user_name: 'kim' });
    const respond = (body: object) =>
      fetch(command.response_url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const refused = await respond({ blocks: [{ type: 'nope' }] });
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ ok: false, error: 'invalid_blocks' });
    expect((await respond({})).status).toBe(400);
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await respond({ text: `note ${i}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
    expect(workspace.ephemerals({ user: kim })).toHaveLength(5);
  });

  it('sends clicks in an ephemeral message, which the app can replace or delete', async () => {
    const { kim } = workspace.people;
    const { general: channel } = workspace.channels;
    const button = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } };
    await client.chat.postEphemeral({
      channel: channel.id,
      user: kim.id,
      text: 'ready?',
      blocks: [{ type: 'actions', elements: [button] }] as never,
    });
    const [{ ts } = { ts: '' }] = workspace.ephemerals({ user: kim });
    await workspace.click({ as: kim, channel, ts, actionId: 'go' });
    const payload = JSON.parse(app.received.at(-1)?.body.payload);
    expect(payload).toMatchObject({
      container: { is_ephemeral: true, message_ts: ts },
      actions: [{ type: 'button', action_id: 'go' }],
    });
    expect(payload).not.toHaveProperty('message');
    const respond = (body: object) =>
      fetch(payload.response_url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await respond({ replace_original: true, text: 'gone' });
    expect(workspace.ephemerals({ user: kim })).toMatchObject([{ ts, text: 'gone' }]);
    await respond({ delete_original: true });
    expect(workspace.ephemerals({ user: kim })).toEqual([]);
  });
});
