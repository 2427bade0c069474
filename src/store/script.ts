import { createHash } from 'node:crypto';
import type { Connection } from './connection.js';

/** Runs a Lua script on its keys and arguments. */
type Script = (named: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;

/** A script that runs by its hash: its text is sent only to a Redis that does not know it yet. */
export function createScript(redis: Connection, lua: string): Script {
  const hash = createHash('sha1').update(lua).digest('hex');
  return async (named, args) => {
    const all = [...named, ...args.map(String)];
    try {
      return await redis.evalsha(hash, named.length, ...all);
    } catch (error) {
      const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
      if (!isUnknown) throw error;
      return redis.eval(lua, named.length, ...all);
    }
  };
}
