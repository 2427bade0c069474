import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { DeepSearchSlackError } from '../model/error.js';
import type { Env } from './settings.js';

/** The file of settings cannot be read. */
class EnvFileError extends DeepSearchSlackError {
  readonly code = 'env_file';
}

/**
 * The settings that a command was given. As Node does it with `--env-file`: what the environment
 * sets goes first. Throws where the file cannot be read.
 */
export function loadEnv(env: Env, envFile: string | undefined): Env {
  if (envFile === undefined) return env;
  try {
    return { ...parseEnv(readFileSync(envFile, 'utf8')), ...env };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new EnvFileError(`${envFile} cannot be read: ${why}.`, { cause });
  }
}
