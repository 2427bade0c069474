import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Role } from '../config.js';
import { scrub } from '../log.js';
import { DeepSearchSlackError } from '../model/error.js';
import { examine, type Finding, isSound } from '../ops/doctor.js';
import { composeLooks } from './looks.js';
import { report } from './report.js';
import { type Env, readSettings } from './settings.js';

/** The file of settings cannot be read. */
class EnvFileError extends DeepSearchSlackError {
  readonly code = 'env_file';
}

interface Asked {
  readonly role: Role;
  readonly json: boolean;
  readonly envFile?: string;
}

/** Longer than any look gives its own calls. */
const PATIENCE_MS = 12_000;

/** Examines the installation that these settings describe. Throws where the file cannot be read. */
export async function doctor(
  { role, json, envFile }: Asked,
  { env, version }: { env: Env; version: string },
): Promise<{ text: string; code: number }> {
  const given = envFile === undefined ? env : withFile(env, envFile);
  const settings = readSettings(given, { role, source: envFile ?? 'the environment' });
  const patient = composeLooks(settings, { role, version });
  const findings = await examine(patient.looks, PATIENCE_MS);
  await patient.close();
  const hint = envFile === undefined && settings.faulty.size > 0 && existsSync('.env');
  const text = json ? asJson(findings) : report(findings, hint ? HINT : undefined);
  // No finding holds a secret; should a far side's words do, they don't get out either.
  return { text: scrub(text), code: isSound(findings) ? 0 : 1 };
}

const HINT = 'There is a .env here, which was not read: add "--env-file .env".';

/** As Node does it with `--env-file`: what the environment sets goes first. */
function withFile(env: Env, path: string): Env {
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...env };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const why = code === 'ENOENT' ? 'there is no such file' : code;
    throw new EnvFileError(`${path} cannot be read: ${why}.`, { cause });
  }
}

function asJson(findings: readonly Finding[]): string {
  return `${JSON.stringify({ ok: isSound(findings), findings }, null, 2)}\n`;
}
