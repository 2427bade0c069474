import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { InitError } from './init-error.js';

export interface InitPaths {
  readonly env: string;
  readonly manifest: string;
}

export function pathsIn(dir: string): InitPaths {
  return { env: join(dir, '.env'), manifest: join(dir, 'slack-manifest.yml') };
}

/** The text of a file; undefined if there is none. Throws `InitError`. */
export function readIfPresent(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  } catch (cause) {
    throw new InitError(`Reading failed: ${(cause as Error).message}`, { cause });
  }
}

/** Contains secrets: only its owner can read it. Throws `InitError`. */
export function writeSettings(path: string, text: string): void {
  writeAtomically(path, text, 0o600);
}

/** Throws `InitError`. */
export function writePublic(path: string, text: string): void {
  writeAtomically(path, text, 0o644);
}

/** The file is never incomplete, and never readable for others. A link to it stays a link. */
function writeAtomically(path: string, text: string, mode: number): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const target = existsSync(path) ? realpathSync(path) : path;
    const temporary = `${target}.new`;
    rmSync(temporary, { force: true });
    writeFileSync(temporary, text, { flag: 'wx', mode });
    renameSync(temporary, target);
  } catch (cause) {
    throw new InitError(`Writing failed: ${(cause as Error).message}`, { cause });
  }
}
