import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { encryptionKeys, httpUrl } from '../config/formats.js';
import { DeepSearchSlackError } from '../model/error.js';
import { writeManifest } from './manifest.js';
import { nextSteps } from './next-steps.js';
import { writeEnv } from './write-env.js';

/** A file cannot be written, or exists already. */
class InitError extends DeepSearchSlackError {
  readonly code = 'init';
}

interface InitOptions {
  readonly dir: string;
  readonly force: boolean;
  readonly socketMode: boolean;
  readonly url?: string;
  /** URL of the instance; default: the one in an existing `.env`. */
  readonly instance?: string;
}

/** Writes `.env` and the manifest. Gives the next steps as text. Throws `InitError`. */
export function init({ dir, force, socketMode, url, ...options }: InitOptions): string {
  const paths = { env: join(dir, '.env'), manifest: join(dir, 'slack-manifest.yml') };
  if (!force) refuseExisting(Object.values(paths));
  const old = existsSync(paths.env) ? readExisting(paths.env) : {};
  const key = old.key ?? randomBytes(32).toString('base64');
  const address = url === undefined ? {} : { url };
  const instance = options.instance ?? old.instance;
  const links = instance === undefined ? {} : { instance };
  try {
    mkdirSync(dir, { recursive: true });
    writeAtomically(paths.env, {
      text: writeEnv({ key, socketMode, ...address, ...links }),
      mode: 0o600,
      force,
    });
    const publicUrl = socketMode || url === undefined ? {} : { publicUrl: url };
    const manifest = writeManifest({ ...publicUrl, ...links });
    writeAtomically(paths.manifest, { text: manifest, mode: 0o644, force });
  } catch (cause) {
    throw new InitError(`Writing failed: ${(cause as Error).message}`, { cause });
  }
  return nextSteps({ paths, socketMode, keptKey: old.key !== undefined, ...address, ...links });
}

function refuseExisting(paths: readonly string[]): void {
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length === 0) return;
  const verb = existing.length === 1 ? 'exists' : 'exist';
  throw new InitError(
    `${existing.join(' and ')} ${verb} already, so nothing was written: add --force to replace, or --dir for another folder.`,
  );
}

/** The old key, without which stored secrets could not be decrypted, and the instance. */
function readExisting(path: string): { key?: string; instance?: string } {
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

/** The file is never incomplete, and never readable for others. */
function writeAtomically(path: string, { text, mode, force }: Content): void {
  const temporary = force ? `${path}.new` : path;
  if (force) rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { flag: 'wx', mode });
  if (force) renameSync(temporary, path);
}
