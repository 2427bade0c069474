import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs `work` while no other process of this machine holds the lock file at `path`. The file of a
 * holder that has died counts for nothing.
 * @param {string} path
 * @param {() => Promise<void>} work
 */
export async function withLock(path, work) {
  while (!take(path)) await pause(50);
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!holderLives(path)) rmSync(path, { force: true });
    return false;
  }
}

/**
 * An empty file is still being written by its holder: signal 0 to process 0 always succeeds.
 * @param {string} path
 */
function holderLives(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
