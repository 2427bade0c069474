import { homedir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';

/** The system's cache directory: XDG's, macOS's or Windows's. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = env;
  const home = env['HOME'] || homedir();
  const base = { darwin: join(home, 'Library', 'Caches'), win32: LOCALAPPDATA ?? home };
  const fallback =
    platform === 'darwin' || platform === 'win32' ? base[platform] : join(home, '.cache');
  return join(XDG_CACHE_HOME || fallback, 'deepsearch-slack');
}
