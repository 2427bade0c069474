import type { QuestionRef } from '../model/answer.js';
import type { ReachedLimit } from '../model/limits.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

const RECLAIM_BUTTON = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

/** Longer than a job is repeated, ms. */
const DONE_TTL_MS = 25 * 3600_000;

interface ButtonRef {
  readonly workspace: string;
  readonly channel: string;
  readonly name: string;
}

export type ClaimStore = ReturnType<typeof createClaimStore>;

/** Which record owns a question on the instance or a button, and what was attempted or done before. */
export function createClaimStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;
  return {
    /** True if record `id` has the claim, now or from before. */
    async claim(ref: QuestionRef, id: string): Promise<boolean> {
      const key = keys.claim(ref.conversationId, ref.questionId);
      const made = await redis.set(key, id, 'PX', retentionMs, 'NX');
      return made === 'OK' || (await redis.get(key)) === id;
    },

    /** The question that a click on this button asks: the one of the first click. */
    async claimButton(button: ButtonRef, id: string) {
      const key = keys.button(button.workspace, button.channel, button.name);
      const made = await redis.set(key, id, 'PX', retentionMs, 'NX');
      return made === 'OK' ? id : ((await redis.get(key)) ?? id);
    },

    /** False if there was an attempt before: it may have taken effect. */
    async isFirstAttempt(id: string): Promise<boolean> {
      return (await redis.set(keys.attempted(id), '', 'PX', retentionMs, 'NX')) === 'OK';
    },

    /** A request has taken effect: if its job runs again, it must not be repeated. */
    async recordDone(requestId: string): Promise<void> {
      await redis.set(keys.done(requestId), '', 'PX', DONE_TTL_MS);
    },

    async isDone(requestId: string): Promise<boolean> {
      return (await redis.exists(keys.done(requestId))) === 1;
    },

    /** A limit refused the question: if its job runs again, it must not ask it. */
    async recordRefusal(questionId: string, reached: ReachedLimit): Promise<void> {
      await redis.set(keys.refusal(questionId), JSON.stringify(reached), 'PX', DONE_TTL_MS);
    },

    async refusal(questionId: string): Promise<ReachedLimit | undefined> {
      const stored = await redis.get(keys.refusal(questionId));
      return stored === null ? undefined : (JSON.parse(stored) as ReachedLimit);
    },

    /** The click asked no question after all. */
    async releaseButton(button: ButtonRef): Promise<void> {
      await redis.del(keys.button(button.workspace, button.channel, button.name));
    },

    /** Question `before` has ended: one further click may ask again. False for any other click. */
    async reclaimButton(button: ButtonRef, { before, id }: { before: string; id: string }) {
      const key = keys.button(button.workspace, button.channel, button.name);
      return (
        (await runScript(redis, RECLAIM_BUTTON, {
          named: [key],
          args: [before, id, retentionMs],
        })) === 1
      );
    },
  };
}
