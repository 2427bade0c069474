import type { Connection } from './connection.js';
import { scanKeys } from './scan.js';
import { runScript } from './script.js';

/** Returns 1 if it was what the caller had read. */
const REPLACE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1`;

interface Replacement {
  /** As it was read. */
  readonly before: string;
  readonly after: string;
}

/** False, and nothing done, if it was removed or replaced since it was read. The time that it has left stays. */
export async function replaceSealed(
  redis: Connection,
  key: string,
  { before, after }: Replacement,
): Promise<boolean> {
  return (await runScript(redis, REPLACE, { named: [key], args: [before, after] })) === 1;
}

/** The values of all keys that match a pattern as they are stored, for sealing them anew. */
export async function* sealedValues(redis: Connection, pattern: string) {
  for await (const page of scanKeys(redis, pattern)) {
    for (const key of page) {
      const sealed = await redis.get(key);
      if (sealed === null) continue;
      const replace = async (after: string) => {
        await replaceSealed(redis, key, { before: sealed, after });
      };
      yield { sealed, key, replace };
    }
  }
}
