import { createHash } from 'node:crypto';
import type { Connection, Replicated } from './connection.js';

/** By text: the scripts are constants of this folder. */
const hashes = new Map<string, string>();

/**
 * Runs a Lua script on its keys and arguments, by its hash: its text is sent only to a Redis that does
 * not know it yet.
 */
export async function runScript(
  redis: Connection,
  lua: string,
  {
    named,
    args = [],
  }: { readonly named: readonly string[]; readonly args?: readonly (string | number)[] },
): Promise<unknown> {
  const all = [...named, ...args.map(String)];
  try {
    return await redis.evalsha(hashOf(lua), named.length, ...all);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
    if (!isUnknown) throw error;
    return redis.eval(lua, named.length, ...all);
  }
}

function hashOf(lua: string): string {
  const known = hashes.get(lua);
  if (known !== undefined) return known;
  const hash = createHash('sha1').update(lua).digest('hex');
  hashes.set(lua, hash);
  return hash;
}

/** Runs a Lua script that returns 1 if it wrote, and then waits for a replica. Gives its reply. */
export type RunWrite = (
  script: string,
  named: readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>;

/** What such a script returns if it wrote. */
export const WROTE = 1;

export function createRunWrite(connection: Connection, replicated: Replicated): RunWrite {
  return async (script, named, args) => {
    const reply = await runScript(connection, script, { named, args });
    if (reply === WROTE) await replicated();
    return reply;
  };
}
