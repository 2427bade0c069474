import { readFile } from 'node:fs/promises';
import { logChange, logError } from '../logging/log.js';
import { counted } from '../markdown/counted.js';
import type { SyncOptions } from '../sync/sync-options.js';
import { InvalidSettingError } from './invalid-setting-error.js';
import { parseSyncFile } from './sync-settings.js';

const LOOK_EVERY_MS = 5_000;

/**
 * Calls `change` when the file that SERVICE_SYNC names has changed. It is read again and again: files that
 * an orchestrator mounts change in ways that a file system does not report. Changes and mistakes are logged once.
 */
export function watchSyncFile(path: string, change: (options: SyncOptions) => Promise<void>): void {
  let seen: string | undefined;
  async function look(): Promise<void> {
    // It may be missing for a moment, while an editor replaces it.
    const text = await readFile(path, 'utf8').catch(() => seen);
    if (text === undefined || text === seen) return;
    seen = text;
    const options = parseSyncFile(text, path);
    await change(options);
    const count = counted(options.remotes.length, 'repository', 'repositories');
    logChange(`${path} was applied: ${count}.`);
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
