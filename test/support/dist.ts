import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

const ROOT = dirname(dirname(import.meta.dirname));

/** The built program of this name below `dist/`, such as `main.js`. */
export function builtProgram(name: string): string {
  return join(ROOT, 'dist', name);
}

/** Builds what changed since the last build: nothing within `npm test`, which has built already. */
export async function ensureBuilt(): Promise<void> {
  const script = join(ROOT, 'scripts', 'build.mjs');
  const build = spawn(process.execPath, [script, '--quick', '--if-stale', '--quiet'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the build failed: see its output above');
}
