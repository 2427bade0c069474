import type { QuestionFlags } from '../model/question.js';
import { type Connection, type RunWrite, WROTE } from './connection.js';
import { keys } from './keys.js';

const SET_FLAG = `
local made = redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return made`;

type FlagName = keyof QuestionFlags;

export interface QuestionFlagsOptions {
  readonly redis: Connection;
  readonly run: RunWrite;
  readonly retentionMs: number;
}

/** What happened to a question while it is open. Apart from its record, which only its job writes. */
export function createQuestionFlags({ redis, run, retentionMs }: QuestionFlagsOptions) {
  return {
    async flags(id: string): Promise<QuestionFlags> {
      const fields = await redis.hgetall(keys.flags(id));
      const parsed = Object.entries(fields).map(([kind, json]) => [kind, JSON.parse(json)]);
      return Object.fromEntries(parsed) as QuestionFlags;
    },

    /** The first flag of a kind counts; false if there is one already. */
    async setFlag(id: string, kind: FlagName, flag: { by: string; at: number }): Promise<boolean> {
      const args = [kind, JSON.stringify(flag), retentionMs];
      return (await run(SET_FLAG, [keys.flags(id)], args)) === WROTE;
    },
  };
}
