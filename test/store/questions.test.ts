import { describe, expect, it } from 'vitest';
import type { ThreadKey } from '../../src/model/place.js';
import { keys } from '../../src/store/keys.js';
import { StaleQuestion } from '../../src/store/question-writes.js';
import { createQuestionStore, NewerQuestion } from '../../src/store/questions.js';
import { createThreadStore } from '../../src/store/threads.js';
import { useRedis } from '../support/redis-fixture.js';
import { questionRecord } from './question-record.js';

const DAY_MS = 24 * 3600_000;
/** Of the record. */
const THREAD: ThreadKey = { workspace: 'T1', channel: 'C1', threadTs: '1700000000.000100' };

const { redis, connect } = await useRedis();
const questions = createQuestionStore({ redis, retentionMs: DAY_MS });
const elsewhere = createQuestionStore({ redis: await connect(), retentionMs: DAY_MS });

it('a record of a newer version is left to newer workers', async () => {
  await questions.create(questionRecord({ id: 'q1' }));
  await redis.hset(
    keys.question('q1'),
    'body',
    JSON.stringify({ ...questionRecord({ id: 'q1' }), v: 2 }),
  );
  await expect(questions.load('q1')).rejects.toThrow(NewerQuestion);
});

it('a write waits for a replica, if there is one', async () => {
  const waited: string[] = [];
  const replicated = async () => void waited.push((await questions.load('q1'))?.text ?? 'nothing');
  const careful = createQuestionStore({ redis, retentionMs: DAY_MS, replicated });
  const first = questionRecord({ id: 'q1', text: 'first' });
  await careful.create(first);
  await careful.create(first);
  const saved = await careful.save({ ...first, text: 'second' });
  await careful.setFlag('q1', 'stop', { by: 'U1', at: 1 });
  await careful.close({ ...saved, text: 'third' });
  expect(waited).toEqual(['first', 'second', 'second', 'third']);
});

describe('a new record', () => {
  it('a new record is written once and read unchanged', async () => {
    const first = questionRecord({ id: 'q1' });
    expect(await questions.create(first)).toEqual({ kind: 'created' });
    expect(await elsewhere.create({ ...first, text: 'another' })).toEqual({ kind: 'exists' });
    expect(await elsewhere.load('q1')).toEqual(first);
    expect(await questions.load('q2')).toBeUndefined();
  });

  it('a new record is open, listed oldest first, and does not expire', async () => {
    await questions.create(questionRecord({ id: 'late', askedAt: 20 }));
    await questions.create(questionRecord({ id: 'early', askedAt: 10 }));
    expect(await questions.open(10)).toEqual(['early', 'late']);
    expect(await questions.open(1)).toEqual(['early']);
    expect(await questions.countOpen()).toBe(2);
    expect(await redis.pttl(keys.question('early'))).toBe(-1);
  });
});

describe('a save', () => {
  it('a save returns the record with its new revision', async () => {
    await questions.create(questionRecord({ id: 'q1' }));
    const held = questions.hold(questionRecord({ id: 'q1' }));
    await held.save({ phase: 'creating', attempt: { at: 5 } });
    await held.save({ attempt: undefined });
    expect(held.question).toMatchObject({ revision: 2, phase: 'creating' });
    const loaded = await elsewhere.load('q1');
    expect(loaded).not.toHaveProperty('attempt');
    expect(loaded).toEqual(JSON.parse(JSON.stringify(held.question)));
  });

  it('of two concurrent saves one succeeds, and the other is stale', async () => {
    await questions.create(questionRecord({ id: 'q1' }));
    const [ours, theirs] = [questions, elsewhere].map((s) => s.hold(questionRecord({ id: 'q1' })));
    const both = await Promise.allSettled([
      ours?.save({ prompt: 'ours' }),
      theirs?.save({ prompt: 'theirs' }),
    ]);
    const lost = both.filter((one) => one.status === 'rejected');
    expect(lost).toHaveLength(1);
    expect(lost[0]?.reason).toBeInstanceOf(StaleQuestion);
    expect(lost[0]?.reason).toMatchObject({ code: 'stale_question', id: 'q1' });
    const won = both[0]?.status === 'fulfilled' ? 'ours' : 'theirs';
    expect(await questions.load('q1')).toMatchObject({ revision: 1, prompt: won });
  });

  it('a save with an old revision changes nothing', async () => {
    await questions.create(questionRecord({ id: 'q1' }));
    const stale = elsewhere.hold(questionRecord({ id: 'q1' }));
    await questions.hold(questionRecord({ id: 'q1' })).save({ prompt: 'first' });
    await expect(stale.save({ prompt: 'second' })).rejects.toThrow(StaleQuestion);
    expect(stale.question).toEqual(questionRecord({ id: 'q1' }));
    expect(await questions.load('q1')).toMatchObject({ prompt: 'first' });
  });

  it('a save of a missing record is refused', async () => {
    await expect(questions.save(questionRecord({ id: 'gone' }))).rejects.toThrow(StaleQuestion);
    expect(await questions.load('gone')).toBeUndefined();
  });
});

