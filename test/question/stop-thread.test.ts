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

const REQUEST = { by: 'U1', at: 5 };

function storesOf() {
  return {
    questions: createQuestionStore({ redis, retentionMs: 60_000 }),
    threads: createThreadStore({ redis, retentionMs: 60_000 }),
  };
}

async function stopAll(accepted: readonly string[]): Promise<{ said: string; stopped: string[] }> {
  const { questions } = storesOf();
  for (const id of ['newer', 'older']) await questions.create(questionRecord({ id, askedAt: 1 }));
  const newer = JSON.stringify({ ...questionRecord({ id: 'newer', askedAt: 1 }), v: 2 });
  await redis.hset(keys.question('newer'), 'body', newer);
  return stopThreadOf(accepted);
}

async function stopThreadOf(accepted: readonly string[]) {
  const stopped: string[] = [];
  const stopThread = createStopThread({
    ...storesOf(),
    waiting: { of: async () => [] },
    acceptedQuestions: { upTo: async () => [...accepted] },
    mayStop: async () => true,
    stop: async ({ id }) => {
      stopped.push(id);
    },
  });
  return { said: await stopThread(THREAD, REQUEST, AbortSignal.timeout(5_000)), stopped };
}

it('a question of a newer version in the queue does not keep the others from being stopped', async () => {
  expect(await stopAll([])).toEqual({ said: 'stopped', stopped: ['older'] });
});

it('nor does one that was just accepted, which has a record and needs no flag', async () => {
  expect(await stopAll(['newer'])).toEqual({ said: 'stopped', stopped: ['older'] });
  expect(await redis.exists(keys.flags('newer'))).toBe(0);
});

it('a retried stop still reports "stopped" if what it stopped ahead has ended since', async () => {
  const { questions } = storesOf();
  expect(await stopThreadOf(['q1'])).toEqual({ said: 'stopped', stopped: [] });
  const ended = { phase: 'delivered' } as const;
  await questions.create(questionRecord({ id: 'q1', askedAt: 1, ...ended }));
  expect(await stopThreadOf(['q1'])).toEqual({ said: 'stopped', stopped: [] });
});

it('a question that somebody else stopped before does not count as stopped', async () => {
  const { questions } = storesOf();
  await questions.setFlag('q1', 'stop', { by: 'U2', at: 3 });
  await questions.create(questionRecord({ id: 'q1', askedAt: 1, phase: 'delivered' }));
  expect(await stopThreadOf(['q1'])).toEqual({ said: 'nothing', stopped: [] });
});
