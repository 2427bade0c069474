import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessageDeletion, type MessageDeletion } from '../../src/deliver/delete-messages.js';
import { createOutbox, type Outbox } from '../../src/deliver/outbox.js';
import { SlackBusy, SlackOutcomeUnknown, SlackRefused } from '../../src/slack/errors.js';
import {
  createQuestionStore,
  type QuestionHandle,
  type QuestionStore,
} from '../../src/store/questions.js';
import { type SlackFixture, startSlackFixture } from '../slack/slack-fixture.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger } from '../support/redis-fixture.js';

const POST = 'chat.postMessage';
const PART = { text: 'part', blocks: [] };

let world: SlackFixture;
let questions: QuestionStore;
let outbox: Outbox;
let deletion: MessageDeletion;
let held: QuestionHandle;
let threadTs: string;

beforeEach(async () => {
  world = await startSlackFixture({ limits: 'off', messagesPerPage: 3 });
  questions = createQuestionStore({
    redis: await world.redisFixture.connect(),
    retentionMs: 60_000,
  });
  outbox = createOutbox({ messages: world.messages, now: Date.now, logger: silentLogger });
  deletion = createMessageDeletion({ messages: world.messages });
  const { app, channels, people } = world.workspace;
  const asked = { as: people.kim, channel: channels.general, text: 'why?' };
  threadTs = (await world.workspace.say(asked)).ts;
  const place = { workspace: app.teamId, channel: channels.general.id, direct: false, threadTs };
  const question = questionRecord({ place, user: people.kim.id });
  await questions.create(question);
  held = questions.hold(question);
});
afterEach(() => world.stop());

const replies = () =>
  world.workspace
    .messages({ channel: held.question.place.channel, threadTs })
    .slice(1)
    .map(({ text }) => text);

/** As another process after a crash: it knows what the record says, and nothing else. */
const restarted = async (): Promise<QuestionHandle> =>
  questions.hold((await questions.load(held.question.id)) ?? held.question);

const post = (by: QuestionHandle, text = 'part') =>
  outbox.postOnce(by, 'answer.0', { ...PART, text });

