import { DeepSearchSlackError } from '../model/error.js';
import type { ThreadKey } from '../model/place.js';
import { openAttempt, type Question, type QuestionFlags } from '../model/question.js';
import type { Connection, Replicated } from './connection.js';
import { keys } from './keys.js';

/** Another process changed the record since it was loaded: load it again. */
export class StaleQuestion extends DeepSearchSlackError {
  readonly code = 'stale_question';
  readonly id: string;

  constructor(id: string) {
    super(`The record of question ${id} was changed by another process`);
    this.id = id;
  }
}

/** A newer version of the app wrote the record: it is for a worker of that version. */
export class NewerQuestion extends DeepSearchSlackError {
  readonly code = 'newer_question';

  constructor(id: string, version: unknown) {
    super(`The record of question ${id} is of version ${version}, which this version cannot read`);
  }
}

export interface QuestionStoreOptions {
  readonly redis: Connection;
  /** A write is safe once this resolves. Default: at once. */
  readonly replicated?: Replicated;
  /** Delivered questions are kept this long. */
  readonly retentionMs: number;
}

const CREATE = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'rev', 0, 'body', ARGV[1])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[3])
local hasTurn = tonumber(ARGV[5])
if hasTurn == 1 then redis.call('ZADD', KEYS[3], 'NX', ARGV[4], ARGV[3]) end
for i = 3 + hasTurn, #KEYS do redis.call('SET', KEYS[i], ARGV[3], 'PX', ARGV[6]) end
return 1`;

const SAVE = `
if redis.call('HGET', KEYS[1], 'rev') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'rev', ARGV[2], 'body', ARGV[3])
for i = 2, #KEYS do redis.call('SET', KEYS[i], ARGV[4], 'PX', ARGV[5]) end
return 1`;

const SET_FLAG = `
local made = redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return made`;

const CLOSE = `
if redis.call('HGET', KEYS[1], 'rev') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'rev', ARGV[2], 'body', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('ZREM', KEYS[3], ARGV[4])
local hasTurn = tonumber(ARGV[6])
if hasTurn == 1 then redis.call('ZREM', KEYS[4], ARGV[4]) end
for i = 4 + hasTurn, #KEYS do
  if redis.call('GET', KEYS[i]) == ARGV[4] then redis.call('DEL', KEYS[i]) end
