import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

/** The number of recent answers that count. */
const MAX_COUNT = 500;

const ADD = `
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
return 1`;

/** How long the instance took for its last answers. */
export function createAnswerDurationStore({ redis }: { redis: Connection }) {
  return {
    async add(ms: number): Promise<void> {
      await runScript(redis, ADD, {
        named: [keys.answerDurations],
        args: [Math.round(ms), MAX_COUNT],
      });
    },

    /** In ms, the latest first. */
    async latest(): Promise<number[]> {
      return (await redis.lrange(keys.answerDurations, 0, MAX_COUNT - 1)).map(Number);
    },
  };
}
