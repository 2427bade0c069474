import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that goes when this process does, however that ends. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
  /** It stays, for somebody to look into. */
  keep(): void;
}

// It waits for our end of the pipe to close; what still writes there may take a moment to die.
const WATCH_SCRIPT = `read -r word
[ "$word" = keep ] && exit
for wait in 0 1 2; do sleep $wait; rm -rf -- "$1" && exit; done`;

/** Makes one in the system's place for them; `name` is how its own name begins. */
export function makeTemporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  const watcher = spawn('sh', ['-c', WATCH_SCRIPT, 'watch', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches the whole group of the terminal: it has to outlive us.
    detached: true,
  });
  for (const part of [watcher, watcher.stdin]) part.on('error', () => {});
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      watcher.stdin.end();
    },
    keep: () => watcher.stdin.end('keep\n'),
  };
}
