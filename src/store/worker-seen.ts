import type { Connection } from './connection.js';
import { keys } from './keys.js';
import { runScript } from './script.js';

/** Without a worker for so long, Redis may have been restored from a backup meanwhile, ms. */
const PAUSE_MS = 60_000;

/** Returns when workers last came back after a pause, or nothing. */
const RECORD = `
local seen = redis.call('HGET', KEYS[1], 'at')
if seen and tonumber(ARGV[1]) - tonumber(seen) > tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], 'back', ARGV[1])
end
redis.call('HSET', KEYS[1], 'at', ARGV[1])
return redis.call('HGET', KEYS[1], 'back')`;

export type WorkerSeenStore = ReturnType<typeof createWorkerSeenStore>;

/** When a worker last ran. A backup has the time at which it was made. */
export function createWorkerSeenStore({ redis }: { readonly redis: Connection }) {
  return {
    /** Records that a worker runs now; gives when the last pause without one ended, 0 if there was none. */
    async record(now: number): Promise<number> {
      const args = [now, PAUSE_MS];
      const back = await runScript(redis, RECORD, { named: [keys.workerSeen], args });
      return Number(back ?? 0);
    },
  };
}
