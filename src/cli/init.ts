import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { encryptionKeys, httpUrl } from '../config/formats.js';
import { DeepSearchSlackError } from '../model/error.js';
import { writeEnv } from './env-file.js';
import { writeManifest } from './manifest.js';
import { nextSteps } from './next-steps.js';

/** A file cannot be written, or is there already. */
class InitError extends DeepSearchSlackError {
  readonly code = 'init';
}

interface Asked {
  readonly dir: string;
  readonly force: boolean;
  readonly socketMode: boolean;
  readonly url?: string;
  /** Of the instance; without it, what the old `.env` says. */
  readonly instance?: string;
}

/** Writes `.env` and the manifest, and gives the next steps as text. Throws `InitError`. */
export function init({ dir, force, socketMode, url, ...asked }: Asked): string {
  const paths = { env: join(dir, '.env'), manifest: join(dir, 'slack-manifest.yml') };
  if (!force) refuseTaken(Object.values(paths));
  const old = existsSync(paths.env) ? settingsIn(paths.env) : {};
  const key = old.key ?? randomBytes(32).toString('base64');
  const address = url === undefined ? {} : { url };
  const instance = asked.instance ?? old.instance;
  const links = instance === undefined ? {} : { instance };
  try {
    mkdirSync(dir, { recursive: true });
    put(paths.env, {
      text: writeEnv({ key, socketMode, ...address, ...links }),
      mode: 0o600,
      force,
    });
    const publicUrl = socketMode || url === undefined ? {} : { publicUrl: url };
    const manifest = writeManifest({ ...publicUrl, ...links });
    put(paths.manifest, { text: manifest, mode: 0o644, force });
  } catch (cause) {
    throw new InitError(`Nothing more was written: ${(cause as Error).message}`, { cause });
  }
  return nextSteps({ paths, socketMode, keptKey: old.key !== undefined, ...address, ...links });
}

function refuseTaken(paths: readonly string[]): void {
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length === 0) return;
  const are = taken.length === 1 ? 'is' : 'are';
  throw new InitError(
    `${taken.join(' and ')} ${are} there already, and nothing was written: add --force to replace, or --dir for another place.`,
  );
}

/** What was sealed with the old key must stay readable, and the instance stays the same. */
function settingsIn(path: string): { key?: string; instance?: string } {
  const env = parseEnv(readFileSync(path, 'utf8'));
  const key = env['ENCRYPTION_KEY']?.trim();
  const instance = httpUrl.safeParse(env['DEEPSEARCH_URL']?.trim());
  return {
    ...(key !== undefined && encryptionKeys.safeParse(key).success ? { key } : {}),
    ...(instance.success ? { instance: instance.data } : {}),
  };
}

interface Content {
  readonly text: string;
  readonly mode: number;
  readonly force: boolean;
}

/** Never half a file, and never for a moment with a wider mode. */
function put(path: string, { text, mode, force }: Content): void {
  const draft = force ? `${path}.new` : path;
  if (force) rmSync(draft, { force: true });
  writeFileSync(draft, text, { flag: 'wx', mode });
  if (force) renameSync(draft, path);
}
