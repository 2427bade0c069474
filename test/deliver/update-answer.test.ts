import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox, type Outbox } from '../../src/deliver/outbox.js';
import { createUpdateAnswer, type UpdateAnswer } from '../../src/deliver/update-answer.js';
import { createLinksElsewhere } from '../../src/render/links-elsewhere.js';
import { SlackRefused } from '../../src/slack/errors.js';
import { createQuestionStore, type QuestionHandle } from '../../src/store/questions.js';
import { type SlackFixture, startSlackFixture } from '../slack/slack-fixture.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger } from '../support/redis-fixture.js';

const said = (...texts: readonly string[]) => texts.map((text) => ({ text, blocks: [] }));

let world: SlackFixture;
let held: QuestionHandle;
let outbox: Outbox;

/** A question that was asked `lateMs` before it ended. */
async function ended(lateMs: number): Promise<void> {
  const { app, channels, people } = world.workspace;
  const { ts: threadTs } = await world.workspace.say({
    ...{ as: people.kim, channel: channels.general, text: 'why?' },
  });
  const place = { workspace: app.teamId, channel: channels.general.id, direct: false, threadTs };
  const asked = questionRecord({ place, user: people.kim.id });
  const question = { ...asked, endedAt: asked.askedAt + lateMs };
  const redis = await world.redisFixture.connect();
  const questions = createQuestionStore({ redis, retentionMs: 60_000 });
  await questions.create(question);
  held = questions.hold(question);
}

beforeEach(async () => {
  world = await startSlackFixture({ limits: 'off' });
  outbox = createOutbox({ messages: world.messages, now: Date.now, logger: silentLogger });
});
afterEach(() => world.stop());

const replies = () => {
  const { channel, threadTs = '' } = held.question.place;
  const all = world.workspace.messages({ channel, threadTs });
  return all.slice(1).map(({ text }) => text);
};
const update = (...args: Parameters<UpdateAnswer>) => {
  const linksElsewhere = createLinksElsewhere('https://code.example.com');
  return createUpdateAnswer({ messages: world.messages, linksElsewhere })(...args);
};
const updates = () => world.workspace.calls.filter(({ method }) => method === 'chat.update').length;

describe('an ending that stands', () => {
  it('updates only the messages of an answer that differ', async () => {
    await ended(60_000);
    const stands = said('Working', 'one', 'two');
    const [status, ...parts] = stands;
    if (status !== undefined) await outbox.postOnce(held, 'status', status);
    for (const [i, part] of parts.entries()) await outbox.postOnce(held, `answer.${i}`, part);
    const should = said('one', 'two, marked');
    await update(held.question, { posted: parts, wanted: should });
    expect(replies()).toEqual(['Working', 'one', 'two, marked']);
    expect(updates()).toBe(1);
  });

  it('does not update a message whose links Slack would fetch', async () => {
    await ended(1_000);
    for (const message of said('one')) await outbox.postOnce(held, 'status', message);
    const wanted = said('see https://other.example.com/a.png');
    await update(held.question, { posted: said('one'), wanted });
    expect(replies()).toEqual(['one']);
  });

  it('updates an answer that replaced the status message', async () => {
    await ended(1_000);
    for (const message of said('one')) await outbox.postOnce(held, 'status', message);
    await update(held.question, {
      posted: said('one'),
      wanted: said('one, marked'),
    });
    expect(replies()).toEqual(['one, marked']);
  });

  it('leaves an answer unchanged if it would need another message', async () => {
    await ended(60_000);
    for (const message of said('one')) await outbox.postOnce(held, 'answer.0', message);
    await update(held.question, { posted: said('one'), wanted: said('1', '2') });
    expect(replies()).toEqual(['one']);
  });

  it('does not post a deleted answer again', async () => {
    await ended(60_000);
    for (const message of said('one')) await outbox.postOnce(held, 'answer.0', message);
    const { place, posts } = held.question;
    await world.messages.remove(place, posts['answer.0']?.ts ?? '');
    const putRight = update(held.question, {
      posted: said('one'),
      wanted: said('1'),
    });
    await expect(putRight).rejects.toThrow(SlackRefused);
    expect(replies()).toEqual([]);
  });
});
