import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';
import { createTimedSet } from './timed-set.js';

/** The message that a question was asked in. */
export interface AskedMessage {
  readonly workspace: string;
  readonly channel: string;
  readonly ts: string;
  readonly questionId: string;
}

const ADD = `
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == false then return 0 end
return redis.call('ZADD', KEYS[2], 'NX', ARGV[2], ARGV[3])`;

export type ReactionStore = ReturnType<typeof createReactionStore>;

/** The messages that have our reaction for a running question. */
export function createReactionStore({ redis }: { redis: Connection }) {
  return {
    ...createTimedSet({ redis, key: keys.reactions, write: memberOf, read: messageOf }),

    /** Recorded before we react, so that it is always removed. False if the question is not open, or was added before. */
    async add(message: AskedMessage, at: number): Promise<boolean> {
      const named = [keys.open, keys.reactions];
      const args = [message.questionId, at, memberOf(message)];
      return (await runScript(redis, ADD, { named, args })) === 1;
    },
  };
}

function memberOf({ workspace, channel, ts, questionId }: AskedMessage): string {
  return `${workspace} ${channel} ${ts} ${questionId}`;
}

function messageOf(member: string): AskedMessage {
  const [workspace = '', channel = '', ts = '', questionId = ''] = member.split(' ');
  return { workspace, channel, ts, questionId };
}
