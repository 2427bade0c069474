import { describe, expect, it } from 'vitest';
import type { Bucket, RateLimiter } from '../../src/slack/rate-limits.js';
import { keys } from '../../src/store/keys.js';
import { createRateLimiter } from '../../src/store/rate-limiter.js';
import { useRedis } from '../support/redis-fixture.js';

const { redis, connect } = await useRedis();
const limiter = createRateLimiter(redis);
const elsewhere = createRateLimiter(await connect());

/** Slow enough that no token comes back while a test runs. */
const bucket = (change: Partial<Bucket> = {}): Bucket => ({
  name: 'post:T1:C1',
  perMinute: 1,
  burst: 4,
  reserve: 0,
  ...change,
});

/** Takes a token of each bucket; gives the wait, ms. */
async function take(by: RateLimiter, ...from: Bucket[]): Promise<number> {
  return (await by.take(from)).waitMs;
}

/** Takes `times` tokens at once from two connections; gives the waits. */
async function takes(times: number, from: Bucket): Promise<number[]> {
  const both = [limiter, elsewhere];
  return Promise.all(Array.from({ length: times }, (_, i) => take(both[i % 2] ?? limiter, from)));
}

/** Slack refused a call that took its tokens after all earlier refusals. */
const block = (by: RateLimiter, ms: number, ...from: Bucket[]) =>
  by.refused(from, { retryAfterMs: ms, takenMsAgo: -1 });

const given = (waits: number[]) => waits.filter((wait) => wait === 0).length;

describe('a bucket', () => {
  it('a bucket allows its burst, then returns the wait', async () => {
    const waits = await takes(50, bucket());
    expect(given(waits)).toBe(4);
    for (const wait of waits.filter((one) => one > 0)) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60_000);
    }
  });

  it('a refused take does not extend the wait', async () => {
    await takes(4, bucket());
    const waits = await takes(40, bucket());
    expect(given(waits)).toBe(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
  });

  it('waiting takers get consecutive time slots', async () => {
    const line = bucket({ perMinute: 60, reservesTurn: true });
    await takes(4, line);
    const turns: number[] = [];
    for (let n = 0; n < 10; n++) {
      const [s, us] = await redis.time();
      turns.push(Number(s) * 1_000 + Number(us) / 1_000 + (await take(elsewhere, line)));
    }
    const apart = turns.slice(1).map((turn, n) => turn - (turns[n] ?? 0));
    for (const ms of apart) expect(ms).toBeGreaterThan(0);
    expect((turns.at(-1) ?? 0) - (turns[0] ?? 0)).toBeGreaterThan(8_000);
  });

  it('time slots are reserved at most half a minute ahead', async () => {
    const line = bucket({ perMinute: 60, reservesTurn: true });
    const waits = await takes(100, line);
    expect(given(waits)).toBe(4);
    expect(Math.max(...waits)).toBeGreaterThan(20_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_001);
  });

  it('a bucket keeps its rate over many takes', async () => {
    const fast = bucket({ perMinute: 6_000, burst: 5 });
    const [from] = await redis.time();
    const startedAt = Number(from) * 1_000;
    let taken = 0;
    while (taken < 60) taken += given(await takes(4, fast));
    const [until, us] = await redis.time();
    const elapsed = Number(until) * 1_000 + Number(us) / 1_000 - startedAt;
    expect(taken).toBeLessThanOrEqual(5 + Math.ceil(elapsed / 10));
  });

  it('buckets with different names are independent', async () => {
    await takes(4, bucket());
    expect(await take(limiter, bucket({ name: 'post:T1:C2' }))).toBe(0);
  });

  it('the reserve is only for takers that may use it', async () => {
    const progress = bucket({ reserve: 3 });
    expect(given(await takes(10, progress))).toBe(1);
    expect(given(await takes(10, bucket()))).toBe(3);
    expect(await take(limiter, progress)).toBeGreaterThan(0);
  });

  it('a blocked bucket refuses everybody, and returns for how long', async () => {
    await block(limiter, 30_000, bucket());
    const wait = await take(elsewhere, bucket());
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(30_001);
    expect(await take(limiter, bucket({ reserve: 1 }))).toBeGreaterThanOrEqual(wait);
  });

  it('a shorter block does not shorten a longer one', async () => {
    await block(limiter, 30_000, bucket());
    await block(elsewhere, 10, bucket());
    expect(await take(limiter, bucket())).toBeGreaterThan(20_000);
  });

  it('a bucket’s key expires once it is full again', async () => {
    await take(limiter, bucket());
    const ttl = await redis.pttl(keys.bucket('post:T1:C1'));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(61_001);
  });
});

