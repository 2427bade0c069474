import { z } from 'zod';
import type { ThreadKey } from '../model/place.js';
import { effectiveSettings } from '../model/settings-layers.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';
import { readLayers, settingsKeys } from './settings.js';

/** Prefix of the value while the thread has no conversation yet; the question's ID follows. */
const CLAIMED = 'by ';

const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0`;

const RELEASE_CLAIM = `
if redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('ZCARD', KEYS[2]) == 0 then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const ENQUEUE = `
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then redis.call('ZADD', KEYS[2], 'NX', ARGV[2], ARGV[1]) end`;

const TAKE_TURN = `
if (redis.call('ZRANK', KEYS[1], ARGV[1]) or 0) ~= 0 then return 0 end
redis.call('ZADD', KEYS[1], 'XX', 0, ARGV[1])
return 1`;

/** The latest request wins, whatever order they arrive in. */
const SET_STATE = `
local was = redis.call('GET', KEYS[1])
if was and tonumber(string.match(was, '^%d+')) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
return 1`;

const START_NEW_CONVERSATION = `
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const RECORD_CONVERSATION = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
local since = redis.call('GET', KEYS[2])
if since and tonumber(since) <= tonumber(ARGV[2]) then redis.call('DEL', KEYS[2]) end
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[4])
return 1`;

