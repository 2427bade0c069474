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

it('keeps the latest 500, rounded', async () => {
  const answerDurations = createAnswerDurationStore({ redis });
  expect(await answerDurations.latest()).toEqual([]);
  for (const ms of [9_000, 41_000.4]) await answerDurations.add(ms);
  expect(await answerDurations.latest()).toEqual([41_000, 9_000]);
  for (let i = 0; i < 510; i++) await answerDurations.add(5_000);
  expect(await answerDurations.latest()).toEqual(new Array(500).fill(5_000));
  expect(await redis.llen(keys.answerDurations)).toBe(500);
});
