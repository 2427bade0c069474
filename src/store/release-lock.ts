import type { Connection } from './connection.js';
import { runScript } from './script.js';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Deletes a lock or a lease that `holder` has; one that somebody else has taken meanwhile stays. */
export async function releaseLock(redis: Connection, key: string, holder: string): Promise<void> {
  await runScript(redis, RELEASE, { named: [key], args: [holder] });
}
