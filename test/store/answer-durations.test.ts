import { expect, it } from 'vitest';
import { createAnswerDurationStore } from '../../src/store/answer-durations.js';
import { keys } from '../../src/store/keys.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();

it('keeps the latest 500, rounded', async () => {
  const answerDurations = createAnswerDurationStore({ redis });
  expect(await answerDurations.latest()).toEqual([]);
  for (const ms of [9_000, 41_000.4]) await answerDurations.add(ms);
  expect(await answerDurations.latest()).toEqual([41_000, 9_000]);
  for (let i = 0; i < 510; i++) await answerDurations.add(5_000);
  expect(await answerDurations.latest()).toEqual(new Array(500).fill(5_000));
  expect(await redis.llen(keys.answerDurations)).toBe(500);
});
