import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buckets } from '../../src/slack/rate-limits.js';
import { BUCKETS_LUA } from '../../src/store/rate-limit-script.js';
import { useRedis } from '../support/redis-fixture.js';

/**
 * Callers that always have more to post, against a Slack with a true rate, over simulated time. It runs in
 * Redis, where the functions run that it is about. `window`: at most so many calls in any minute, as the
 * local workspace; `bucket`: a token bucket with ten seconds' worth of burst.
 */
const SIMULATION = `${BUCKETS_LUA}
local ROUND_TRIP_MS = 100
local model, seconds, callers = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local rates = {tonumber(ARGV[4]), tonumber(ARGV[5])}
local b = cjson.decode(ARGV[6])
b.ahead, b.owns = 30000, true
b.learned = {start = b.perMinute, min = b.min, max = b.max, ceiling = b.perMinute, grown = RECOVER_MS}

local now, queue, minutes = 0, {}, {}
for minute = 1, seconds / 60 do minutes[minute] = {granted = 0, refused = 0} end
local function later(ms, event)
  local at = now + math.ceil(ms)
  queue[at] = queue[at] or {}
  table.insert(queue[at], event)
end

local calls, oldest, tokens, filledAt = {}, 1, nil, 0
local function retryAfter()
  local rate = now < seconds * 500 and rates[1] or rates[2]
  if model == 'window' then
    while calls[oldest] and calls[oldest] <= now - 60000 do oldest = oldest + 1 end
    if #calls - oldest + 1 >= rate then
      return math.max(1, math.ceil((calls[#calls - rate + 1] + 60000 - now) / 1000))
    end
    calls[#calls + 1] = now
    return 0
  end
  local burst = math.max(5, rate / 6)
  tokens = math.min(burst, (tokens or burst) + (now - filledAt) * rate / 60000)
  filledAt = now
  if tokens < 1 then return math.max(1, math.ceil((1 - tokens) * 60 / rate)) end
  tokens = tokens - 1
  return 0
end

local handle = {}
function handle.take()
  local wait = take({b}, now)
  if wait > 0 then later(math.max(50, wait), {'take'})
  else later(ROUND_TRIP_MS / 2, {'call', now}) end
end
function handle.call(takenAt)
  local wait = retryAfter()
  local minute = minutes[math.floor(now / 60000) + 1]
  if wait == 0 then
    minute.granted = minute.granted + 1
    later(ROUND_TRIP_MS / 2, {'take'})
  else
    minute.refused = minute.refused + 1
    later(ROUND_TRIP_MS / 2, {'refused', takenAt, wait * 1000})
  end
end
function handle.refused(takenAt, waitMs)
  refuse(b, now, waitMs, takenAt)
  later(waitMs * (1 + math.random() / 4), {'take'})
end

for caller = 1, callers do later(caller, {'take'}) end
while now < seconds * 1000 do
  local events, i = queue[now], 1
  while events and events[i] do
    handle[events[i][1]](events[i][2], events[i][3])
    i = i + 1
  end
  queue[now] = nil
  now = now + 1
end
return cjson.encode(minutes)`;

interface Minute {
  readonly granted: number;
  readonly refused: number;
}

interface Load {
  readonly model: 'window' | 'bucket';
  readonly minutes: number;
  /** What Slack grants a minute, in the first half and in the second one. */
  readonly rates: readonly [number, number];
}

const [POSTS] = buckets('chat.postMessage', { workspace: 'T1', channel: 'C1' }, 'final');

const { redis } = await useRedis();

async function simulate({ model, minutes, rates }: Load): Promise<Minute[]> {
  const bucket = { ...POSTS?.learned, ...POSTS };
  const args = [model, minutes * 60, 120, ...rates, JSON.stringify(bucket)];
  return JSON.parse(String(await redis.eval(SIMULATION, 0, ...args))) as Minute[];
}

const each = (minutes: readonly Minute[], what: keyof Minute) =>
  minutes.reduce((sum, minute) => sum + minute[what], 0) / minutes.length;

describe('the rate that a workspace grants', () => {
  /** Between 60 and 3,000 a minute, the small ones as often as the large ones. */
  const rate = fc.double({ min: Math.log(60), max: Math.log(3_000), noNaN: true });
  const model = fc.constantFrom('window' as const, 'bucket' as const);

  it('is found within a minute and used, with a few refusals a minute', async () => {
    const load = fc.record({ rate: rate.map((log) => Math.round(Math.exp(log))), model });
    const property = fc.asyncProperty(load, async ({ rate: granted, model: by }) => {
      const minutes = await simulate({ model: by, minutes: 4, rates: [granted, granted] });
      const later = minutes.slice(1);
      expect(each(later, 'granted')).toBeGreaterThanOrEqual(0.85 * granted);
      // Each time, some calls are under way.
      expect(each(later, 'refused')).toBeLessThanOrEqual(5 + granted / 100);
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('is found within seconds if it is much higher', async () => {
    const [first] = await simulate({ model: 'bucket', minutes: 1, rates: [3_000, 3_000] });
    expect(first?.granted).toBeGreaterThan(2_500);
    expect(first?.refused).toBe(0);
  });

  it.each([
    ['window', [1_200, 300]],
    ['bucket', [1_200, 300]],
    ['bucket', [600, 60]],
  ] as const)('is found again when it drops, counted by %s', async (by, rates) => {
    const minutes = await simulate({ model: by, minutes: 8, rates });
    const settled = minutes.slice(6);
    expect(each(settled, 'granted')).toBeGreaterThanOrEqual(0.85 * rates[1]);
    expect(minutes[4]?.refused).toBeLessThanOrEqual(30);
    expect(each(minutes.slice(5), 'refused')).toBeLessThanOrEqual(8);
  });

  it.each(['window', 'bucket'] as const)(
    'is found again when it rises, counted by %s',
    async (by) => {
      const minutes = await simulate({ model: by, minutes: 8, rates: [200, 1_000] });
      expect(each(minutes.slice(6), 'granted')).toBeGreaterThanOrEqual(850);
    },
  );
});
