import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '../../src/store/connection.js';
import { keys } from '../../src/store/keys.js';
import { createPaceStore } from '../../src/store/paces.js';
import { type RedisFixture, startRedisFixture } from '../support/redis-fixture.js';

let stand: RedisFixture;
let redis: Connection;
beforeAll(async () => {
  stand = await startRedisFixture();
  redis = await stand.connect();
});
afterAll(() => stand.stop());

it('tells the median of the latest answers, once there are enough of them', async () => {
  const paces = createPaceStore({ redis });
  expect(await paces.usual()).toBeUndefined();
  for (const ms of [9_000, 40_000, 1_000_000, 30_000]) await paces.answeredIn(ms);
  expect(await paces.usual()).toBeUndefined();
  await paces.answeredIn(41_000.4);
  expect(await paces.usual()).toBe(40_000);
  for (let i = 0; i < 60; i++) await paces.answeredIn(5_000);
  expect(await paces.usual()).toBe(5_000);
  expect(await redis.llen(keys.paces)).toBe(50);
});
