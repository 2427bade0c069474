import { describe, expect, it } from 'vitest';
import { NO_LIMITS, type QuestionLimits } from '../../src/model/limits.js';
import type { Question } from '../../src/model/question.js';
import { keys } from '../../src/store/keys.js';
import { createQuestionStore, type QuestionStore } from '../../src/store/questions.js';
import { createWorkspaceDataStore } from '../../src/store/workspace-data.js';
import { useRedis } from '../support/redis-fixture.js';
import { questionRecord } from './question-record.js';

const HOUR_MS = 3600_000;
const NOW = 1_700_000_000_000;

const { redis, connect } = await useRedis();
const other = await connect();
const stores: readonly [QuestionStore, QuestionStore] = [
  createQuestionStore({ redis, retentionMs: HOUR_MS }),
  createQuestionStore({ redis: other, retentionMs: HOUR_MS }),
];

const limit = (change: Partial<QuestionLimits>): QuestionLimits => ({ ...NO_LIMITS, ...change });
const record = (n: number, change: Partial<Question> = {}) =>
  questionRecord({ id: `T1-C1-${n}`, messageTs: `${n}.1`, ...change });

/** Creates questions one after the other; gives what came of each. */
async function createAll(records: readonly Question[], limits: QuestionLimits, now = NOW) {
  const kinds: string[] = [];
  for (const question of records) {
    const accepted = { ...question, acceptedAt: now };
    kinds.push((await stores[0].create(accepted, { limits })).kind);
  }
  return kinds;
}

describe('a limit of open questions', () => {
  const limits = limit({ person: { open: 3, perHour: 0 } });

  it('holds for questions that two processes create at the same time', async () => {
    const records = Array.from({ length: 40 }, (_, n) => record(n));
    const created = await Promise.all(
      records.map((question, n) => stores[n % 2 === 0 ? 0 : 1].create(question, { limits })),
    );
    expect(created.filter(({ kind }) => kind === 'created')).toHaveLength(3);
    expect(await stores[0].countOpen()).toBe(3);
    expect((await redis.keys(keys.question('*'))).length).toBe(3);
  });

  it('tells how many are open where it is reached', async () => {
    await createAll([record(1), record(2), record(3)], limits);
    const created = await stores[1].create(record(4), { limits });
    expect(created).toMatchObject({ kind: 'limited', usage: { person: { open: 3 } } });
  });

  it('does not count the question that a new one replaces, which makes place for one', async () => {
    await createAll([record(1), record(2), record(3)], limits);
    const replace = async (n: number, insteadOf: string) =>
      (await stores[1].create(record(n), { limits, insteadOf })).kind;
    expect(await replace(4, 'T1-C1-9')).toBe('limited');
    expect(await replace(4, 'T1-C1-1')).toBe('created');
    expect(await replace(5, 'T1-C1-1')).toBe('limited');
  });

  it('counts a lost question that a new one replaces once', async () => {
    await createAll([record(1), record(2), record(3)], limits);
    await redis.zrem(keys.open, 'T1-C1-1');
    const limited = { limits: limit({ person: { open: 2, perHour: 0 } }), insteadOf: 'T1-C1-1' };
    expect(await stores[0].create(record(4), limited)).toMatchObject({
      kind: 'limited',
      usage: { person: { open: 2 } },
    });
  });

  it('counts a repeated event once', async () => {
    const again = Array.from({ length: 9 }, () => record(1));
    expect(new Set(await createAll(again, limits))).toEqual(new Set(['created', 'exists']));
    expect(await createAll([record(2), record(3), record(1)], limits)).toEqual([
      'created',
      'created',
      'exists',
    ]);
  });

  it('frees a place when a question is closed, also in another channel than it was asked in', async () => {
    await createAll([record(1), record(2), record(3)], limits);
    const moved = { place: { workspace: 'T1', channel: 'D1', direct: true }, askedIn: 'C1' };
    const saved = await stores[0].save({ ...record(1), ...moved });
    await stores[0].close({ ...saved, phase: 'delivered' });
    expect(await createAll([record(4), record(5)], limits)).toEqual(['created', 'limited']);
    for (const scope of ['person', 'channel', 'workspace'] as const) {
      const subject = { person: 'T1:U1', channel: 'T1:C1', workspace: 'T1' }[scope];
      expect(await redis.zcard(keys.openIn(scope, subject))).toBe(3);
    }
  });

  it('does not count questions that were lost', async () => {
    await createAll([record(1), record(2), record(3)], limits);
    for (const { id } of [record(1), record(2)]) {
      await redis.del(keys.question(id));
      await stores[0].forgetLost(id);
    }
    await stores[0].forgetLost(record(3).id);
    expect(await createAll([record(4), record(5), record(6)], limits)).toEqual([
      'created',
      'created',
      'limited',
    ]);
  });

  it('counts each person, channel and workspace by itself', async () => {
    const each = { open: 1, perHour: 0 };
    const elsewhere = { place: { workspace: 'T1', channel: 'C2', direct: false } };
    const colleague = { user: 'U2' };
    const person = limit({ person: each });
    expect(await createAll([record(1), record(2, colleague), record(3)], person)).toEqual([
      'created',
      'created',
      'limited',
    ]);
    const channel = limit({ channel: each });
    expect(await createAll([record(4, elsewhere), record(5, colleague)], channel)).toEqual([
      'created',
      'limited',
    ]);
    expect(await createAll([record(6, colleague)], limit({ workspace: each }))).toEqual([
      'limited',
    ]);
  });
});

describe('a limit of questions within an hour', () => {
  const limits = limit({ person: { open: 0, perHour: 2 } });

  it('counts closed questions, and tells when one can be asked again', async () => {
    await createAll([record(1)], limits, NOW);
    await stores[0].close({ ...record(1), phase: 'delivered' });
    await createAll([record(2)], limits, NOW + 60_000);
    const created = await stores[1].create(record(3, { acceptedAt: NOW + 120_000 }), { limits });
    expect(created).toMatchObject({
      kind: 'limited',
      usage: { person: { asked: 2, freeAt: NOW + HOUR_MS } },
    });
    const again = { acceptedAt: NOW + HOUR_MS };
    expect(await stores[1].create(record(3, again), { limits })).toEqual({ kind: 'created' });
    expect(await stores[1].create(record(4, again), { limits })).toMatchObject({ kind: 'limited' });
  });

  it('tells the time at which enough of them are old, after the limit was lowered', async () => {
    for (const n of [1, 2, 3, 4]) {
      await createAll([record(n)], limit({ person: { open: 0, perHour: 9 } }), NOW + n);
    }
    const created = await stores[0].create(record(5, { acceptedAt: NOW + 9 }), { limits });
    expect(created).toMatchObject({ usage: { person: { asked: 4, freeAt: NOW + HOUR_MS + 3 } } });
  });

  it('leaves nothing behind after the hour, or without a limit', async () => {
    await createAll([record(1)], limits);
    expect(await redis.pttl(keys.askedIn('person', 'T1:U1'))).toBeGreaterThan(HOUR_MS - 60_000);
    expect(await redis.exists(keys.askedIn('channel', 'T1:C1'))).toBe(0);
  });

  it('is forgotten with the workspace', async () => {
    await createAll([record(1)], limits);
    await createWorkspaceDataStore({ redis }).delete('T1');
    expect(await redis.keys('*')).toEqual([]);
  });
});
