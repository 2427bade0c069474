import type { ThreadKey } from '../model/question.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { settingsIn } from './settings.js';

/** A thread that is ours, and has no conversation yet. */
const CLAIMED = 'by ';

const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0`;

const UNCLAIM = `
if redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('ZCARD', KEYS[2]) == 0 then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const LINE_UP = `
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then redis.call('ZADD', KEYS[2], 'NX', ARGV[2], ARGV[1]) end`;

const BEGIN = `
if (redis.call('ZRANK', KEYS[1], ARGV[1]) or 0) ~= 0 then return 0 end
redis.call('ZADD', KEYS[1], 'XX', 0, ARGV[1])
return 1`;

/** The latest wish counts, in whatever order they come. */
const HEAR = `
local was = redis.call('GET', KEYS[1])
if was and tonumber(string.match(was, '^%d+')) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
return 1`;

const START_AFRESH = `
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const SETTLE = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
local afresh = redis.call('GET', KEYS[2])
if afresh and tonumber(afresh) <= tonumber(ARGV[2]) then redis.call('DEL', KEYS[2]) end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[4])
return 1`;

/** More than fit into a question's context; the oldest go. */
const NOTE_ASIDE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -201)
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1`;

export type ThreadStore = ReturnType<typeof createThreadStore>;

/** Which threads are ours, their conversation on the instance, and whose turn it is in them. */
export function createThreadStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;
  return {
    /** The thread is ours from now on, for the sake of question `id`; false where it was already. */
    async claim(thread: ThreadKey, id: string): Promise<boolean> {
      const args = [keys.thread(thread), `${CLAIMED}${id}`, String(retentionMs)];
      return (await redis.eval(CLAIM, 1, ...args)) === 1;
    },

    async isOurs(thread: ThreadKey): Promise<boolean> {
      return (await redis.exists(keys.thread(thread))) === 1;
    },

    /**
     * Whether the thread is ours, since when (ms) its replies are not for us, and whether in its
     * channel only those are that mention us.
     */
    async attention(thread: ThreadKey): Promise<Attention> {
      const settings = keys.settings(thread.workspace, thread.channel);
      const named = [keys.thread(thread), keys.hearing(thread), settings];
      const [owner, hearing, kept] = await redis.mget(...named);
      const [, since] = /^(\d+) muted$/.exec(hearing ?? '') ?? [];
      const muted = since === undefined ? {} : { mutedSince: Number(since) };
      const byMention = settingsIn(kept).replies === 'mention';
      return { ours: typeof owner === 'string', ...muted, byMention };
    },

    /** Somebody wished, `at` (ms), that replies are taken as follow-ups, or not. */
    async hear(thread: ThreadKey, wish: { muted: boolean; at: number }): Promise<void> {
      const args = [String(wish.at), wish.muted ? 'muted' : 'heard', String(retentionMs)];
      await redis.eval(HEAR, 1, keys.hearing(thread), ...args);
    },

    /** Somebody wished that what is asked after `at` (ms) starts a new conversation. */
    async startAfresh(thread: ThreadKey, at: number): Promise<void> {
      await redis.eval(START_AFRESH, 1, keys.afresh(thread), String(at), String(retentionMs));
    },

    async startsAfresh(thread: ThreadKey, askedAt: number): Promise<boolean> {
      const wished = await redis.get(keys.afresh(thread));
      return wished !== null && Number(wished) <= askedAt;
    },

    /**
     * A question stands in this conversation, in which the thread goes on from there; what people
     * said to each other before it (`saidTs`) has gone along.
     */
    async settle(thread: ThreadKey, question: Settled): Promise<void> {
      const { conversationId, askedAt, saidTs } = question;
      const named = [keys.thread(thread), keys.afresh(thread), keys.asides(thread)];
      const args = [conversationId, askedAt, retentionMs, saidTs].map(String);
      await redis.eval(SETTLE, named.length, ...named, ...args);
    },

    /** People said something to each other; nothing is kept of it but when, and only in a thread of ours. */
    async noteAside(thread: ThreadKey, ts: string): Promise<void> {
      const named = [keys.thread(thread), keys.asides(thread)];
      await redis.eval(NOTE_ASIDE, named.length, ...named, ts, String(retentionMs));
    },

    /** The `ts` of what people said to each other since the last question, and before `ts`; oldest first. */
    async asides(thread: ThreadKey, ts: string): Promise<string[]> {
      return redis.zrange(keys.asides(thread), '-inf', `(${ts}`, 'BYSCORE');
    },

    /** Takes back the claim of a question that was refused; what others made the thread ours by stays. */
    async unclaim(thread: ThreadKey, id: string): Promise<void> {
      const named = [keys.thread(thread), keys.turns(thread)];
      await redis.eval(UNCLAIM, named.length, ...named, `${CLAIMED}${id}`);
    },

    /** The thread, in a direct message, answers what was asked in this channel. */
    async setOrigin(thread: ThreadKey, channel: string): Promise<void> {
      await redis.set(keys.origin(thread), channel, 'PX', retentionMs);
    },

    /** Undefined where it was asked where it is answered. */
    async origin(thread: ThreadKey): Promise<string | undefined> {
      return (await redis.getex(keys.origin(thread), 'PX', retentionMs)) ?? undefined;
    },

    async conversation(thread: ThreadKey): Promise<number | undefined> {
      const value = await redis.get(keys.thread(thread));
      return value === null || !/^\d+$/.test(value) ? undefined : Number(value);
    },

    async setConversation(thread: ThreadKey, conversationId: number | undefined): Promise<void> {
      const value = conversationId === undefined ? '' : String(conversationId);
      await redis.set(keys.thread(thread), value, 'PX', retentionMs);
    },

    /** Lines an open question up by when it was said; one that is over stays out. */
    async lineUp(thread: ThreadKey, id: string, saidAt: number): Promise<void> {
      const args = [keys.open, keys.turns(thread), id, String(saidAt)];
      await redis.eval(LINE_UP, 2, ...args);
    },

    /** Takes its turn, if it still has it: who said something earlier and is heard later comes behind. */
    async begin(thread: ThreadKey, id: string): Promise<boolean> {
      return (await redis.eval(BEGIN, 1, keys.turns(thread), id)) === 1;
    },

    async leave(thread: ThreadKey, id: string): Promise<void> {
      await redis.zrem(keys.turns(thread), id);
    },

    /** How many questions of the thread come first; 0: it is this one's turn. */
    async place(thread: ThreadKey, id: string): Promise<number> {
      return (await redis.zrank(keys.turns(thread), id)) ?? 0;
    },

    /** The thread's open questions, the one whose turn it is first. */
    async line(thread: ThreadKey): Promise<string[]> {
      return redis.zrange(keys.turns(thread), 0, '49');
    },
  };
}

export interface Attention {
  readonly ours: boolean;
  readonly mutedSince?: number;
  readonly byMention: boolean;
}

interface Settled {
  readonly conversationId: number;
  /** ms since the epoch. */
  readonly askedAt: number;
  /** The same as Slack says it. */
  readonly saidTs: string;
}
