/**
 * Token buckets, and rates that are learned. Pure: functions of tables and times in ms, so that a test
 * can run them over simulated time. A bucket has `perMinute`, `burst`, `reserve`, `ahead` and the state
 * of `STATE`; one whose rate is learned has `learned` with `start`, `min`, `max` and the state of
 * `LEARNED`, and `owns` if its own calls teach it.
 *
 * A learned rate is a cubic function of the time that callers had to wait since the last refusal, as
 * CUBIC does for TCP (https://www.rfc-editor.org/rfc/rfc9438.html): a refusal halves it, within 2 s it is
 * back just below where it was refused, stays about there, and then grows faster and faster. Before the
 * first refusal, it grows within seconds.
 */
export const BUCKETS_LUA = `
local RECOVER_MS, PROBE_MS, FIRST_PROBE_MS = 2000, 30000, 1500
-- After a refusal, the rate comes back to this share of the one that was refused.
local BELOW = 0.95
-- A rate that Slack granted less of than this has grown past the limit.
local OVERSHOT = 0.7
-- Slack counts over a window if it asks to wait this long: what it granted in a minute is its limit.
local WINDOW_MS = 5000
-- Before the first refusal, turns are given at most this far ahead: the rate may be far higher by then.
local FIRST_AHEAD_MS = 2000
-- Waits that are further apart than this are not of one load.
local LOAD_GAP_MS = 5000
-- One wait counts for at most this long.
local MAX_GROWTH_MS = 2000

local function clamp(value, low, high) return math.max(low, math.min(high, value)) end

local function learnedRate(l)
  local past = l.grown - RECOVER_MS
  local per = past < 0 and RECOVER_MS or l.limited and PROBE_MS or FIRST_PROBE_MS
  return clamp(l.ceiling * (1 + 0.5 * (past / per) ^ 3), l.min, l.max)
end

-- What counts over about a minute.
local function fade(count, passedMs) return count * math.exp(-passedMs / 60000) end

-- Sets the present rate, size and tokens of a bucket, and what it granted in the last minute.
local function refill(b, now)
  b.scale = b.learned and learnedRate(b.learned) / b.learned.start or 1
  b.rate = b.perMinute * b.scale
  b.size = math.max(1, b.burst * math.min(1, b.scale))
  local passed = math.max(0, now - (b.at or now))
  b.tokens = math.min(b.size, (b.tokens or b.size) + passed * b.rate / 60000)
  b.at = math.max(b.at or now, now)
  b.granted = fade(b.granted or 0, passed)
  if b.tokens == b.size and b.at == now then b.since = now end
end

-- Ms until the bucket has a token for this caller.
local function waitOf(b, now)
  local needed = math.min(b.size, 1 + b.reserve * math.min(1, b.scale))
  local missing = needed - b.tokens
  return b.at - now + (missing > 1e-6 and missing * 60000 / b.rate or 0)
end

local function noteDemand(l, now)
  local gap = now - (l.demand or now)
  if gap > 0 and gap <= LOAD_GAP_MS then l.grown = l.grown + math.min(gap, MAX_GROWTH_MS) end
  l.demand, l.changed = now, true
end

-- A caller that comes back gets a turn behind the earlier ones, else all would come for one token.
local function reserveTurn(b, now, wait)
  local l = b.learned
  local rate = math.max(b.rate, l and b.perMinute * l.ceiling / l.start or 0)
  local ahead = l and not l.limited and math.min(b.ahead, FIRST_AHEAD_MS) or b.ahead
  b.turn = math.max(now + wait, math.min((b.turn or 0) + 60000 / rate, b.at + ahead))
  return b.turn - now
end

-- Takes a token of each bucket, or of none. Returns 0 and 0, or the ms to wait and for which bucket.
local function take(all, now)
  local longest, empty = 0, 0
  for i, b in ipairs(all) do
    refill(b, now)
    local wait = waitOf(b, now)
    b.changed = wait > 0 and b.ahead > 0
    if b.changed then
      if b.owns and b.at == now then noteDemand(b.learned, now) end
      wait = reserveTurn(b, now, wait)
    end
    if wait > longest then longest, empty = wait, i end
  end
  if longest > 0 then return math.ceil(longest), empty end
  for _, b in ipairs(all) do
    b.tokens, b.granted, b.changed = b.tokens - 1, b.granted + 1, true
  end
  return 0, 0
end

-- What a refusal teaches, once for all calls that were under way.
local function learn(b, now, untilMs)
  local l = b.learned
  local rate = learnedRate(l)
  local granted = b.granted
  if untilMs - now < WINDOW_MS then
    granted = granted / (1 - fade(1, untilMs - (b.since or now)))
    -- More than the rate was granted: what was refused is the burst.
    if granted <= rate then l.limited = 1 end
    granted = math.max(granted, rate / 2)
  else
    l.limited = 1
  end
  if granted < OVERSHOT * rate then rate = granted end
  l.ceiling = clamp(BELOW * rate, l.min, l.max)
  l.grown, l.demand, l.refusedAt, l.changed, b.turn = 0, untilMs, now, true, 0
end

-- Slack refused a call that took its token at takenAt: nobody gets one until it may be repeated.
local function refuse(b, now, retryAfter, takenAt)
  refill(b, now)
  b.granted = math.max(0, b.granted - 1)
  local untilMs = math.max(b.at, now + retryAfter)
  if b.owns and takenAt > (b.learned.refusedAt or 0) then learn(b, now, untilMs) end
  b.granted = fade(b.granted, untilMs - b.at)
  b.tokens, b.at = 1, untilMs
end`;

