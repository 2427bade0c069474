import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFinishStatus, type FinishStatus } from '../../src/deliver/finish-status.js';
import { createOutbox } from '../../src/deliver/outbox.js';
import { SlackBusy } from '../../src/slack/errors.js';
import { createQuestionStore, type QuestionHandle } from '../../src/store/questions.js';
import { type SlackFixture, startSlackFixture } from '../slack/slack-fixture.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger } from '../support/redis-fixture.js';

const WORKING = { text: 'Working', blocks: [] };
const FINISHED = { text: 'Answered below', blocks: [] };

let world: SlackFixture;
let held: QuestionHandle;
let finish: FinishStatus;

beforeEach(async () => {
  world = await startSlackFixture({ limits: 'off' });
  const { app, channels, people } = world.workspace;
  const asked = { as: people.kim, channel: channels.general, text: 'why?' };
  const { ts: threadTs } = await world.workspace.say(asked);
  const place = { workspace: app.teamId, channel: channels.general.id, direct: false, threadTs };
  const redis = await world.redisFixture.connect();
  const questions = createQuestionStore({ redis, retentionMs: 60_000 });
  const question = questionRecord({ place, user: people.kim.id });
  await questions.create(question);
  held = questions.hold(question);
  await createOutbox({ messages: world.messages, now: Date.now, logger: silentLogger }).postOnce(
    held,
    'status',
    WORKING,
  );
  finish = createFinishStatus({ messages: world.messages });
});
afterEach(() => world.stop());

const replies = () => {
  const { channel, threadTs = '' } = held.question.place;
  return world.workspace
    .messages({ channel, threadTs })
    .slice(1)
    .map(({ text }) => text);
};

/** Slack grants no more calls of this method for now. */
function limit(method: string): void {
  world.workspace.faults.add({ kind: 'ratelimited', retryAfterSeconds: 30, method });
}

describe('the status message of a question that has ended', () => {
  it('is updated where there is room', async () => {
    await finish(held, FINISHED);
    expect(replies()).toEqual([FINISHED.text]);
    expect(held.question.posts.status).toBeDefined();
  });

  it('is deleted where there is no room for an update', async () => {
    limit('chat.update');
    await finish(held, FINISHED);
    expect(replies()).toEqual([]);
    expect(held.question.posts.status).toBeUndefined();
    await finish(held, FINISHED);
  });

  it('waits for an update if somebody has reacted to it', async () => {
    limit('chat.update');
    const { people } = world.workspace;
    const { channel } = held.question.place;
    const ts = held.question.posts.status?.ts ?? '';
    await world.workspace.react({ as: people.kim, channel, ts, name: 'eyes' });
    await expect(finish(held, FINISHED)).rejects.toThrow(SlackBusy);
    expect(replies()).toEqual([WORKING.text]);
  });

  it.each(['reactions.get', 'chat.delete'])('waits if %s has no room either', async (method) => {
    limit('chat.update');
    limit(method);
    await expect(finish(held, FINISHED)).rejects.toThrow(SlackBusy);
    expect(replies()).toEqual([WORKING.text]);
  });

  it('is not deleted if there may be a second one, which is found by its record', async () => {
    limit('chat.update');
    const { status } = held.question.posts;
    if (status === undefined) throw new Error('no status message');
    await held.save({ posts: { status: { ...status, mayBeDuplicated: true } } });
    await expect(finish(held, FINISHED)).rejects.toThrow(SlackBusy);
    expect(replies()).toEqual([WORKING.text]);
  });
});
