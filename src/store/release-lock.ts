import type { Connection } from './connection.js';
import { runScript } from './script.js';

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

/** Deletes a lock or lease if `holder` still has it. */
export async function releaseLock(redis: Connection, key: string, holder: string): Promise<void> {
  await runScript(redis, RELEASE, { named: [key], args: [holder] });
}
