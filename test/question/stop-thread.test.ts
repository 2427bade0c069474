import { expect, it } from 'vitest';
import type { ThreadKey } from '../../src/model/place.js';
import { createStopThread } from '../../src/question/stop-thread.js';
import { keys } from '../../src/store/keys.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { createThreadStore } from '../../src/store/threads.js';
import { questionRecord } from '../store/question-record.js';
import { useRedis } from '../support/redis-fixture.js';

const THREAD: ThreadKey = { workspace: 'T1', channel: 'C1', threadTs: '1700000000.000100' };

const { redis } = await useRedis();

async function stopAll(accepted: readonly string[]): Promise<{ said: string; stopped: string[] }> {
  const questions = createQuestionStore({ redis, retentionMs: 60_000 });
  const threads = createThreadStore({ redis, retentionMs: 60_000 });
  for (const id of ['newer', 'older']) await questions.create(questionRecord({ id, askedAt: 1 }));
  const newer = JSON.stringify({ ...questionRecord({ id: 'newer', askedAt: 1 }), v: 2 });
  await redis.hset(keys.question('newer'), 'body', newer);
  const stopped: string[] = [];
  const stopThread = createStopThread({
    questions,
    threads,
    waiting: { of: async () => [] },
    acceptedQuestions: { upTo: async () => [...accepted] },
    mayStop: async () => true,
    stop: async ({ id }) => {
      stopped.push(id);
    },
  });
  const request = { by: 'U1', at: 5 };
  return { said: await stopThread(THREAD, request, AbortSignal.timeout(5_000)), stopped };
}

it('a question of a newer version in the queue does not keep the others from being stopped', async () => {
  expect(await stopAll([])).toEqual({ said: 'stopped', stopped: ['older'] });
});

it('nor does one that was just accepted, which has a record and needs no flag', async () => {
  expect(await stopAll(['newer'])).toEqual({ said: 'stopped', stopped: ['older'] });
  expect(await redis.exists(keys.flags('newer'))).toBe(0);
});
