import { MAX_OPEN_MS } from '../model/limits.js';
import type { ThreadKey } from '../model/place.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

/** Keeps the newest 50. */
const ADD = `
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -51)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if KEYS[2] then redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3], 'NX') end
return 1`;

const REMOVE = `
redis.call('ZREM', KEYS[1], ARGV[1])
if KEYS[2] and redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1`;

/** `messageTs`: the message that asks the question. */
export interface AcceptedQuestion {
  readonly id: string;
  readonly messageTs?: string | undefined;
}

export type AcceptedQuestionStore = ReturnType<typeof createAcceptedQuestionStore>;

/** Questions that were accepted but have no record yet: they can already be stopped. */
export function createAcceptedQuestionStore({ redis }: { redis: Connection }) {
  return {
    /** `at`: when it was asked, ms since the epoch. */
    async add(
      thread: ThreadKey,
      question: AcceptedQuestion & { readonly at: number },
    ): Promise<void> {
      const named = keysOf(thread, question);
      await runScript(redis, ADD, { named, args: [question.id, question.at, MAX_OPEN_MS] });
    },

    /** The question was refused, and will not get a record. */
    async remove(thread: ThreadKey, question: AcceptedQuestion): Promise<void> {
      const named = keysOf(thread, question);
      await runScript(redis, REMOVE, { named, args: [question.id] });
    },

    /** IDs of the questions asked up to `at`, ms; some may have a record by now. */
    async upTo(thread: ThreadKey, at: number): Promise<string[]> {
      return redis.zrange(keys.acceptedQuestions(thread), '-inf', String(at), 'BYSCORE');
    },
  };
}

function keysOf(thread: ThreadKey, { messageTs: ts }: AcceptedQuestion): string[] {
  return [
    keys.acceptedQuestions(thread),
    ...(ts === undefined ? [] : [keys.message({ ...thread, ts })]),
  ];
}
