import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SlackBusy } from '../../src/slack/errors.js';
import {
  buckets,
  type Priority,
  type RateLimiter,
  takeTokens,
} from '../../src/slack/rate-limits.js';
import type { Connection } from '../../src/store/connection.js';
import { createRateLimiter } from '../../src/store/rate-limiter.js';
import { type RedisFixture, startRedisFixture } from '../support/redis-fixture.js';

const room = (channel: string) => ({ workspace: 'T1', channel });

let redisFixture: RedisFixture;
let redis: Connection;
let limiter: RateLimiter;
beforeAll(async () => {
  redisFixture = await startRedisFixture();
  redis = await redisFixture.connect();
  limiter = createRateLimiter(redis);
});
afterAll(() => redisFixture.stop());
beforeEach(async () => {
  await redis.flushall();
});

/** How many of `times` calls made at once were granted. */
async function granted(
  times: number,
  call: { method: string; channel: string; priority: Priority },
): Promise<number> {
  const from = buckets(call.method, room(call.channel), call.priority);
  const all = await Promise.allSettled(
    Array.from({ length: times }, () => takeTokens(limiter, call.method, from)),
  );
  for (const one of all) {
    if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(SlackBusy);
  }
  return all.filter((one) => one.status === 'fulfilled').length;
}

const post = { method: 'chat.postMessage', priority: 'final' } as const;
const update = { method: 'chat.update', channel: 'C1' } as const;

describe('the budget', () => {
  it('a full channel does not use up its workspace’s limit', async () => {
    expect(await granted(200, { ...post, channel: 'C1' })).toBeLessThanOrEqual(5);
    expect(await granted(2, { ...post, channel: 'C2' })).toBe(2);
  });

  it('reserves updates for outcomes when progress has used its share', async () => {
    const progress = await granted(60, { ...update, priority: 'progress' });
    expect(progress).toBeLessThanOrEqual(8);
    expect(await granted(5, { ...update, priority: 'final' })).toBe(5);
  });

  it('reserves calls for ending agent sessions', async () => {
    const session = { method: 'agents.sessions.setStatus', channel: 'C1' };
    const begun = await granted(60, { ...session, priority: 'progress' });
    expect(begun).toBeGreaterThan(0);
    expect(await granted(begun, { ...session, priority: 'final' })).toBe(begun);
  });

  it('rate limits are per workspace', async () => {
    await granted(60, { ...update, priority: 'final' });
    const elsewhere = buckets('chat.update', { workspace: 'T2', channel: 'C1' }, 'progress');
    await expect(takeTokens(limiter, 'chat.update', elsewhere)).resolves.toBeUndefined();
  });

  it('methods without a limit are not delayed', () => {
    expect(buckets('conversations.replies', room('C1'), 'final')).toEqual([]);
  });
});
