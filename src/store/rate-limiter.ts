import type { Connection } from './connection.js';
import { keys } from './keys.js';

/**
 * The generic cell rate algorithm (GCRA) with Redis's clock, so that all processes share a limit.
 * Returns 0 and takes a token, or the ms until the next token. A caller that reserves a turn gets
 * one behind the earlier callers, else all of them would retry for the same token. Turns are limited
 * to ARGV[3] ms ahead, since some callers never come back.
 */
const TAKE = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local interval = tonumber(ARGV[1])
local tat = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local from = tat - (tonumber(ARGV[2]) - 1) * interval
if now < from then
  if ARGV[3] == '0' then return math.ceil(from - now) end
  local last = tonumber(redis.call('GET', KEYS[2]) or '0')
  local turn = math.max(from, math.min(last + interval, now + ARGV[3]))
  redis.call('SET', KEYS[2], turn, 'PX', math.ceil(turn + interval - now))
  return math.ceil(turn - now)
end
redis.call('SET', KEYS[1], tat + interval, 'PX', math.ceil(tat + interval - now) + 1000)
return 0`;

const BLOCK = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local until_ = now + tonumber(ARGV[2]) + (tonumber(ARGV[3]) - 1) * tonumber(ARGV[1])
local tat = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), until_)
redis.call('SET', KEYS[1], tat, 'PX', math.ceil(tat - now) + 1000)
return 0`;

interface Bucket {
  readonly name: string;
  readonly perMinute: number;
  readonly burst: number;
  readonly reserve: number;
  readonly reservesTurn?: boolean;
}

/** Turns are reserved at most this far ahead, ms. */
const MAX_AHEAD_MS = 30_000;

/** Token buckets in Redis, for `slack/rate-limits.ts`. */
export function createRateLimiter(redis: Connection) {
  const interval = (bucket: Bucket) => 60_000 / bucket.perMinute;
  return {
    async take(bucket: Bucket): Promise<number> {
      const burst = bucket.burst - bucket.reserve;
      const named = [keys.bucket(bucket.name), keys.bucketQueue(bucket.name)];
      const ahead = bucket.reservesTurn === true ? MAX_AHEAD_MS : 0;
      return Number(await redis.eval(TAKE, 2, ...named, interval(bucket), burst, ahead));
    },

    async block(bucket: Bucket, ms: number): Promise<void> {
      await redis.eval(BLOCK, 1, keys.bucket(bucket.name), interval(bucket), ms, bucket.burst);
    },
  };
}
