import {
  LIMIT_SCOPES,
  type LimitScope,
  type LimitUsage,
  type QuestionLimits,
} from '../model/limits.js';
import type { Question } from '../model/question.js';
import { keys } from './keys.js';

const HOUR_MS = 3600_000;

/** For each scope: `keys.openIn`, `keys.askedIn`. */
export const LIMIT_KEYS_PER_QUESTION = 2 * LIMIT_SCOPES.length;

/**
 * Lua, for the script that creates a question. `checkLimits(first, now, arg, replaced)` returns the
 * usage of each scope, and whether a limit is reached; `first` is the index of the first key, `arg` of the first
 * pair of limits, and `replaced` the id of a question that does not count as open. `countQuestion`
 * counts it.
 *
 * An open question is counted by its id, so that it can neither be counted twice nor stay counted
 * when it is lost: where a limit is reached, what is no longer in `keys.open` is removed first.
 */
export const LIMITS_LUA = `
local function countOpen(key, open, max, replaced)
  local count = redis.call('ZCARD', key)
  if redis.call('ZSCORE', key, replaced) then count = count - 1 end
  if max == 0 or count < max then return count end
  for _, id in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    local isLost = id ~= replaced and not redis.call('ZSCORE', open, id)
    if isLost then count = count - redis.call('ZREM', key, id) end
  end
  return count
end
local function checkLimits(first, now, arg, replaced)
  local usage, reached = {}, false
  for scope = 0, ${LIMIT_SCOPES.length - 1} do
    local openKey, askedKey = KEYS[first + 2 * scope], KEYS[first + 2 * scope + 1]
    local maxOpen, maxAsked = tonumber(ARGV[arg + 2 * scope]), tonumber(ARGV[arg + 2 * scope + 1])
    redis.call('ZREMRANGEBYSCORE', askedKey, '-inf', now - ${HOUR_MS})
    local open = countOpen(openKey, KEYS[2], maxOpen, replaced)
    local asked, freeAt = redis.call('ZCARD', askedKey), 0
    if maxAsked > 0 and asked >= maxAsked then
      local last = redis.call('ZRANGE', askedKey, asked - maxAsked, asked - maxAsked, 'WITHSCORES')
      freeAt, reached = last[2] + ${HOUR_MS}, true
    end
    if maxOpen > 0 and open >= maxOpen then reached = true end
    usage[scope + 1] = { open, asked, freeAt }
  end
  return usage, reached
end
local function countQuestion(id, first, now, arg)
  for scope = 0, ${LIMIT_SCOPES.length - 1} do
    local openKey, askedKey = KEYS[first + 2 * scope], KEYS[first + 2 * scope + 1]
    redis.call('ZADD', openKey, now, id)
    if tonumber(ARGV[arg + 2 * scope + 1]) > 0 then
      redis.call('ZADD', askedKey, now, id)
      redis.call('PEXPIRE', askedKey, ${HOUR_MS})
    end
  end
end`;

/** The keys in the order in which `LIMITS_LUA` reads them. */
export function limitKeys(question: Question): string[] {
  return LIMIT_SCOPES.flatMap((scope) => {
    const subject = subjectOf(question, scope);
    return [keys.openIn(scope, subject), keys.askedIn(scope, subject)];
  });
}

/** Where a question counts as open. */
export function openKeys(question: Question): string[] {
  return LIMIT_SCOPES.map((scope) => keys.openIn(scope, subjectOf(question, scope)));
}

export function limitArguments(limits: QuestionLimits): number[] {
  return LIMIT_SCOPES.flatMap((scope) => [limits[scope].open, limits[scope].perHour]);
}

/** The reply of `checkLimits`. */
export function parseUsage(reply: unknown): Record<LimitScope, LimitUsage> {
  const rows = reply as readonly (readonly number[])[];
  const entries = LIMIT_SCOPES.map((scope, i) => {
    const [open = 0, asked = 0, freeAt = 0] = rows[i] ?? [];
    return [scope, { open, asked, freeAt }] as const;
  });
  return Object.fromEntries(entries) as Record<LimitScope, LimitUsage>;
}

/** `askedIn`: the answer moved to another channel. */
function subjectOf({ place, askedIn, user }: Question, scope: LimitScope): string {
  const { workspace, channel } = place;
  if (scope === 'person') return `${workspace}:${user}`;
  return scope === 'channel' ? `${workspace}:${askedIn ?? channel}` : workspace;
}
