import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { encryptionKeys } from '../config/formats.js';
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
}

/** Writes `.env` and the manifest, and gives the next steps as text. Throws `InitError`. */
export function init({ dir, force, socketMode, url }: Asked): string {
  const paths = { env: join(dir, '.env'), manifest: join(dir, 'slack-manifest.yml') };
  if (!force) refuseTaken(Object.values(paths));
  const old = existsSync(paths.env) ? keyIn(paths.env) : undefined;
  const key = old ?? randomBytes(32).toString('base64');
  const address = url === undefined ? {} : { url };
  try {
    mkdirSync(dir, { recursive: true });
    put(paths.env, { text: writeEnv({ key, socketMode, ...address }), mode: 0o600, force });
    const manifest = writeManifest(socketMode ? undefined : url);
    put(paths.manifest, { text: manifest, mode: 0o644, force });
  } catch (cause) {
    throw new InitError(`Nothing more was written: ${(cause as Error).message}`, { cause });
  }
  return nextSteps({ paths, socketMode, keptKey: old !== undefined, ...address });
}

function refuseTaken(paths: readonly string[]): void {
  const taken = paths.filter((path) => existsSync(path));
  if (taken.length === 0) return;
  const are = taken.length === 1 ? 'is' : 'are';
  throw new InitError(
    `${taken.join(' and ')} ${are} there already, and nothing was written: add --force to replace, or --dir for another place.`,
  );
}

/** What was sealed with the old key must stay readable. */
function keyIn(path: string): string | undefined {
  const key = parseEnv(readFileSync(path, 'utf8'))['ENCRYPTION_KEY']?.trim();
  return key !== undefined && encryptionKeys.safeParse(key).success ? key : undefined;
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
