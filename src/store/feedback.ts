import { z } from 'zod';
import { FEEDBACK_REASONS, type Feedback } from '../model/feedback.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

const SAVE = `
local old = redis.call('HMGET', KEYS[1], 'vote', 'at')
if old[2] and tonumber(old[2]) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'vote', ARGV[1], 'at', ARGV[2])
if old[1] ~= ARGV[1] then redis.call('HDEL', KEYS[1], 'reason', 'comment') end
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'reason', ARGV[3]) end
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'comment', ARGV[6]) end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[5])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[2] - ARGV[4])
if old[1] == ARGV[1] then return 0 end
return 1`;

const StoredFeedback = z.object({
  vote: z.enum(['up', 'down']),
  at: z.coerce.number(),
  reason: z.enum(FEEDBACK_REASONS).optional(),
  comment: z.string().optional(),
});

/** Read in batches: each is one round trip. */
const BATCH_SIZE = 500;

export type FeedbackStore = ReturnType<typeof createFeedbackStore>;

/** Votes on answers: the latest of each person on each question. */
export function createFeedbackStore(options: { redis: Connection; retentionMs: number }) {
  const { redis, retentionMs } = options;

  async function read(member: string): Promise<Feedback | undefined> {
    const [question = '', user = ''] = member.split(' ');
    const stored = StoredFeedback.safeParse(await redis.hgetall(keys.feedback(question, user)));
    if (!stored.success) return undefined;
    const { reason, comment, ...rest } = stored.data;
    const why = { ...(reason && { reason }), ...(comment && { comment }) };
    return { question, user, ...rest, ...why };
  }

  return {
    /** True if the vote is new or has changed. A vote older than the stored one is ignored. */
    async save({ question, user, vote, at, reason, comment }: Feedback): Promise<boolean> {
      const named = [keys.feedback(question, user), keys.feedbacks];
      const member = `${question} ${user}`;
      const args = [vote, at, reason ?? '', retentionMs, member, comment ?? ''].map(String);
      return (await runScript(redis, SAVE, { named, args })) === 1;
    },

    /** All stored votes, oldest first. */
    async *all(): AsyncGenerator<Feedback> {
      const members = await redis.zrange(keys.feedbacks, '0', '-1');
      for (let from = 0; from < members.length; from += BATCH_SIZE) {
        const found = await Promise.all(members.slice(from, from + BATCH_SIZE).map(read));
        yield* found.filter((feedback) => feedback !== undefined);
      }
    },
  };
}
