import { expect, it } from 'vitest';
import { createWorkerSeenStore } from '../../src/store/worker-seen.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis } = await useRedis();

it('only a minute without a worker is a pause, and its end is remembered', async () => {
  const { record } = createWorkerSeenStore({ redis });
  expect(await record(1_000_000)).toBe(0);
  expect(await record(1_060_000)).toBe(0);
  expect(await record(1_120_001)).toBe(1_120_001);
  expect(await record(1_140_000)).toBe(1_120_001);
  expect(await record(1_500_000)).toBe(1_500_000);
});
