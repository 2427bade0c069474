import { readFile } from 'node:fs/promises';
import { logError } from '../logging/log.js';
import type { SyncOptions } from '../sync/sync-options.js';
import { InvalidSettingError } from './invalid-setting-error.js';
import { parseSyncFile } from './sync-settings.js';

const LOOK_EVERY_MS = 5_000;

/**
 * Calls `change` when the file that SERVICE_SYNC names has changed. It is read again and again: files that
 * an orchestrator mounts change in ways that a file system does not report. Mistakes are logged once.
 */
export function watchSyncFile(path: string, change: (options: SyncOptions) => Promise<void>): void {
  let seen: string | undefined;
  async function look(): Promise<void> {
    // It may be missing for a moment, while an editor replaces it.
    const text = await readFile(path, 'utf8').catch(() => seen);
    if (text === undefined || text === seen) return;
    seen = text;
    await change(parseSyncFile(text, path));
  }
  const report = (error: unknown) => {
    if (error instanceof InvalidSettingError) {
      logError(`${error.message} The list before it stays in use.`);
      return;
    }
    logError(`${path} could not be applied, trying again:`, error);
    seen = undefined;
  };
  const schedule = () =>
    void setTimeout(() => void look().catch(report).finally(schedule), LOOK_EVERY_MS).unref();
  schedule();
}
