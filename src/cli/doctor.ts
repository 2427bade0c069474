import { existsSync } from 'node:fs';
import type { Role } from '../config.js';
import { scrub } from '../log.js';
import { type Finding, hasNoProblems, runChecks } from '../ops/doctor.js';
import { composeChecks } from './checks.js';
import { loadEnv } from './given.js';
import { report } from './report.js';
import { type Env, readSettings } from './settings.js';

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
  const given = loadEnv(env, envFile);
  const settings = readSettings(given, { role, source: envFile ?? 'the environment' });
  const patient = composeChecks(settings, { role, version });
  const findings = await runChecks(patient.looks, PATIENCE_MS);
  await patient.close();
  const hint = envFile === undefined && settings.invalid.size > 0 && existsSync('.env');
  const text = json ? asJson(findings) : report(findings, hint ? HINT : undefined);
  // No finding holds a secret; should a far side's words do, they don't get out either.
  return { text: scrub(text), code: hasNoProblems(findings) ? 0 : 1 };
}

const HINT = 'There is a .env here, which was not read: add "--env-file .env".';

function asJson(findings: readonly Finding[]): string {
  return `${JSON.stringify({ ok: hasNoProblems(findings), findings }, null, 2)}\n`;
}