describe('a message goes out once', () => {
  it('a message is posted once, however often post is called', async () => {
    await post(held);
    await post(held);
    await post(await restarted());
    expect(replies()).toEqual(['part']);
    expect((await restarted()).question.posts['answer.0']?.ts).toBeDefined();
  });

  it('a message that a restored record does not know is adopted instead of posted again', async () => {
    const before = questions.hold(held.question);
    await post(held);
    await world.workspace.say({
      ...{ as: world.workspace.people.kim, channel: held.question.place.channel, threadTs },
      text: 'thanks',
    });
    await questions.hold(held.question).save({ posts: before.question.posts });
    const restored = createOutbox({
      messages: world.messages,
      maybeRestoredSince: async (at) => at === held.question.askedAt,
      now: Date.now,
      logger: silentLogger,
    });
    const later = await restarted();
    await restored.postOnce(later, 'answer.0', PART);
    await restored.postOnce(later, 'answer.1', { ...PART, text: 'more' });
    expect(replies()).toEqual(['part', 'thanks', 'more']);
  });

  it('a message whose response was lost is found on a later page of a busy thread', async () => {
    const { workspace } = world;
    const { channel } = held.question.place;
    const reply = { as: workspace.people.kim, channel, threadTs };
    for (let i = 0; i < 5; i++) await workspace.say({ ...reply, text: `aside ${i}` });
    workspace.faults.add({ method: POST, kind: 'lost-reply', times: 1 });
    await expect(post(held)).rejects.toThrow(SlackOutcomeUnknown);
    await post(await restarted());
    expect(replies().filter((text) => text === 'part')).toHaveLength(1);
  });

  it('a message whose response was lost is adopted by the next attempt, without looking for duplicates', async () => {
    world.workspace.faults.add({ kind: 'lost-reply', method: POST, times: 1 });
    await expect(post(held)).rejects.toThrow(SlackOutcomeUnknown);
    const next = await restarted();
    await post(next);
    expect(replies()).toEqual(['part']);
    await deletion.sweep(next);
    expect(replies()).toEqual(['part']);
  });

  it('a message whose response was lost is not posted again because Slack refuses the token', async () => {
    const { faults } = world.workspace;
    faults.add({ kind: 'lost-reply', method: POST, times: 1 });
    await expect(post(held)).rejects.toThrow(SlackOutcomeUnknown);
    faults.add({
      kind: 'error',
      error: 'token_revoked',
      method: 'conversations.replies',
      times: 1,
    });
    await expect(post(await restarted())).rejects.toThrow('token_revoked');
    await post(await restarted());
    expect(replies()).toEqual(['part']);
  });

  it('a message whose response was lost is found without another attempt', async () => {
    world.workspace.faults.add({ kind: 'lost-reply', method: POST, times: 1 });
    await expect(post(held)).rejects.toThrow(SlackOutcomeUnknown);
    const next = await restarted();
    await outbox.adoptLost(next, ['status', 'answer.0']);
    expect(next.question.posts['answer.0']?.ts).toBeDefined();
    expect(next.question.posts).not.toHaveProperty('status');
    await deletion.sweep(next);
    expect(replies()).toEqual(['part']);
  });

  it('a message that appears after it was given up is swept', async () => {
    const late = world.workspace.gate(POST);
    const first = post(held).catch((error: unknown) => error);
    await late.reached;
    const next = await restarted();
    await outbox.adoptLost(next, ['answer.0']);
    late.release();
    await first;
    await deletion.sweep(next);
    expect(replies()).toEqual([]);
  });

  it('a message that was never sent is posted once', async () => {
    world.workspace.faults.add({ kind: 'reset', method: POST, times: 1 });
    await expect(post(held)).rejects.toThrow(SlackOutcomeUnknown);
    await post(await restarted());
    expect(replies()).toEqual(['part']);
  });

  it('a duplicate that appears after the lookup is swept', async () => {
    const late = world.workspace.gate(POST);
    const first = post(held).catch((error: unknown) => error);
    await late.reached;
    const next = await restarted();
    // The second try finds nothing, sends its own, and only then does the first one land.
    const second = post(next);
    await world.workspace.waitFor(() => late.held === 2, { what: 'both in hand' });
    late.release();
    await Promise.allSettled([first, second]);
    expect(replies()).toEqual(['part', 'part']);
    await deletion.sweep(next);
    expect(replies()).toEqual(['part']);
  });

  it('of two processes that post a message, one is refused as stale', async () => {
    const other = await restarted();
    const both = await Promise.allSettled([post(held), post(other)]);
    expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(replies()).toEqual(['part']);
  });
});

describe('a message that Slack did not take', () => {
  it.each([
    ['refused', { kind: 'error', error: 'invalid_blocks' }, SlackRefused],
    ['put off', { kind: 'ratelimited', retryAfterSeconds: 1 }, SlackBusy],
  ] as const)(
    'a message that Slack did not accept leaves no record when %s, so the next attempt needs no lookup',
    async (_how, fault, error) => {
      world.workspace.faults.add({ ...fault, method: POST, times: 1 });
      await expect(post(held)).rejects.toThrow(error);
      expect((await restarted()).question.posts).toEqual({});
    },
  );
});

describe('a sweep', () => {
  it('a sweep deletes no other messages, and makes no call if no result is unknown', async () => {
    await post(held);
    const before = world.workspace.calls.length;
    await deletion.sweep(held);
    expect(world.workspace.calls.length).toBe(before);
    const tag = { question: 'another', slot: 'answer.0' };
    const room = { workspace: held.question.place.workspace, channel: held.question.place.channel };
    await world.messages.post(room, { text: 'another’s', threadTs, metadata: tag });
    const posts = {
      'answer.0': { at: 1, ...held.question.posts['answer.0'], mayBeDuplicated: true },
    };
    await held.save({ posts });
    await deletion.sweep(held);
    expect(replies()).toEqual(['part', 'another’s']);
  });
});
