import type { ThreadKey } from '../model/question.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** As long as a question may wait to be taken up, ms. */
const LIFE_MS = 24 * 3600_000;

/** More than anybody stops at once; the oldest go. */
const EXPECT = `
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -51)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if KEYS[2] then redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3], 'NX') end
return 1`;

const TURN_AWAY = `
redis.call('ZREM', KEYS[1], ARGV[1])
if KEYS[2] and redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1`;

/** What was asked in a thread; `messageTs`: of the message that asks it. */
export interface AcceptedQuestion {
  readonly id: string;
  readonly messageTs?: string | undefined;
}

export type AcceptedQuestionStore = ReturnType<typeof createAcceptedQuestionStore>;

/** Questions that were heard and have no record yet: somebody may stop them already. */
export function createAcceptedQuestionStore({ redis }: { redis: Connection }) {
  return {
    /** `at`: when it was asked, ms since the epoch. */
    async add(
      thread: ThreadKey,
      coming: AcceptedQuestion & { readonly at: number },
    ): Promise<void> {
      const named = namesOf(thread, coming);
      await redis.eval(EXPECT, named.length, ...named, coming.id, String(coming.at), LIFE_MS);
    },

    /** It never gets a record. */
    async remove(thread: ThreadKey, coming: AcceptedQuestion): Promise<void> {
      const named = namesOf(thread, coming);
      await redis.eval(TURN_AWAY, named.length, ...named, coming.id);
    },

    /** Ids of those asked up to `at`, ms; some of them may have their record by now. */
    async upTo(thread: ThreadKey, at: number): Promise<string[]> {
      return redis.zrange(keys.acceptedQuestions(thread), '-inf', String(at), 'BYSCORE');
    },
  };
}

function namesOf(thread: ThreadKey, { messageTs: ts }: AcceptedQuestion): string[] {
  return [
    keys.acceptedQuestions(thread),
    ...(ts === undefined ? [] : [keys.message({ ...thread, ts })]),
  ];
}
