import { expect, it } from 'vitest';
import { createQuestionStore } from '../../src/store/questions.js';
import {
  createWatchedConversations,
  type WatchedQuestion,
} from '../../src/store/watched-conversations.js';
import { createWorkspaceDataStore } from '../../src/store/workspace-data.js';
import { useRedis } from '../support/redis-fixture.js';
import { questionRecord } from './question-record.js';

const { redis } = await useRedis();
const questions = createQuestionStore({ redis, retentionMs: 3600_000 });
const watched = createWatchedConversations({ redis });

/** A question that the instance works on. */
async function working(id: string, conversationId: number, questionId = conversationId * 10) {
  const question = questionRecord({ id, messageTs: `${conversationId}.1` });
  await questions.create(question);
  const held = questions.hold(question);
  await held.save({ phase: 'processing', ref: { conversationId, questionId } });
  return held;
}

async function all(): Promise<WatchedQuestion[]> {
  const found: WatchedQuestion[] = [];
  for await (const page of watched.all()) found.push(...page);
  return found;
}

it('a question is watched from when it is on the instance until it has an outcome', async () => {
  const first = await working('q1', 7);
  await working('q2', 8);
  expect(await watched.find([7, 8, 9])).toEqual(
    new Map([
      [7, { id: 'q1', questionId: 70 }],
      [8, { id: 'q2', questionId: 80 }],
    ]),
  );
  await first.save({ phase: 'ended', outcome: { kind: 'cancelled', confirmed: true } });
  expect(await all()).toEqual([{ id: 'q2', questionId: 80 }]);
});

it('a question that is closed without an outcome is no longer watched', async () => {
  const { question } = await working('q1', 7);
  await questions.close({ ...question, phase: 'delivered' });
  expect(await all()).toEqual([]);
});

it('of two open questions of a conversation the later one is watched, whatever becomes of the other', async () => {
  const first = await working('q1', 7, 70);
  await working('q2', 7, 71);
  await first.save({ phase: 'ended' });
  expect(await all()).toEqual([{ id: 'q2', questionId: 71 }]);
});

it('messages of a question are still found, and it is still open', async () => {
  const held = await working('q1', 7);
  await held.save({ posts: { status: { at: 1, ts: '5.5' } } });
  const status = { workspace: 'T1', channel: 'C1', ts: '5.5' };
  expect(await questions.atMessage(status)).toBe('q1');
  await questions.close({ ...held.question, phase: 'delivered' });
  expect(await questions.atMessage(status)).toBeUndefined();
});

it('what is no longer open is removed, also of a record that is gone', async () => {
  const kept = await working('q1', 7);
  const { question } = await working('q2', 8);
  await redis.zrem('{deepsearch}:open', question.id);
  await watched.removeClosed();
  expect(await all()).toEqual([{ id: kept.question.id, questionId: 70 }]);
});

it('an uninstall removes the questions of its workspace', async () => {
  await working('T1-q1', 7);
  await working('T2-q2', 8);
  await createWorkspaceDataStore({ redis }).delete('T1');
  expect(await all()).toEqual([{ id: 'T2-q2', questionId: 80 }]);
});

it('one process at a time has its turn, while enough questions are watched', async () => {
  expect(await watched.takeTurn('a', 1)).toEqual({ isOurs: false, watched: 0 });
  for (const conversation of [7, 8]) await working(`q${conversation}`, conversation);
  expect(await watched.takeTurn('a', 3)).toEqual({ isOurs: false, watched: 2 });
  expect(await watched.takeTurn('a', 2)).toEqual({ isOurs: true, watched: 2 });
  expect(await watched.takeTurn('b', 2)).toEqual({ isOurs: false, watched: 2 });
  expect(await watched.takeTurn('a', 1)).toEqual({ isOurs: true, watched: 2 });
  await watched.release('b');
  expect((await watched.takeTurn('b', 1)).isOurs).toBe(false);
  await watched.release('a');
  expect((await watched.takeTurn('b', 1)).isOurs).toBe(true);
  await watched.takeTurn('b', 3);
  expect((await watched.takeTurn('a', 1)).isOurs).toBe(true);
});

it('what a list is worth is kept for the next process', async () => {
  expect(await watched.record()).toBeUndefined();
  const record = { trust: { mistakes: 1, pausedUntil: 2, shown: 3 }, watermark: 4, at: 5 };
  await watched.saveRecord(record);
  expect(await watched.record()).toEqual(record);
  expect(await watched.pollMs()).toBeUndefined();
  await watched.publishPoll(15_000);
  expect(await watched.pollMs()).toBe(15_000);
  await watched.withdrawPoll();
  expect(await watched.pollMs()).toBeUndefined();
});
