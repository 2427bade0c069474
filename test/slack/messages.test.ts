import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SlackBusy, SlackRefused } from '../../src/slack/errors.js';
import type { ChannelRef } from '../../src/slack/web-api.js';
import { type SlackFixture, startSlackFixture } from './slack-fixture.js';

let world: SlackFixture;
let room: ChannelRef;
beforeEach(async () => {
  world = await startSlackFixture();
  room = { workspace: world.workspace.app.teamId, channel: world.workspace.channels.general.id };
});
afterEach(() => world.stop());

const texts = () =>
  world.workspace.messages({ channel: room.channel }).map((message) => message.text);

describe('a message', () => {
  it('a message is found by its metadata, in the channel and in a thread', async () => {
    const { messages } = world;
    const metadata = { question: 'q1', slot: 'root' };
    const root = await messages.post(room, { text: 'asked', metadata });
    const answer = {
      text: 'answered',
      threadTs: root,
      metadata: { question: 'q1', slot: 'answer.0' },
    };
    const reply = await messages.post(room, answer);

    const found = await messages.list(room, { oldest: root });
    expect(found.find((message) => message.ts === root)?.metadata).toEqual(metadata);
    const thread = await messages.list(room, { threadTs: root });
    expect(thread.map(({ ts, metadata: its }) => [ts, its?.slot])).toEqual([
      [root, 'root'],
      [reply, 'answer.0'],
    ]);
  });

  it('messages of people and other bots have no metadata', async () => {
    const { messages, workspace } = world;
    const { ts } = await workspace.say({
      as: workspace.people.kim,
      channel: room.channel,
      text: 'hi',
    });
    const listed = await messages.list(room, { oldest: ts });
    expect(listed[0]).toEqual({ ts, user: workspace.people.kim.id, text: 'hi' });
  });

  it('the metadata of another app’s message counts as none', async () => {
    const { messages, messagesAs } = world;
    const metadata = { question: 'q1', slot: 'answer.0' };
    const ts = await messages.post(room, { text: 'forged', metadata });
    const another = { workspace: room.workspace, botUser: 'U0ANOTHER', botId: 'B0ANOTHER' };
    const [listed] = await messagesAs(another).list(room, { oldest: ts });
    expect(listed).toMatchObject({ ts, text: 'forged' });
    expect(listed).not.toHaveProperty('metadata');
  });

  it('an update keeps the metadata, and removes blocks if it has none', async () => {
    const { messages, workspace } = world;
    const metadata = { question: 'q1', slot: 'status' };
    const text = { type: 'mrkdwn', text: 'working' } as const;
    const ts = await messages.post(room, {
      text: 'w',
      blocks: [{ type: 'section', text }],
      metadata,
    });
    await messages.update(room, ts, { text: 'done', priority: 'final' });
    expect(workspace.message(room.channel, ts)).toMatchObject({ text: 'done' });
    expect(workspace.message(room.channel, ts)).not.toHaveProperty('blocks');
    const [listed] = await messages.list(room, { oldest: ts });
    expect(listed?.metadata).toEqual(metadata);
  });

  it('a message can be deleted twice', async () => {
    const { messages } = world;
    const ts = await messages.post(room, { text: 'twin' });
    await messages.remove(room, ts);
    await messages.remove(room, ts);
    expect(texts()).not.toContain('twin');
  });

  it('a posted message unfurls no links', async () => {
    await world.messages.post(room, { text: 'https://x.test' });
    const call = world.workspace.calls.findLast(({ method }) => method === 'chat.postMessage');
    expect(call?.args).toMatchObject({ unfurl_links: 'false', unfurl_media: 'false' });
  });

  it('an ephemeral message is visible to one person only', async () => {
    const { messages, workspace } = world;
    await messages.postEphemeral(room, { user: workspace.people.kim.id }, { text: 'just you' });
    expect(workspace.ephemerals({ user: workspace.people.kim })).toMatchObject([
      { text: 'just you', channel: room.channel },
    ]);
    expect(texts()).not.toContain('just you');
  });

  it('opens the direct message with a person', async () => {
    const { messages, workspace } = world;
    const { kim } = workspace.people;
    expect(await messages.openDirect(room.workspace, kim.id)).toBe(workspace.dm(kim).id);
  });
});

