import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnswerDurationStore } from '../../src/store/answer-durations.js';
import type { Connection } from '../../src/store/connection.js';
import { keys } from '../../src/store/keys.js';
import { type RedisFixture, startRedisFixture } from '../support/redis-fixture.js';

let redisFixture: RedisFixture;
let redis: Connection;
beforeAll(async () => {
  redisFixture = await startRedisFixture();
  redis = await redisFixture.connect();
});
afterAll(() => redisFixture.stop());

it('gives the median of the latest answers, once there are enough', async () => {
  const answerDurations = createAnswerDurationStore({ redis });
  expect(await answerDurations.median()).toBeUndefined();
  for (const ms of [9_000, 40_000, 1_000_000, 30_000]) await answerDurations.add(ms);
  expect(await answerDurations.median()).toBeUndefined();
  await answerDurations.add(41_000.4);
  expect(await answerDurations.median()).toBe(40_000);
  for (let i = 0; i < 60; i++) await answerDurations.add(5_000);
  expect(await answerDurations.median()).toBe(5_000);
  expect(await redis.llen(keys.answerDurations)).toBe(50);
});
