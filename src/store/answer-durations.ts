import type { Connection } from './connection.js';
import { keys } from './keys.js';

/** How many of the latest answers count. */
const LATEST = 50;
/** Fewer say nothing. */
const LEAST = 5;

const ADD = `
redis.call('LPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], 0, ARGV[2] - 1)
return 1`;

/** How long the service has taken for its latest answers. */
export function createAnswerDurationStore({ redis }: { redis: Connection }) {
  return {
    async add(ms: number): Promise<void> {
      await redis.eval(ADD, 1, keys.answerDurations, String(Math.round(ms)), String(LATEST));
    },

    /** The median, ms; undefined until there are enough of them. */
    async median(): Promise<number | undefined> {
      const latest = (await redis.lrange(keys.answerDurations, 0, LATEST - 1)).map(Number);
      if (latest.length < LEAST) return undefined;
      return latest.sort((a, b) => a - b)[Math.floor(latest.length / 2)];
    },
  };
}