describe('several buckets', () => {
  const workspace = bucket({ name: 'post:T1', burst: 2 });
  const narrow = (channel: string, burst: number) => bucket({ name: `post:T1:${channel}`, burst });

  it('a token is taken of each bucket, or of none', async () => {
    expect(await take(limiter, workspace, narrow('C1', 1))).toBe(0);
    const second = await limiter.take([workspace, narrow('C1', 1)]);
    expect(second).toMatchObject({ empty: 'post:T1:C1', waitMs: expect.any(Number) });
    expect(await take(limiter, workspace, narrow('C2', 2))).toBe(0);
    expect(await limiter.take([workspace, narrow('C2', 2)])).toMatchObject({ empty: 'post:T1' });
    // What the workspace refused took no token of the channel.
    expect(await take(limiter, narrow('C2', 2))).toBe(0);
  });

  it('a refusal blocks the channel, and the workspace if another one was refused before', async () => {
    const wide = bucket({ name: 'post:T1', burst: 20 });
    const [one, two, three] = ['C1', 'C2', 'C3'].map((channel) => narrow(channel, 4));
    if (one === undefined || two === undefined || three === undefined)
      throw new Error('no buckets');
    await block(limiter, 30_000, wide, one);
    await block(limiter, 30_000, wide, one);
    expect(await take(elsewhere, wide, one)).toBeGreaterThan(20_000);
    expect(await take(elsewhere, wide, two)).toBe(0);
    await block(limiter, 30_000, wide, two);
    expect(await take(elsewhere, wide, three)).toBeGreaterThan(20_000);
  });
});

describe('a learned rate', () => {
  const rate = { name: 'update:T1', perMinute: 60, min: 10, max: 600 };
  const learned = bucket({ name: rate.name, perMinute: 60, burst: 4, learned: rate });
  const ceiling = async () => Number(await redis.hget(keys.learnedRate(rate.name), 'ceiling'));

  it('calls that were under way when Slack refused one teach nothing more', async () => {
    await takes(4, learned);
    await limiter.refused([learned], { retryAfterMs: 1_000, takenMsAgo: 5 });
    const once = await ceiling();
    expect(once).toBeGreaterThan(0);
    await limiter.refused([learned], { retryAfterMs: 1_000, takenMsAgo: 30_000 });
    await limiter.refused([learned], { retryAfterMs: 1_000, takenMsAgo: 60_000 });
    expect(await ceiling()).toBe(once);
  });

  it('stays within its bounds, however often Slack refuses', async () => {
    await take(limiter, learned);
    for (let n = 0; n < 20; n++) await block(limiter, 30_000, learned);
    expect(await ceiling()).toBe(rate.min);
  });

  it('other buckets fill as it does', async () => {
    const follower = bucket({ name: 'status:T1', perMinute: 120, burst: 1, learned: rate });
    await take(limiter, follower);
    expect(await take(limiter, follower)).toBeLessThanOrEqual(500);
    await take(limiter, learned);
    for (let n = 0; n < 20; n++) await block(limiter, 30_000, learned);
    await redis.del(keys.bucket('status:T1'));
    await take(limiter, follower);
    expect(await take(limiter, follower)).toBeGreaterThan(2_000);
  });
});
