import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bucket, RateLimiter } from '../../src/slack/rate-limits.js';
import type { Connection } from '../../src/store/connection.js';
import { keys } from '../../src/store/keys.js';
import { createRateLimiter } from '../../src/store/rate-limiter.js';
import { type RedisFixture, startRedisFixture } from '../support/redis-fixture.js';

let redisFixture: RedisFixture;
let redis: Connection;
let limiter: RateLimiter;
let elsewhere: RateLimiter;

beforeAll(async () => {
  redisFixture = await startRedisFixture();
  redis = await redisFixture.connect();
  limiter = createRateLimiter(redis);
  elsewhere = createRateLimiter(await redisFixture.connect());
});
afterAll(() => redisFixture.stop());
beforeEach(async () => {
  await redis.flushall();
});

/** Slow enough that no token comes back while a test runs. */
const bucket = (change: Partial<Bucket> = {}): Bucket => ({
  name: 'post:T1:C1',
  perMinute: 1,
  burst: 4,
  reserve: 0,
  ...change,
});

/** Takes `times` tokens at once from two connections; gives the waits. */
async function takes(times: number, from: Bucket): Promise<number[]> {
  const both = [limiter, elsewhere];
  const all = Array.from({ length: times }, (_, i) => both[i % 2]?.take(from) ?? 0);
  return Promise.all(all);
}

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
      turns.push(Number(s) * 1_000 + Number(us) / 1_000 + (await elsewhere.take(line)));
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
    expect(await limiter.take(bucket({ name: 'post:T1:C2' }))).toBe(0);
  });

  it('the reserve is only for takers that may use it', async () => {
    const progress = bucket({ reserve: 3 });
    expect(given(await takes(10, progress))).toBe(1);
    expect(given(await takes(10, bucket()))).toBe(3);
    expect(await limiter.take(progress)).toBeGreaterThan(0);
  });

  it('a blocked bucket refuses everybody, and returns for how long', async () => {
    await limiter.block(bucket(), 30_000);
    const wait = await elsewhere.take(bucket());
    expect(wait).toBeGreaterThan(20_000);
    expect(wait).toBeLessThanOrEqual(30_001);
    expect(await limiter.take(bucket({ reserve: 1 }))).toBeGreaterThanOrEqual(wait);
  });

  it('a shorter block does not shorten a longer one', async () => {
    await limiter.block(bucket(), 30_000);
    await elsewhere.block(bucket(), 10);
    expect(await limiter.take(bucket())).toBeGreaterThan(20_000);
  });

  it('a bucket’s key expires once it is full again', async () => {
    await limiter.take(bucket());
    const ttl = await redis.pttl(keys.bucket('post:T1:C1'));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(61_001);
  });
});
