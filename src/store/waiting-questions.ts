import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

/** Returns 1, or 0 if as many wait as may. */
const ENTER = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZSCORE', KEYS[1], ARGV[3]) then return 1 end
local most = tonumber(ARGV[4])
if most > 0 and redis.call('ZCARD', KEYS[1]) >= most then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return 1`;

interface Wait {
  readonly now: number;
  /** When it ends, ms since the epoch. */
  readonly until: number;
  /** How many of the person may wait; default: any number. */
  readonly most?: number;
}

export type WaitingQuestionStore = ReturnType<typeof createWaitingQuestionStore>;

/** The questions that wait for their asker to connect an account. */
export function createWaitingQuestionStore({ redis }: { redis: Connection }) {
  const keyOf = ({ workspace, user }: WorkspaceUser) => keys.waitingForAccount(workspace, user);
  return {
    /** False if as many wait as may. A question that waits already stays as it is. */
    async enter(
      asker: WorkspaceUser,
      id: string,
      { now, until, most = 0 }: Wait,
    ): Promise<boolean> {
      const args = [now, until, id, most];
      return (await runScript(redis, ENTER, { named: [keyOf(asker)], args })) === 1;
    },

    async leave(asker: WorkspaceUser, id: string): Promise<void> {
      await redis.zrem(keyOf(asker), id);
    },

    /** Their ids, oldest first. */
    async of(asker: WorkspaceUser): Promise<string[]> {
      return redis.zrange(keyOf(asker), 0, '199');
    },
  };
}
