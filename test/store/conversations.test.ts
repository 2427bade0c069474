import { describe, expect, it } from 'vitest';
import { type ConversationUpdate, createConversationStore } from '../../src/store/conversations.js';
import { keys } from '../../src/store/keys.js';
import { useRedis } from '../support/redis-fixture.js';

const DAY_MS = 24 * 3600_000;
const NOW = 1_700_000_000_000;
const KIM = { workspace: 'T1', user: 'U1' };
const RAVI = { workspace: 'T1', user: 'U2' };
const THREAD = { workspace: 'T1', channel: 'C1', threadTs: '1.1', direct: false };
const NOTE: ConversationUpdate = { id: 7, user: KIM, at: NOW, asked: 'why?', thread: THREAD };

const { redis } = await useRedis();
const conversations = createConversationStore({ redis, retentionMs: DAY_MS });

describe('a conversation', () => {
  it('a conversation is named by its first question until it has a title, and keeps the first title', async () => {
    await conversations.record(NOTE);
    expect(await conversations.load(7)).toEqual({
      id: 7,
      title: 'why?',
      firstQuestion: 'why?',
      createdAt: NOW,
      updatedAt: NOW,
      users: [KIM],
      threads: [THREAD],
      questions: [],
      withdrawn: [],
    });
    await conversations.record({ ...NOTE, title: 'Reasons' });
    await conversations.record({ ...NOTE, asked: 'and how?', title: 'Ways' });
    expect(await conversations.load(7)).toMatchObject({ title: 'Reasons' });
  });

  it('recording a conversation twice changes nothing', async () => {
    await conversations.record(NOTE);
    const once = await conversations.load(7);
    await conversations.record(NOTE);
    expect(await conversations.load(7)).toEqual(once);
    expect(await conversations.ofUser(KIM)).toEqual([7]);
  });

  it('a conversation has all its askers and threads, and its time never goes back', async () => {
    const direct = { ...THREAD, channel: 'D2', threadTs: '2.2', direct: true };
    await conversations.record({ ...NOTE, user: RAVI, at: NOW + 9, thread: direct });
    await conversations.record(NOTE);
    const talk = await conversations.load(7);
    expect(talk?.users).toEqual(expect.arrayContaining([KIM, RAVI]));
    expect(talk?.threads).toEqual(expect.arrayContaining([THREAD, direct]));
    expect(talk?.updatedAt).toBe(NOW + 9);
  });

  const asked = (id: number) => ({ id, channel: 'C1', direct: false });
  const withdrawn = { conversationId: 7, questionId: 1 };

  it('knows how far each question is; one of an older version says nothing', async () => {
    await conversations.record({ ...NOTE, question: { ...asked(1), state: 'running' } });
    await conversations.record({ ...NOTE, question: { ...asked(1), state: 'answered' } });
    await conversations.record({ ...NOTE, question: asked(2) });
    const user = NOTE.user;
    expect((await conversations.load(7))?.questions).toEqual([
      { ...asked(1), user, state: 'answered' },
      { ...asked(2), user },
    ]);
  });

  it('a withdrawn question is no part of its conversation, and cannot come back', async () => {
    await conversations.record({ ...NOTE, question: asked(1) });
    await conversations.withdraw(withdrawn);
    expect(await conversations.load(7)).toBeUndefined();
    await conversations.record({ ...NOTE, question: asked(1), title: 'Reasons' });
    expect(await conversations.load(7)).toBeUndefined();
    await conversations.record({ ...NOTE, asked: 'and how?', question: asked(2) });
    expect(await conversations.load(7)).toMatchObject({
      title: 'and how?',
      questions: [{ id: 2 }],
      withdrawn: [1],
    });
  });

  it('a question can be withdrawn before it is recorded, and is not recorded then', async () => {
    await conversations.withdraw(withdrawn);
    await conversations.record({ ...NOTE, question: asked(1) });
    expect(await conversations.load(7)).toBeUndefined();
    expect(await conversations.ofUser(KIM)).toEqual([]);
    expect(await redis.pttl(keys.conversation(7))).toBeGreaterThan(0);
  });

  it('a conversation keeps its name if a later question is withdrawn', async () => {
    await conversations.record({ ...NOTE, question: asked(2) });
    await conversations.record({ ...NOTE, question: asked(1) });
    await conversations.withdraw(withdrawn);
    expect(await conversations.load(7)).toMatchObject({
      title: 'why?',
      questions: [{ id: 2 }],
      withdrawn: [1],
    });
  });

  it('a conversation is not named after the answer to a later question, which may be withdrawn', async () => {
    await conversations.record({ ...NOTE, question: asked(2) });
    await conversations.record({ ...NOTE, question: asked(1), title: 'Reasons' });
    expect(await conversations.load(7)).toMatchObject({ title: 'why?' });
    await conversations.record({ ...NOTE, question: asked(2), title: 'Origins' });
    expect(await conversations.load(7)).toMatchObject({ title: 'Origins' });
  });

  it('conversations are listed by asker and by workspace, newest first', async () => {
    await conversations.record(NOTE);
    await conversations.record({ ...NOTE, id: 8, at: NOW + 1, user: RAVI });
    await conversations.record({ ...NOTE, id: 9, at: NOW + 2 });
    expect(await conversations.ofUser(KIM)).toEqual([9, 7]);
    expect(await conversations.ofUser(RAVI)).toEqual([8]);
    expect(await conversations.inWorkspace('T1')).toEqual([9, 8, 7]);
    expect(await conversations.inWorkspace('T2')).toEqual([]);
  });

  it('a conversation expires, and can be deleted', async () => {
    await conversations.record(NOTE);
    await conversations.star(KIM, 7, NOW);
    const names = [
      keys.conversation(7),
      keys.conversationsOf('T1', 'U1'),
      keys.conversationsIn('T1'),
      keys.stars('T1', 'U1'),
    ];
    const lives = await Promise.all(names.map((key) => redis.pttl(key)));
    for (const life of lives) {
      expect(life).toBeGreaterThan(0);
      expect(life).toBeLessThanOrEqual(DAY_MS);
    }
    await conversations.record({ ...NOTE, id: 8, at: NOW + DAY_MS + 1 });
    expect(await conversations.ofUser(KIM)).toEqual([8]);
    await conversations.forget(8);
    expect(await conversations.load(8)).toBeUndefined();
  });
});

it('stars are stored per user', async () => {
  await conversations.star(KIM, 7, NOW);
  await conversations.star(KIM, 8, NOW + 1);
  await conversations.star(KIM, 7, NOW);
  await conversations.star(RAVI, 9, NOW);
  expect(await conversations.starred(KIM)).toEqual([8, 7]);
  await conversations.unstar(KIM, 8);
  expect([await conversations.starred(KIM), await conversations.starred(RAVI)]).toEqual([[7], [9]]);
});
