import type { Question } from '../model/question.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { releaseLock } from './release-lock.js';
import { runScript } from './script.js';

/** Names the credential that all questions use, for keys: it is no part of the token. */
const SHARED_CREDENTIAL = 'shared';

/**
 * Lua, for scripts that save a question. `watch(arg)` adds or removes it, by the arguments from index
 * `arg` on and the last key. It returns the index of the last key before.
 */
export const WATCH_LUA = `
local function watch(arg)
  if not ARGV[arg] then return #KEYS end
  local key, conversation, question = KEYS[#KEYS], ARGV[arg], ARGV[arg + 1]
  if ARGV[arg + 2] == '1' then
    redis.call('HSET', key, conversation, question)
  elseif redis.call('HGET', key, conversation) == question then
    redis.call('HDEL', key, conversation)
  end
  return #KEYS - 1
end`;

/**
 * What `watch` takes: nothing for a question that is not on the instance, or runs with somebody's own account,
 * of which the shared one's list says nothing.
 */
export function watchArguments({ ref, id, phase, account }: Question): {
  readonly named: readonly string[];
  readonly args: readonly (string | number)[];
} {
  if (ref === undefined || account === 'own') return { named: [], args: [] };
  const isOpen = phase === 'processing' ? 1 : 0;
  const args = [ref.conversationId, valueFor({ questionId: ref.questionId, id }), isOpen];
  return { named: [keys.watched(SHARED_CREDENTIAL)], args };
}

/** Returns whether the caller has the lease now, and how many questions are watched. */
const TAKE_TURN = `
local holder = redis.call('GET', KEYS[1])
local watched = redis.call('HLEN', KEYS[2])
if holder and holder ~= ARGV[1] then return { 0, watched } end
if watched < tonumber(ARGV[3]) then
  if holder then redis.call('DEL', KEYS[1]) end
  return { 0, watched }
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return { 1, watched }`;

const FORGET = `
for i = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[i]) == ARGV[i + 1] then
    redis.call('HDEL', KEYS[1], ARGV[i])
  end
end
return 1`;

/** A process that is gone loses its turn after this, ms. */
const LEASE_MS = 5_000;
/** Without another list for this long, questions are read as often as without any, ms. */
export const POLL_TTL_MS = 5_000;
/** What a list is worth is learnt again after this, ms. */
const RECORD_TTL_MS = 7 * 24 * 3600_000;
/** How many are looked at in one command. */
const PAGE = 200;

/** An open question of a conversation: the id of its record, and its own on the instance. */
export interface WatchedQuestion {
  readonly id: string;
  readonly questionId: number;
}

/** How well a list of conversations has told of outcomes. */
export interface ListTrust {
  /** How often it did not, in a row. */
  readonly mistakes: number;
  /** It is not read before, ms since the epoch. */
  readonly pausedUntil: number;
  /** The outcomes that it has shown in time since the last mistake. */
  readonly shown: number;
}

/** What the next process that reads the list goes on with. */
export interface ListRecord {
  readonly trust: ListTrust;
  /** The newest change that was read, by the instance's clock, and when, by ours: ms since the epoch. */
  readonly watermark?: number;
  readonly at: number;
}

/** `watched`: how many questions are. */
export interface Turn {
  readonly isOurs: boolean;
  readonly watched: number;
}

export type WatchedConversations = ReturnType<typeof createWatchedConversations>;

/**
 * The conversations whose question the instance works on, one question each, and which process reads the
 * list of conversations for all of them. `QuestionStore` adds and removes them with its own writes.
 */
export function createWatchedConversations({ redis }: { redis: Connection }) {
  const watched = keys.watched(SHARED_CREDENTIAL);
  const lease = keys.watchLease(SHARED_CREDENTIAL);
  const poll = keys.watchedPoll(SHARED_CREDENTIAL);
  const record = keys.listRecord(SHARED_CREDENTIAL);

  async function forget(fields: readonly (readonly [string, string])[]): Promise<void> {
    if (fields.length > 0)
      await runScript(redis, FORGET, { named: [watched], args: fields.flat() });
  }

  async function* pages(): AsyncGenerator<[conversation: string, value: string][]> {
    let cursor = '0';
    do {
      const [next, found] = await redis.hscan(watched, cursor, 'COUNT', PAGE);
      cursor = next;
      yield pairsOf(found);
    } while (cursor !== '0');
  }

  return {
    /** Takes or keeps the lease for a process, if at least `atLeast` questions are watched. */
    async takeTurn(process: string, atLeast: number): Promise<Turn> {
      const reply = await runScript(redis, TAKE_TURN, {
        named: [lease, watched],
        args: [process, LEASE_MS, atLeast],
      });
      const [isOurs, count] = reply as [number, number];
      return { isOurs: isOurs === 1, watched: count };
    },

    async release(process: string): Promise<void> {
      await releaseLock(redis, lease, process);
    },

    /** The watched ones among these conversations. */
    async find(conversations: readonly number[]): Promise<Map<number, WatchedQuestion>> {
      if (conversations.length === 0) return new Map();
      const values = await redis.hmget(watched, ...conversations.map(String));
      const found = new Map<number, WatchedQuestion>();
      for (const [i, conversation] of conversations.entries()) {
        const value = values[i];
        if (typeof value === 'string') found.set(conversation, parseValue(value));
      }
      return found;
    },

    /** All of them, page by page. */
    async *all(): AsyncGenerator<WatchedQuestion[]> {
      for await (const page of pages()) yield page.map(([, value]) => parseValue(value));
    },

    /** A list was read: until the next one, questions are read every `pollMs`. */
    async publishPoll(pollMs: number): Promise<void> {
      await redis.set(poll, String(pollMs), 'PX', POLL_TTL_MS);
    },

    async withdrawPoll(): Promise<void> {
      await redis.del(poll);
    },

    /** Undefined: no list tells of outcomes. */
    async pollMs(): Promise<number | undefined> {
      const value = await redis.get(poll);
      return value === null ? undefined : Number(value);
    },

    async count(): Promise<number> {
      return redis.hlen(watched);
    },

    async saveRecord(list: ListRecord): Promise<void> {
      await redis.set(record, JSON.stringify(list), 'PX', RECORD_TTL_MS);
    },

    async record(): Promise<ListRecord | undefined> {
      const value = await redis.get(record);
      return value === null ? undefined : (JSON.parse(value) as ListRecord);
    },

    /** Removes those whose record is gone or closed: after an uninstall, or by an older version. */
    async removeClosed(): Promise<void> {
      for await (const page of pages()) {
        if (page.length === 0) continue;
        const ids = page.map(([, value]) => parseValue(value).id);
        const open = await redis.zmscore(keys.open, ...ids);
        await forget(page.filter((_, i) => open[i] === null));
      }
    },
  };
}

function valueFor({ questionId, id }: WatchedQuestion): string {
  return `${questionId} ${id}`;
}

function parseValue(value: string): WatchedQuestion {
  const space = value.indexOf(' ');
  return { questionId: Number(value.slice(0, space)), id: value.slice(space + 1) };
}

function pairsOf(flat: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) pairs.push([flat[i] ?? '', flat[i + 1] ?? '']);
  return pairs;
}