describe('the close', () => {
  it('closing removes the record from the open list and its thread, and lets it expire', async () => {
    const threads = createThreadStore({ redis, retentionMs: DAY_MS });
    for (const id of ['q1', 'q2']) {
      await questions.create(questionRecord({ id }));
      await threads.enqueue(THREAD, id, 5);
    }
    await questions.setFlag('q1', 'stop', { by: 'U1', at: 6 });
    const closed = await questions.close(questionRecord({ id: 'q1', phase: 'delivered' }));
    expect(closed).toMatchObject({ phase: 'delivered', revision: 1 });
    expect(await questions.load('q1')).toEqual(closed);
    expect(await questions.open(10)).toEqual(['q2']);
    expect(await threads.queue(THREAD)).toEqual(['q2']);
    for (const key of [keys.question('q1'), keys.flags('q1')]) {
      const ttl = await redis.pttl(key);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(DAY_MS);
    }
    expect(await redis.pttl(keys.question('q2'))).toBe(-1);
  });

  it('saving a closed record again does not keep it for longer', async () => {
    await questions.create(questionRecord({ id: 'q1' }));
    await questions.setFlag('q1', 'stop', { by: 'U1', at: 6 });
    const closed = await questions.close(questionRecord({ id: 'q1' }));
    for (const key of [keys.question('q1'), keys.flags('q1')]) await redis.pexpire(key, 60_000);
    await questions.close({ ...closed, sharedIn: 'C1' });
    for (const key of [keys.question('q1'), keys.flags('q1')]) {
      const ttl = await redis.pttl(key);
      expect(ttl).toBeGreaterThan(0);
      expect(ttl).toBeLessThanOrEqual(60_000);
    }
  });

  it('closing works without a thread', async () => {
    const asked = questionRecord({ id: 'q1' });
    const { threadTs: _, ...root } = asked.place;
    await questions.create({ ...asked, place: root });
    await questions.close({ ...asked, place: root });
    expect(await questions.countOpen()).toBe(0);
  });

  it('closing with an old revision is refused', async () => {
    const threads = createThreadStore({ redis, retentionMs: DAY_MS });
    await questions.create(questionRecord({ id: 'q1' }));
    await threads.enqueue(THREAD, 'q1', 5);
    await questions.hold(questionRecord({ id: 'q1' })).save({ prompt: 'newer' });
    const close = elsewhere.close(questionRecord({ id: 'q1', phase: 'delivered' }));
    await expect(close).rejects.toThrow(StaleQuestion);
    expect(await questions.load('q1')).toMatchObject({ phase: 'received', prompt: 'newer' });
    expect(await questions.open(10)).toEqual(['q1']);
    expect(await threads.queue(THREAD)).toEqual(['q1']);
    expect(await redis.pttl(keys.question('q1'))).toBe(-1);
  });
});

describe('flags', () => {
  it('user actions are stored once per kind, the first one', async () => {
    const question = questionRecord({ id: 'q1' });
    await questions.create(question);
    expect(await questions.loadWithFlags('q1')).toEqual({ question, flags: {} });
    expect(await questions.setFlag('q1', 'stop', { by: 'U1', at: 1 })).toBe(true);
    expect(await elsewhere.setFlag('q1', 'stop', { by: 'U2', at: 2 })).toBe(false);
    expect(await elsewhere.setFlag('q1', 'keep', { by: 'U2', at: 3 })).toBe(true);
    const flags = { stop: { by: 'U1', at: 1 }, keep: { by: 'U2', at: 3 } };
    expect(await questions.loadWithFlags('q1')).toEqual({ question, flags });
    expect(await redis.pttl(keys.flags('q1'))).toBeGreaterThan(0);
  });
});
