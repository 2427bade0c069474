import { describe, expect, it } from 'vitest';
import { QuestionJob, type QuestionJobOptions } from '../../src/lifecycle/question-job.js';
import type { Question } from '../../src/model/question.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';

const NOW = Date.UTC(2026, 10, 23, 12);
const signal = new AbortController().signal;

const { redis } = await useRedis();

/** A question whose record is closed, and its job. */
async function closedQuestion(change: Partial<Question> = {}) {
  const questions = createQuestionStore({ redis, retentionMs: 3600_000 });
  const question = questionRecord({ id: crypto.randomUUID(), acceptedAt: NOW, ...change });
  await questions.create(question);
  await questions.close({ ...question, phase: 'delivered' });
  const done: string[] = [];
  let sweep = async (): Promise<void> => undefined;
  const options = {
    questions,
    threads: { queuePosition: async () => 0 },
    accountWait: { isOver: async () => true, leave: async () => undefined },
    answerTimes: async () => ({ hazards: [] }),
    countOpen: async () => 0,
    watchedPollMs: async () => undefined,
    creator: { sweep: () => sweep() },
    limits: { timeoutMs: 60_000, pollInterval: { minMs: 50, maxMs: 200 } },
    done: ({ id }: Question) => done.push(id),
    now: () => NOW,
    logger: silentLogger,
  };
  const job = new QuestionJob(options as unknown as QuestionJobOptions);
  return {
    id: question.id,
    job,
    done,
    onSweep: (next: () => Promise<void>) => {
      sweep = next;
    },
  };
}

describe('that nothing is left to do for a question', () => {
  it('is told by the run that takes over after a kill', async () => {
    const { id, job, done } = await closedQuestion();
    expect(await job.run(id, signal, false)).toBeUndefined();
    expect(done).toEqual([id]);
  });

  it('is not told again by a job that was added for a closed question', async () => {
    const { id, job, done } = await closedQuestion();
    expect(await job.run(id, signal, true)).toBeUndefined();
    expect(done).toEqual([]);
  });

  it('is told once, after the last try to remove what a lost attempt left', async () => {
    const { id, job, done, onSweep } = await closedQuestion({ attempt: { at: NOW }, endedAt: NOW });
    onSweep(async () => {
      throw new Error('Command timed out');
    });
    expect(await job.run(id, signal, false)).toMatchObject({ at: expect.any(Number) });
    expect(done).toEqual([]);
    onSweep(async () => undefined);
    expect(await job.run(id, signal, false)).toBeUndefined();
    expect(done).toEqual([id]);
  });

  it('is told if what follows the outcome fails again and again', async () => {
    const { id, job, done } = await closedQuestion();
    expect(await job.giveUp(id, new Error('a bug'))).toBe(false);
    expect(done).toEqual([id]);
  });
});
