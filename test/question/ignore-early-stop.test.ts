import { expect, it } from 'vitest';
import { createMayStop } from '../../src/policy/may-stop.js';
import { createIgnoreEarlyStop } from '../../src/question/ignore-early-stop.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { questionRecord } from '../store/question-record.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();

it.each([
  ['shared', 'UOTHER', true],
  ['linked', 'UOTHER', false],
  ['linked', 'UADMIN', true],
  ['linked', questionRecord().user, true],
] as const)('in %s, a stop by %s before the question is accepted counts: %s', async (...row) => {
  const [mode, by, counts] = row;
  const questions = createQuestionStore({ redis, retentionMs: 60_000 });
  const question = questionRecord();
  await questions.setFlag(question.id, 'stop', { by, at: 1 });
  await questions.create(question);
  const mayStop = createMayStop(mode, {
    isAdmin: async (_workspace, user) => user === 'UADMIN',
    isAdminOf: async () => false,
  });
  await createIgnoreEarlyStop({ mode, questions, mayStop })(question);
  const found = await questions.loadWithFlags(question.id);
  expect(found?.flags.stop !== undefined).toBe(counts);
});