/** Keeps the newest 200, more than fit into a question's context. */
const ADD_SIDE_MESSAGE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -201)
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1`;

interface ThreadStoreOptions {
  readonly redis: Connection;
  /** How long a thread is kept after its last question, ms. */
  readonly retentionMs: number;
}

export type ThreadStore = ReturnType<typeof createThreadStore>;

/** Which threads are ours, their conversations on the instance, and the order of their questions. */
export function createThreadStore(options: ThreadStoreOptions) {
  return {
    ...ownership(options),
    ...replies(options),
    ...conversations(options),
    ...accountConversations(options),
    ...citedRepositories(options),
    ...questionQueue(options.redis),
  };
}

function ownership({ redis, retentionMs }: ThreadStoreOptions) {
  return {
    /** Makes the thread ours on behalf of question `id`; false if it was ours already. */
    async claim(thread: ThreadKey, id: string): Promise<boolean> {
      const named = [keys.thread(thread)];
      const args = [`${CLAIMED}${id}`, retentionMs];
      return (await runScript(redis, CLAIM, { named, args })) === 1;
    },

    /** Undoes the claim of a question that was refused, unless other questions use the thread. */
    async releaseClaim(thread: ThreadKey, id: string): Promise<void> {
      const named = [keys.thread(thread), keys.threadQueue(thread)];
      await runScript(redis, RELEASE_CLAIM, { named, args: [`${CLAIMED}${id}`] });
    },

    async isOurs(thread: ThreadKey): Promise<boolean> {
      return (await redis.exists(keys.thread(thread))) === 1;
    },

    /** Records that this thread of a direct message answers a question asked in `channel`. */
    async setOrigin(thread: ThreadKey, channel: string): Promise<void> {
      await redis.set(keys.origin(thread), channel, 'PX', retentionMs);
    },

    /** The channel from `setOrigin`; undefined for questions that are answered where they were asked. */
    async origin(thread: ThreadKey): Promise<string | undefined> {
      return (await redis.getex(keys.origin(thread), 'PX', retentionMs)) ?? undefined;
    },
  };
}

function replies({ redis, retentionMs }: ThreadStoreOptions) {
  return {
    /** Whether a reply in the thread is a question for us; reads everything that decides it at once. */
    async replyPolicy(thread: ThreadKey): Promise<ReplyPolicy> {
      const settings = settingsKeys(thread.workspace, thread.channel);
      const named = [keys.thread(thread), keys.muted(thread), ...settings];
      const [owner, muted, ...stored] = await redis.mget(...named);
      const [, since] = /^(\d+) muted$/.exec(muted ?? '') ?? [];
      return {
        ours: typeof owner === 'string',
        ...(since === undefined ? {} : { mutedSince: Number(since) }),
        byMention: effectiveSettings(readLayers(stored)).replies === 'mention',
      };
    },

    /** Somebody muted or unmuted the thread, at `at` (ms). */
    async setMuted(thread: ThreadKey, request: { muted: boolean; at: number }): Promise<void> {
      const state = request.muted ? 'muted' : 'unmuted';
      const args = [request.at, state, retentionMs];
      await runScript(redis, SET_STATE, { named: [keys.muted(thread)], args });
    },

    /** Somebody made the answers in the thread private or public, at `at` (ms). */
    async setPrivate(
      thread: ThreadKey,
      request: { readonly private: boolean; readonly at: number },
    ): Promise<void> {
      const state = request.private ? 'private' : 'public';
      const args = [request.at, state, retentionMs];
      await runScript(redis, SET_STATE, { named: [keys.privateThread(thread)], args });
    },

    /** Whether answers in the thread go to whoever asks alone. */
    async isPrivate(thread: ThreadKey): Promise<boolean> {
      const state = await redis.getex(keys.privateThread(thread), 'PX', retentionMs);
      return state?.endsWith(' private') === true;
    },

    /** Records the `ts` of a reply that is not for us, without its text; only in our threads. */
    async addSideMessage(thread: ThreadKey, ts: string): Promise<void> {
      const named = [keys.thread(thread), keys.sideMessages(thread)];
      await runScript(redis, ADD_SIDE_MESSAGE, { named, args: [ts, retentionMs] });
    },

    /** The `ts` of the side messages since the last question and before `ts`, oldest first. */
    async sideMessages(thread: ThreadKey, ts: string): Promise<string[]> {
      return redis.zrange(keys.sideMessages(thread), '-inf', `(${ts}`, 'BYSCORE');
    },
  };
}

/** `others`: somebody asked with another account after that. */
const LAST_ASKED = `
local own = redis.call('HGET', KEYS[1], ARGV[1])
if not own then return nil end
local at, others = tonumber(string.match(own, ' (.+)$')), 0
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  if fields[i] ~= ARGV[1] and tonumber(string.match(fields[i + 1], ' (.+)$')) > at then others = 1 end
end
return { own, others }`;

const RECORD_FOR_ACCOUNT = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[4])
return 1`;

/** Where people have accounts of their own, each account has a conversation of its own in a thread. */
function accountConversations({ redis, retentionMs }: ThreadStoreOptions) {
  return {
    /** The account's conversation in a thread; undefined if nothing was asked there with it. */
    async accountConversation(
      thread: ThreadKey,
      account: string,
    ): Promise<AccountConversation | undefined> {
      const named = [keys.threadAccounts(thread)];
      const reply = await runScript(redis, LAST_ASKED, { named, args: [account] });
      if (!Array.isArray(reply)) return undefined;
      const [value, others] = reply as [string, number];
      const [id, saidTs = '0'] = value.split(' ');
      return { conversationId: Number(id), saidTs, othersAsked: others === 1 };
    },

    /** As `recordConversation`, for the conversation of one account. */
    async recordAccountConversation(
      thread: ThreadKey,
      account: string,
      { conversationId, saidTs }: Pick<CreatedQuestion, 'conversationId' | 'saidTs'>,
    ): Promise<void> {
      const named = [keys.threadAccounts(thread), keys.thread(thread), keys.sideMessages(thread)];
      const args = [account, `${conversationId} ${saidTs}`, retentionMs, saidTs];
      await runScript(redis, RECORD_FOR_ACCOUNT, { named, args });
    },

    /** The account's next question in the thread begins a new conversation. */
    async forgetAccountConversation(thread: ThreadKey, account: string): Promise<void> {
      await redis.hdel(keys.threadAccounts(thread), account);
    },
  };
}

export interface AccountConversation {
  readonly conversationId: number;
  /** Of its last question: a Slack `ts`. */
  readonly saidTs: string;
  /** After that, somebody asked in the thread with another account. */
  readonly othersAsked: boolean;
}

function conversations({ redis, retentionMs }: ThreadStoreOptions) {
  /** Since when (ms since the epoch) questions start a new conversation, if this one may. */
  async function newConversationSince(
    thread: ThreadKey,
    askedAt: number,
  ): Promise<number | undefined> {
    const since = await redis.get(keys.newConversation(thread));
    return since !== null && Number(since) <= askedAt ? Number(since) : undefined;
  }

  return {
    /** Questions asked after `at` (ms) start a new conversation. */
    async startNewConversation(thread: ThreadKey, at: number): Promise<void> {
      const named = [keys.newConversation(thread)];
      await runScript(redis, START_NEW_CONVERSATION, { named, args: [at, retentionMs] });
    },

    async startsNewConversation(thread: ThreadKey, askedAt: number): Promise<boolean> {
      return (await newConversationSince(thread, askedAt)) !== undefined;
    },

    newConversationSince,

    /**
     * The conversation that a question was created in: follow-ups go there. Forgets the side
     * messages that were sent along with the question (up to `saidTs`).
     */
    async recordConversation(thread: ThreadKey, question: CreatedQuestion): Promise<void> {
      const { conversationId, askedAt, saidTs } = question;
      const named = [keys.thread(thread), keys.newConversation(thread), keys.sideMessages(thread)];
      const args = [conversationId, askedAt, retentionMs, saidTs].map(String);
      await runScript(redis, RECORD_CONVERSATION, { named, args });
    },

    async conversation(thread: ThreadKey): Promise<number | undefined> {
      const value = await redis.get(keys.thread(thread));
      return value === null || !/^\d+$/.test(value) ? undefined : Number(value);
    },

    async setConversation(thread: ThreadKey, conversationId: number | undefined): Promise<void> {
      const value = conversationId === undefined ? '' : String(conversationId);
      await redis.set(keys.thread(thread), value, 'PX', retentionMs);
    },
  };
}

const Names = z.array(z.string()).catch([]);

function citedRepositories({ redis, retentionMs }: ThreadStoreOptions) {
  return {
    /** What the thread's last answer cites; no repositories: what is recorded stays. */
    async recordCited(thread: ThreadKey, repositories: readonly string[]): Promise<void> {
      if (repositories.length === 0) return;
      const value = JSON.stringify(repositories);
      await redis.set(keys.threadRepositories(thread), value, 'PX', retentionMs);
    },

    async cited(thread: ThreadKey): Promise<readonly string[]> {
      const stored = await redis.get(keys.threadRepositories(thread));
      return stored === null ? [] : Names.parse(JSON.parse(stored));
    },
  };
}

/** The open questions of a thread are answered one after the other, in the order they were asked. */
function questionQueue(redis: Connection) {
  return {
    /** Adds an open question by the time it was asked; does nothing for a finished one. */
    async enqueue(thread: ThreadKey, id: string, askedAt: number): Promise<void> {
      const named = [keys.open, keys.threadQueue(thread)];
      await runScript(redis, ENQUEUE, { named, args: [id, askedAt] });
    },

    /** Whether it is this question's turn. From then on it stays first, even if an earlier one arrives late. */
    async takeTurn(thread: ThreadKey, id: string): Promise<boolean> {
      return (
        (await runScript(redis, TAKE_TURN, { named: [keys.threadQueue(thread)], args: [id] })) === 1
      );
    },

    async dequeue(thread: ThreadKey, id: string): Promise<void> {
      await redis.zrem(keys.threadQueue(thread), id);
    },

    /** How many questions of the thread come first; 0 if it is this one's turn. */
    async queuePosition(thread: ThreadKey, id: string): Promise<number> {
      return (await redis.zrank(keys.threadQueue(thread), id)) ?? 0;
    },

    /** The IDs of the thread's open questions, at most 50, the current one first. */
    async queue(thread: ThreadKey): Promise<string[]> {
      return redis.zrange(keys.threadQueue(thread), 0, '49');
    },
  };
}

export interface ReplyPolicy {
  /** The thread is ours. */
  readonly ours: boolean;
  /** Replies after this time (ms since the epoch) are not for us. */
  readonly mutedSince?: number;
  /** In this channel only replies that mention us are for us. */
  readonly byMention: boolean;
}

interface CreatedQuestion {
  readonly conversationId: number;
  /** ms since the epoch. */
  readonly askedAt: number;
  /** The same as a Slack `ts`. */
  readonly saidTs: string;
}
