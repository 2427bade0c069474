import { describe, expect, it } from 'vitest';
import type { Question } from '../../src/model/question.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { useRedis } from '../support/redis-fixture.js';
import { questionRecord } from './question-record.js';

const AT = 1_700_000_000_000;
const COMMAND = { workspace: 'T1', channel: 'C1', direct: false };

const { redis } = await useRedis();
const questions = createQuestionStore({ redis, retentionMs: 60_000 });

const message = (change: { channel?: string; ts?: string; user?: string } = {}) => ({
  workspace: 'T1',
  channel: 'C1',
  ts: `${AT / 1000 + 1}.000100`,
  user: 'U2',
  ...change,
});

/** A command's question, saved with the change. */
async function asked(change: Partial<Question>) {
  const { messageTs: _none, ...record } = questionRecord({ place: COMMAND, acceptedAt: AT });
  await questions.create(record);
  const held = questions.hold(record);
  await held.save(change);
  return held;
}

describe('whose message it is', () => {
  it('is not known while the post of a question there has no reply', async () => {
    const held = await asked({ posts: { root: { at: AT } } });
    expect(await questions.ownerOf(message())).toEqual({ kind: 'unconfirmed' });
    await held.save({ posts: { root: { at: AT, ts: message().ts } } });
    expect(await questions.ownerOf(message())).toEqual({ kind: 'question', id: held.question.id });
    expect(await questions.ownerOf(message({ ts: '1700000002.000100' }))).toEqual({ kind: 'none' });
  });

  it('is nobody’s in another channel, and if it is older than the post', async () => {
    await asked({ posts: { status: { at: AT } } });
    for (const other of [message({ channel: 'C2' }), message({ ts: `${AT / 1000 - 61}.000100` })]) {
      expect(await questions.ownerOf(other)).toEqual({ kind: 'none' });
    }
  });

  it('is nobody’s if it begins a thread, and the post is of no root message', async () => {
    const root = { ...message(), beginsThread: true } as const;
    const held = await asked({ posts: { status: { at: AT }, overdue: { at: AT } } });
    expect(await questions.ownerOf(root)).toEqual({ kind: 'none' });
    await held.save({ posts: { root: { at: AT } } });
    expect(await questions.ownerOf(root)).toEqual({ kind: 'unconfirmed' });
  });

  it('is found in the direct message that a question moved to, by its asker', async () => {
    const place = { workspace: 'T1', channel: 'D1', direct: true };
    await asked({ place, askedIn: 'C1', posts: { root: { at: AT } } });
    const inDirect = message({ channel: 'D1', user: 'U1' });
    expect(await questions.ownerOf(inDirect)).toEqual({ kind: 'unconfirmed' });
  });

  it('is nobody’s once the question is closed', async () => {
    const held = await asked({ posts: { root: { at: AT } } });
    await questions.close({ ...held.question, phase: 'delivered' });
    expect(await questions.ownerOf(message())).toEqual({ kind: 'none' });
  });
});
