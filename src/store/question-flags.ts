import type { QuestionFlags } from '../model/question.js';
import { keys } from './keys.js';
import { type RunWrite, WROTE } from './script.js';

const SET_FLAG = `
local made = redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return made`;

const CLEAR_FLAG = `
return redis.call('HDEL', KEYS[1], ARGV[1])`;

type FlagName = keyof QuestionFlags;

/** What happened to a question while it is open. Apart from its record, which only its job writes. */
export function createQuestionFlags(run: RunWrite, retentionMs: number) {
  return {
    /** The first flag of a kind counts; false if there is one already. */
    async setFlag(id: string, kind: FlagName, flag: { by: string; at: number }): Promise<boolean> {
      const args = [kind, JSON.stringify(flag), retentionMs];
      return (await run(SET_FLAG, [keys.flags(id)], args)) === WROTE;
    },

    /** The next flag of the kind counts. */
    async clearFlag(id: string, kind: FlagName): Promise<void> {
      await run(CLEAR_FLAG, [keys.flags(id)], [kind]);
    },
  };
}

/** From the hash's fields and values, in turn. */
export function parseFlags(fields: readonly string[]): QuestionFlags {
  const flags: Record<string, unknown> = {};
  for (let i = 0; i + 1 < fields.length; i += 2)
    flags[fields[i] ?? ''] = JSON.parse(fields[i + 1] ?? '');
  return flags as QuestionFlags;
}
