import { expect, it, vi } from 'vitest';
import type { UpdateAnswer } from '../../../src/deliver/update-answer.js';
import { createShowLateIssues } from '../../../src/lifecycle/show-late-issues.js';
import { createQuestionStore } from '../../../src/store/questions.js';
import { questionRecord } from '../../store/question-record.js';
import { silentLogger, useRedis } from '../../support/redis-fixture.js';

const { redis } = await useRedis();

it('citation issues that are found after the answer was shared are recorded and shown all the same', async () => {
  const questions = createQuestionStore({
    redis,
    retentionMs: 60_000,
  });
  const question = questionRecord({ phase: 'delivered' });
  await questions.create(question);
  const held = questions.hold(question);
  await questions.close({ ...question, sharedIn: 'C1' });
  const message = { text: '', blocks: [] };
  const updateAnswer = vi.fn<UpdateAnswer>(async () => undefined);
  const show = createShowLateIssues({
    questions,
    updateAnswer,
    judgeResult: async (_question, ended) => ({ kind: 'here', ended }),
    logger: silentLogger,
  });
  show(
    held,
    { outcome: { kind: 'completed', afterStop: false } },
    {
      found: Promise.resolve({ 0: 'no-file' }),
      say: () => ({
        parts: [{ ...message, text: held.question.sharedIn ?? 'not shared' }],
        finishedStatus: message,
        finishedOverdue: message,
      }),
      signal: AbortSignal.timeout(5_000),
    },
  );
  await vi.waitFor(() => expect(updateAnswer).toHaveBeenCalled());
  const [shown, correction] = updateAnswer.mock.calls[0] ?? [];
  expect(correction?.posted[0]?.text).toBe('C1');
  expect(shown).toMatchObject({ sharedIn: 'C1', citationIssues: { 0: 'no-file' } });
  expect(await questions.load(question.id)).toEqual(shown);
});
