import { expect, it } from 'vitest';
import { createMarkShared } from '../../src/answer/mark-shared.js';
import { createShareAnswerHandler } from '../../src/answer/share.js';
import type { Answer } from '../../src/model/answer.js';
import type { Question } from '../../src/model/question.js';
import { DEFAULT_SETTINGS } from '../../src/model/settings.js';
import { createAudienceOf } from '../../src/policy/audience.js';
import * as notes from '../../src/render/texts/notes.js';
import { SlackRefused } from '../../src/slack/errors.js';
import { createClaimStore } from '../../src/store/claims.js';
import { createQuestionStore } from '../../src/store/questions.js';
import { questionRecord } from '../store/question-record.js';
import { silentLogger, useRedis } from '../support/redis-fixture.js';

const stats = { timeMs: 0, toolCalls: 0, totalTokens: 0, credits: 0 };
const ANSWER: Answer = { title: 'A', text: 'The answer', sources: [], followups: [], stats };
const DIRECT = { workspace: 'T1', channel: 'D1', direct: true, threadTs: '1.1' };
const QUESTION = questionRecord({
  ...{ place: DIRECT, privately: true, askedIn: 'C1', phase: 'delivered' },
  outcome: { kind: 'completed', afterStop: false },
});

const { redis } = await useRedis();
const questions = createQuestionStore({ redis, retentionMs: 60_000 });

/** `post`: called as the answer is posted in the channel. */
function sharing(post: () => Promise<unknown> = async () => undefined) {
  const said: unknown[] = [];
  const share = createShareAnswerHandler({
    readAnswer: async () => ANSWER,
    policy: {
      mayAsk: async () => ({ ok: true, here: true }),
      maySetLimits: async () => false,
      audienceOf: createAudienceOf({ load: async () => DEFAULT_SETTINGS }),
    },
    questions,
    claims: createClaimStore({ redis, retentionMs: 60_000 }),
    postOnce: async () => {
      await post();
      return '2.2';
    },
    audit: async () => undefined,
    markShared: createMarkShared({
      questions,
      updateAnswer: async () => undefined,
      baseUrl: 'https://instance.example',
      now: () => 1,
      logger: silentLogger,
    }),
    postEphemeral: async (_target, note) => {
      said.push(note);
    },
    baseUrl: 'https://instance.example',
  });
  const click = (id: string) =>
    share(
      {
        kind: 'share-answer',
        id,
        questionId: QUESTION.id,
        place: DIRECT,
        user: QUESTION.user,
        at: 1,
      },
      AbortSignal.timeout(5_000),
    );
  return { click, said };
}

const sharedIn = async () => (await questions.load(QUESTION.id))?.sharedIn;

async function change(by: Partial<Question>): Promise<void> {
  const found = await questions.load(QUESTION.id);
  if (found !== undefined) await questions.save({ ...found, ...by });
}

it('an answer that could not be marked as shared, since its record changed, is marked by the next click', async () => {
  await questions.create(QUESTION);
  const { click, said } = sharing(() => change({ citationIssues: {} }));
  await click('first');
  expect(await sharedIn()).toBeUndefined();
  await click('second');
  expect(said).toEqual([notes.sharedWithChannel('C1'), notes.sharedBefore]);
  expect(await sharedIn()).toBe('C1');
});

it('one that was shared before it was delivered completely is marked by the next click', async () => {
  await questions.create({ ...QUESTION, phase: 'ended' });
  const { click } = sharing();
  await click('first');
  expect(await sharedIn()).toBeUndefined();
  await change({ phase: 'delivered' });
  await click('second');
  expect(await sharedIn()).toBe('C1');
});

it('a second click marks nothing while the first is being posted, which Slack may still refuse', async () => {
  await questions.create(QUESTION);
  const other = sharing();
  const { click, said } = sharing(async () => {
    await other.click('second');
    throw new SlackRefused('chat.postMessage', 'channel_not_found');
  });
  await click('first');
  expect(other.said).toEqual([notes.sharedBefore]);
  expect(said).toEqual([notes.notShared]);
  expect(await sharedIn()).toBeUndefined();
});