describe('a look at a thread', () => {
  it('reads a thread in the given range, oldest first', async () => {
    const { messages, workspace } = world;
    const { kim } = workspace.people;
    const { ts } = await workspace.say({ as: kim, channel: room.channel, text: 'root' });
    const said: string[] = [];
    for (const text of ['one', 'two', 'three']) {
      const inThread = { as: kim, channel: room.channel, threadTs: ts, text };
      said.push((await workspace.say(inThread)).ts);
    }
    const upTo = await messages.list(room, { threadTs: ts, latest: said[1] ?? '' });
    expect(upTo.map(({ text }) => text)).toEqual(['root', 'one', 'two']);
    const from = await messages.list(room, { threadTs: ts, oldest: said[1] ?? '' });
    expect(from.map(({ text }) => text)).toEqual(expect.arrayContaining(['two', 'three']));
    expect(from.map(({ text }) => text)).not.toContain('one');
  });

  it('reading a thread without access is refused', async () => {
    const hidden = { ...room, channel: world.workspace.channels.security.id };
    await expect(world.messages.list(hidden, {})).rejects.toThrow(SlackRefused);
  });
});

describe('where Slack allows one short page a minute', () => {
  let now: number;
  beforeEach(async () => {
    await world.stop();
    now = Date.now();
    const limits = { repliesPerMinute: 1 };
    world = await startSlackFixture({ messagesPerPage: 3, limits, now: () => now });
    const { app, channels } = world.workspace;
    room = { workspace: app.teamId, channel: channels.general.id };
  });

  async function threadOf(replies: number): Promise<string> {
    const said = { as: world.workspace.people.kim, channel: room.channel };
    const { ts } = await world.workspace.say({ ...said, text: 'root' });
    for (let i = 1; i <= replies; i++)
      await world.workspace.say({ ...said, threadTs: ts, text: `reply ${i}` });
    return ts;
  }

  it('a list goes on where the rate limit interrupted it, to the last page', async () => {
    const threadTs = await threadOf(7);
    for (const _page of [1, 2]) {
      await expect(world.messages.list(room, { threadTs })).rejects.toThrow(SlackBusy);
      now += 61_000;
    }
    const listed = await world.messages.list(room, { threadTs });
    expect(listed.map(({ text }) => text)).toEqual([
      'root',
      ...[1, 2, 3, 4, 5, 6, 7].map((i) => `reply ${i}`),
    ]);
  });

  it('a thread’s context has the pages that Slack allows', async () => {
    const threadTs = await threadOf(7);
    const listed = await world.messages.listAllowed(room, { threadTs });
    expect(listed.messages.map(({ text }) => text)).toEqual(['root', 'reply 1', 'reply 2']);
    expect(listed.complete).toBe(false);
    await expect(world.messages.listAllowed(room, { threadTs })).rejects.toThrow(SlackBusy);
  });
});

describe('the budget', () => {
  it('the rate limiter delays calls before Slack’s limit', async () => {
    const { messages, workspace } = world;
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => messages.post(room, { text: `post ${i}` })),
    );
    const refused = all.filter((one) => one.status === 'rejected');
    for (const { reason } of refused) expect(reason).toBeInstanceOf(SlackBusy);
    expect(refused.length).toBeGreaterThan(0);
    const outcomes = workspace.calls
      .filter(({ method }) => method === 'chat.postMessage')
      .map(({ outcome }) => outcome);
    expect(outcomes.length).toBe(12 - refused.length);
    expect(new Set(outcomes)).toEqual(new Set(['ok']));
  });

  it('a Retry-After blocks one channel and no other', async () => {
    const { messages, workspace } = world;
    const fault = { kind: 'ratelimited', retryAfterSeconds: 30, times: 1 } as const;
    workspace.faults.add({ ...fault, method: 'chat.postMessage', channel: room.channel });
    await expect(messages.post(room, { text: 'first' })).rejects.toMatchObject({
      retryAfterMs: 30_000,
    });
    const again = await messages.post(room, { text: 'second' }).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(SlackBusy);
    expect((again as SlackBusy).retryAfterMs).toBeGreaterThan(20_000);
    const calls = workspace.calls.filter(({ method }) => method === 'chat.postMessage');
    expect(calls).toHaveLength(1);
    const elsewhere = { ...room, channel: workspace.channels.backend.id };
    await messages.post(elsewhere, { text: 'flows' });
  });
});
