import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** The number of recent answers that count. */
const MAX_COUNT = 50;
/** Fewer do not tell much. */
const MIN_COUNT = 5;

const ADD = `
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
return 1`;

/** How long the instance took for its last answers. */
export function createAnswerDurationStore({ redis }: { redis: Connection }) {
  return {
    async add(ms: number): Promise<void> {
      await redis.eval(ADD, 1, keys.answerDurations, String(Math.round(ms)), String(MAX_COUNT));
    },

    /** The median, ms; undefined until there are enough answers. */
    async median(): Promise<number | undefined> {
      const latest = (await redis.lrange(keys.answerDurations, 0, MAX_COUNT - 1)).map(Number);
      if (latest.length < MIN_COUNT) return undefined;
      return latest.sort((a, b) => a - b)[Math.floor(latest.length / 2)];
    },
  };
}