/** Arguments of a bucket: `bucketArguments` in `rate-limiter.ts` has the same order. */
const STORED_LUA = `
local FIELDS = 8
local STATE = {'tokens', 'at', 'turn', 'since', 'granted'}
local LEARNED = {'ceiling', 'grown', 'limited', 'demand', 'refusedAt'}
local LEARNED_FOR_MS = 86400000

local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

local function loadState(into, key, names)
  local found = redis.call('HMGET', key, unpack(names))
  for i, name in ipairs(names) do into[name] = tonumber(found[i] or nil) end
  return into
end

local function saveState(key, from, names)
  local fields = {}
  for _, name in ipairs(names) do
    if from[name] then
      fields[#fields + 1] = name
      fields[#fields + 1] = from[name]
    end
  end
  redis.call('HSET', key, unpack(fields))
end

-- The bucket with the keys and arguments at index i, from 1.
local function loadBucket(i)
  local arg = function(n) return tonumber(ARGV[(i - 1) * FIELDS + n]) end
  local b = {key = KEYS[2 * i - 1], rateKey = KEYS[2 * i]}
  b.perMinute, b.burst, b.reserve, b.ahead = arg(1), arg(2), arg(3), arg(4)
  loadState(b, b.key, STATE)
  if arg(5) == 0 then return b end
  b.learned = loadState({start = arg(5), min = arg(6), max = arg(7)}, b.rateKey, LEARNED)
  b.learned.ceiling = b.learned.ceiling or b.learned.start
  b.learned.grown = b.learned.grown or RECOVER_MS
  b.owns = arg(8) == 1
  return b
end

local function saveBucket(b, at)
  saveState(b.key, b, STATE)
  local full = b.at - at + (b.size - b.tokens) * 60000 / b.rate
  redis.call('PEXPIRE', b.key, math.ceil(math.max(full, (b.turn or 0) - at)) + 1000)
  if not b.owns or not b.learned.changed then return end
  saveState(b.rateKey, b.learned, LEARNED)
  redis.call('PEXPIRE', b.rateKey, LEARNED_FOR_MS)
end`;

/** KEYS: two for each bucket, its own and that of its learned rate. ARGV: eight for each bucket. */
export const TAKE_LUA = `${BUCKETS_LUA}${STORED_LUA}
local at, all = now(), {}
for i = 1, #KEYS / 2 do all[i] = loadBucket(i) end
local wait, empty = take(all, at)
local learned = 0
for i, b in ipairs(all) do
  if b.changed then saveBucket(b, at) end
  if b.owns then learned = i end
end
-- Redis cuts fractions off.
return {wait, empty, learned, learned > 0 and all[learned].rate or 0}`;

/**
 * The first bucket is the workspace's; the second, if there is one, the channel's. Slack does not say
 * which limit a call was over: it is the workspace's if another channel was refused shortly before.
 * ARGV: eight for each bucket; the ms to wait, how many ms ago the call took its tokens, the channel.
 */
export const REFUSE_LUA = `${BUCKETS_LUA}${STORED_LUA}
local SHORTLY_MS = 10000
local at, buckets = now(), #KEYS / 2
local retryAfter, takenAgo, channel = unpack(ARGV, buckets * FIELDS + 1)
local function apply(i)
  local b = loadBucket(i)
  refuse(b, at, tonumber(retryAfter), at - tonumber(takenAgo))
  saveBucket(b, at)
end
if buckets == 1 then apply(1) return 1 end
apply(2)
local last = redis.call('HMGET', KEYS[2], 'channel', 'channelAt')
redis.call('HSET', KEYS[2], 'channel', channel, 'channelAt', at)
redis.call('PEXPIRE', KEYS[2], LEARNED_FOR_MS)
local isOther = last[1] and last[1] ~= channel
if isOther and at - tonumber(last[2]) <= SHORTLY_MS then apply(1) end
return 1`;
