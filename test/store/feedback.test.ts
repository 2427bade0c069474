import { expect, it } from 'vitest';
import type { Feedback } from '../../src/model/feedback.js';
import { createFeedbackStore } from '../../src/store/feedback.js';
import { keys } from '../../src/store/keys.js';
import { useRedis } from '../support/redis-fixture.js';

const RETENTION_MS = 60_000;

const { redis } = await useRedis();

const store = () => createFeedbackStore({ redis, retentionMs: RETENTION_MS });
async function kept(): Promise<Feedback[]> {
  const found: Feedback[] = [];
  for await (const feedback of store().all()) found.push(feedback);
  return found;
}
const up = (change: Partial<Feedback> = {}): Feedback => ({
  question: 'T1-C1-1.1',
  user: 'U1',
  vote: 'up',
  at: 1_000,
  ...change,
});

it('stores one vote per person and question, oldest first', async () => {
  const votes = [up(), up({ user: 'U2', at: 3_000 }), up({ question: 'T1-C1-2.2', at: 2_000 })];
  for (const vote of votes) expect(await store().save(vote)).toBe(true);
  expect(await kept()).toEqual([votes[0], votes[2], votes[1]]);
});

it('a vote can be changed, with or without a reason', async () => {
  await store().save(up());
  const down = { vote: 'down', at: 2_000 } as const;
  expect(await store().save(up(down))).toBe(true);
  expect(await store().save(up({ ...down, reason: 'wrong', at: 3_000 }))).toBe(false);
  expect(await kept()).toEqual([up({ ...down, reason: 'wrong', at: 3_000 })]);
  await store().save(up({ ...down, at: 4_000 }));
  expect(await kept()).toMatchObject([{ vote: 'down', reason: 'wrong' }]);
  expect(await store().save(up({ at: 5_000 }))).toBe(true);
  expect(await kept()).toEqual([up({ at: 5_000 })]);
});

it('an older click that arrives late does not replace a newer one', async () => {
  await store().save(up({ vote: 'down', at: 2_000 }));
  expect(await store().save(up({ at: 1_000 }))).toBe(false);
  expect(await kept()).toMatchObject([{ vote: 'down' }]);
});

it('votes and their list expire', async () => {
  await store().save(up());
  expect(await redis.pttl(keys.feedback('T1-C1-1.1', 'U1'))).toBeGreaterThan(0);
  await store().save(up({ user: 'U2', at: 1_000 + RETENTION_MS }));
  expect(await kept()).toMatchObject([{ user: 'U2' }]);
  await redis.del(keys.feedback('T1-C1-1.1', 'U2'));
  expect(await kept()).toEqual([]);
});