end
return 1`;

/** A record and its only writer: `question` is always the last saved version. */
export interface QuestionHandle {
  question: Question;
  save(change: Change): Promise<void>;
}

/** Changed fields; `undefined` removes a field. */
export type Change = { readonly [K in keyof Question]?: Question[K] | undefined };

type FlagName = keyof QuestionFlags;

export type QuestionStore = ReturnType<typeof createQuestionStore>;

/** The format version of records. During a rolling deploy, two versions run at the same time. */
const VERSION = 1;

/** The records of questions. A save with an old `rev` throws `StaleQuestion`. */
export function createQuestionStore(options: QuestionStoreOptions) {
  const { redis, retentionMs, replicated = async () => undefined } = options;
  const next = (question: Question): Question => ({ ...question, revision: question.revision + 1 });

  /** Runs a script that writes, and waits for a replica. True if it wrote. */
  async function write(script: string, named: string[], args: (string | number)[]) {
    const done = (await redis.eval(script, named.length, ...named, ...args.map(String))) === 1;
    if (done) await replicated();
    return done;
  }

  const store = {
    /** Saves a new record and adds it to its thread's queue; false if the ID exists already. */
    async create(question: Question, now = question.askedAt): Promise<boolean> {
      const { id, askedAt, place } = question;
      const { workspace, channel, threadTs } = place;
      const named = [keys.question(id), keys.open];
      const hasTurn = threadTs === undefined ? 0 : 1;
      if (threadTs !== undefined) named.push(keys.threadQueue({ workspace, channel, threadTs }));
      named.push(...askedMessageKeys(question));
      const args = [JSON.stringify(question), now, id, askedAt, hasTurn, retentionMs];
      return write(CREATE, named, args);
    },

    /** Throws `NewerQuestion` if a newer version wrote it. */
    async load(id: string): Promise<Question | undefined> {
      const body = await redis.hget(keys.question(id), 'body');
      if (body === null) return undefined;
      const question = JSON.parse(body) as Question;
      if (question.v > VERSION) throw new NewerQuestion(id, question.v);
      return question;
    },

    /** Returns the saved record, with its new revision. */
    async save(question: Question): Promise<Question> {
      const saved = next(question);
      const { revision, id } = saved;
      const args = [question.revision, revision, JSON.stringify(saved), id, retentionMs];
      const named = [keys.question(saved.id), ...postedMessageKeys(saved)];
      if (await write(SAVE, named, args)) return saved;
      throw new StaleQuestion(question.id);
    },

    /** The last save: the question is no longer open or in its thread's queue, and gets a TTL. */
    async close(question: Question, thread: ThreadKey | undefined): Promise<Question> {
      const saved = withoutPrompt(next(question));
      const named = [keys.question(saved.id), keys.flags(saved.id), keys.open];
      if (thread !== undefined) named.push(keys.threadQueue(thread));
      named.push(...askedMessageKeys(saved), ...postedMessageKeys(saved));
      const { revision, id } = saved;
      const hasTurn = thread === undefined ? 0 : 1;
      const args = [question.revision, revision, JSON.stringify(saved), id, retentionMs, hasTurn];
      if (await write(CLOSE, named, args)) return saved;
      throw new StaleQuestion(question.id);
    },

    /** The open question that a Slack message belongs to: the message that asks it, or one of ours. */
    async atMessage(message: { workspace: string; channel: string; ts: string }) {
      return (await redis.get(keys.message(message))) ?? undefined;
    },

    /** IDs of open questions that were accepted before `before`, oldest first. */
    async open(limit: number, before = Number.MAX_SAFE_INTEGER): Promise<string[]> {
      return redis.zrange(keys.open, '-inf', String(before), 'BYSCORE', 'LIMIT', 0, limit);
    },

    async countOpen(): Promise<number> {
      return redis.zcard(keys.open);
    },

    /** A handle for the only writer of the record. */
    hold(question: Question): QuestionHandle {
      const held = { question, save };
      async function save(change: Change) {
        held.question = await store.save({ ...held.question, ...change } as Question);
      }
      return held;
    },

    ...statusLock(redis),

    async flags(id: string): Promise<QuestionFlags> {
      const fields = await redis.hgetall(keys.flags(id));
      const parsed = Object.entries(fields).map(([kind, json]) => [kind, JSON.parse(json)]);
      return Object.fromEntries(parsed) as QuestionFlags;
    },

    /** The first flag of a kind counts; false if there is one already. */
    async setFlag(id: string, kind: FlagName, flag: { by: string; at: number }): Promise<boolean> {
      return write(SET_FLAG, [keys.flags(id)], [kind, JSON.stringify(flag), retentionMs]);
    },
  };
  return store;
}

/**
 * Normally only the question's job updates the status message. While a click updates it, the job
 * waits, so that the outcome is always the last update.
 */
function statusLock(redis: Connection) {
  return {
    /** The lock expires after `ms`. */
    async lockStatus(id: string, ms: number): Promise<void> {
      await redis.set(keys.statusLock(id), '', 'PX', ms);
    },

    async unlockStatus(id: string): Promise<void> {
      await redis.del(keys.statusLock(id));
    },

    async isStatusLocked(id: string): Promise<boolean> {
      return (await redis.exists(keys.statusLock(id))) === 1;
    },
  };
}

/** The prompt contains other people's messages. After delivery only a sweep still needs it. */
function withoutPrompt(question: Question): Question {
  if (openAttempt(question) !== undefined) return question;
  const { prompt: _read, ...kept } = question;
  return kept;
}

/** The message that asks the question. */
function askedMessageKeys({ place, askedIn, messageTs: ts }: Question): string[] {
  const { workspace, channel } = place;
  return ts === undefined ? [] : [keys.message({ workspace, channel: askedIn ?? channel, ts })];
}

/** Our messages that show the question while it is open. */
function postedMessageKeys({ place: { workspace, channel }, posts }: Question): string[] {
  return [posts.root, posts.status, posts.overdue]
    .flatMap((post) => post?.ts ?? [])
    .map((ts) => keys.message({ workspace, channel, ts }));
}
