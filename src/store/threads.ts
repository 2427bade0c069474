import type { ThreadKey } from '../model/question.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** A thread that is ours, and has no conversation yet. */
const CLAIMED = 'by ';

const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') then return 1 end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0`;

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

    /** Takes back the claim of a question that was refused; what others made the thread ours by stays. */
    async unclaim(thread: ThreadKey, id: string): Promise<void> {
      await redis.eval(
        `if redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('ZCARD', KEYS[2]) == 0 then
           return redis.call('DEL', KEYS[1]) end return 0`,
        2,
        keys.thread(thread),
        keys.turns(thread),
        `${CLAIMED}${id}`,
      );
    },

    async conversation(thread: ThreadKey): Promise<number | undefined> {
      const value = await redis.get(keys.thread(thread));
      return value === null || !/^\d+$/.test(value) ? undefined : Number(value);
    },

    async setConversation(thread: ThreadKey, conversationId: number | undefined): Promise<void> {
      const value = conversationId === undefined ? '' : String(conversationId);
      await redis.set(keys.thread(thread), value, 'PX', retentionMs);
    },

    /** Lines a question up by when it was said. */
    async lineUp(thread: ThreadKey, id: string, saidAt: number): Promise<void> {
      await redis.zadd(keys.turns(thread), 'NX', String(saidAt), id);
    },

    /** Its turn has come: who said something earlier and is heard later comes behind it. */
    async begin(thread: ThreadKey, id: string): Promise<void> {
      await redis.zadd(keys.turns(thread), 'XX', '0', id);
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
