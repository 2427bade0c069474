import type { QuestionRef } from '../model/answer.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';

const PRESS_AGAIN = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

interface ButtonRef {
  readonly workspace: string;
  readonly channel: string;
  readonly name: string;
}

const LOCK = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

export type ClaimStore = ReturnType<typeof createClaimStore>;

/** Which of our records a question on the instance belongs to, and who is creating right now. */
export function createClaimStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;
  return {
    /** True where the claim is ours now, or was before. */
    async claim(ref: QuestionRef, id: string): Promise<boolean> {
      const key = keys.claim(ref.conversationId, ref.questionId);
      const made = await redis.set(key, id, 'PX', retentionMs, 'NX');
      return made === 'OK' || (await redis.get(key)) === id;
    },

    /**
     * One create of a text under a token at a time, since colleagues ask the same thing. The lock
     * ends by itself after `holdMs`, should its holder die.
     */
    async lockCreate(by: { token: string; text: string; id: string }, holdMs: number) {
      const key = keys.creating(by.token, by.text);
      return (await redis.eval(LOCK, 1, key, by.id, holdMs)) === 1;
    },

    async unlockCreate(by: { token: string; text: string; id: string }): Promise<void> {
      await redis.eval(
        `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
        1,
        keys.creating(by.token, by.text),
        by.id,
      );
    },

    /** Which question this button's click asks: the first click's, for as long as it is kept. */
    async claimButton(button: ButtonRef, id: string) {
      const key = keys.button(button.workspace, button.channel, button.name);
      const made = await redis.set(key, id, 'PX', retentionMs, 'NX');
      return made === 'OK' ? id : ((await redis.get(key)) ?? id);
    },

    /** False where it was tried before: what that left may be there. */
    async isFirstAttempt(id: string): Promise<boolean> {
      return (await redis.set(keys.attempted(id), '', 'PX', retentionMs, 'NX')) === 'OK';
    },

    /** Nothing came of the click. */
    async releaseButton(button: ButtonRef): Promise<void> {
      await redis.del(keys.button(button.workspace, button.channel, button.name));
    },

    /** What it asked `before` has ended: one click more may ask it again. False for the others. */
    async reclaimButton(button: ButtonRef, { before, id }: { before: string; id: string }) {
      const key = keys.button(button.workspace, button.channel, button.name);
      return (await redis.eval(PRESS_AGAIN, 1, key, before, id, retentionMs)) === 1;
    },
  };
}
