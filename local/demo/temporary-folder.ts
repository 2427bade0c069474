import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is removed when this process exits, even after a crash. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
  /** Keeps the folder, so that somebody can look into it. */
  keep(): void;
}

// Waits for our end of the pipe to close; programs that write there may take a moment to exit.
const WATCH_SCRIPT = `read -r word
[ "$word" = keep ] && exit
for wait in 0 1 2; do sleep $wait; rm -rf -- "$1" && exit; done`;

/** Creates one in the system's temporary directory; `name` is the prefix of its name. */
export function makeTemporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  const watcher = spawn('sh', ['-c', WATCH_SCRIPT, 'watch', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C signals the terminal's whole process group, but the watcher has to outlive us.
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
