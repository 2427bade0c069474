import { expect, it } from 'vitest';
import { QuestionJob, type QuestionJobOptions } from '../../src/lifecycle/question-job.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { createUsageStore } from '../../src/store/usage.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';

const NOW = Date.UTC(2026, 10, 23, 12);

const { redis } = await useRedis();

it('a question that is given up after it has ended has cost what it did', async () => {
  const questions = createQuestionStore({ redis, retentionMs: 3600_000 });
  const question = questionRecord({ id: 'T1-C1-1', messageTs: '1.1', acceptedAt: NOW });
  await questions.create(question);
  await questions.hold(question).save({ phase: 'ended', credits: 5 });

  const options: Partial<QuestionJobOptions> = {
    questions,
    recordEnd: async () => undefined,
    now: () => NOW,
    logger: silentLogger,
  };
  const job = new QuestionJob(options as QuestionJobOptions);
  expect(await job.giveUp(question.id, new Error('a bug'))).toBe(true);

  const usage = createUsageStore({ redis });
  const { month } = await usage.of({ workspace: 'T1', scope: 'workspace' }, 'T1', NOW);
  expect(month).toEqual({ questions: 1, credits: 5 });
});
