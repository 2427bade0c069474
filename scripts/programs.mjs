import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const MAC_BROWSERS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of a Redis or Valkey server on the PATH.
 * @returns {string | undefined}
 */
export function findRedis() {
  return find(['redis-server', 'valkey-server'])[0];
}

/**
 * A font of the system that has emoji; macOS always has one.
 * @returns {string | undefined}
 */
export function findEmojiFont() {
  if (process.platform === 'darwin') return 'Apple Color Emoji';
  const [list] = find(['fc-list']);
  if (list === undefined) return undefined;
  const { stdout } = spawnSync(list, [':lang=und-zsye', 'family'], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return stdout?.split('\n')[0] || undefined;
}

/**
 * The path of a Prometheus on the PATH, which has promtool beside it.
 * @returns {string | undefined}
 */
export function findPrometheus() {
  return find(['promtool']).length > 0 ? find(['prometheus'])[0] : undefined;
}

/**
 * The path of a kubectl on the PATH whose kustomize knows what ours uses.
 * @returns {string | undefined}
 */
export function findKubectl() {
  return find(['kubectl']).find((path) => {
    const { stdout } = spawnSync(path, ['version', '--client', '--output=json'], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    const [, minor = '0'] = /"gitVersion": "v1\.(\d+)/.exec(stdout ?? '') ?? [];
    return Number(minor) >= 27;
  });
}

/**
 * The path of a Chromium, or of a Chrome, that starts. `CHROME_PATH` takes precedence.
 * Each is asked for its version, since some systems install a stub that only says "use snap".
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROME_PATH'];
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const candidates = find([...(named ? [named] : []), ...names, ...MAC_BROWSERS]);
  return candidates.find(
    (path) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0,
  );
}

/**
 * The executable files with these names, in order; a path is used as it is.
 * @param {string[]} names
 * @returns {string[]}
 */
export function find(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .filter(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
