import { existsSync } from 'node:fs';
import type { Role } from '../../config.js';
import { jsonWithoutTerminalEscapes } from '../../control-characters.js';
import { scrub } from '../../log.js';
import { checkTraces } from '../../ops/doctor/traces.js';
import { type Finding, hasNoProblems, runChecks } from '../../ops/doctor.js';
import { createDoctorChecks } from './doctor-checks.js';
import { type Env, loadEnv, readSettings } from './settings.js';

interface DoctorOptions {
  readonly role: Role;
  readonly json: boolean;
  readonly envFile?: string;
}

/** Longer than the time limit of any single call, ms. */
const CHECK_TIMEOUT_MS = 12_000;

/** Checks the installation that the settings describe. Throws if the file cannot be read. */
export async function doctor(
  { role, json, envFile }: DoctorOptions,
  { env, version }: { env: Env; version: string },
): Promise<{ text: string; code: number }> {
  const loaded = loadEnv(env, envFile);
  const settings = readSettings(loaded, {
    role,
    source: envFile ?? 'the environment',
  });
  const { checks, close } = createDoctorChecks(settings, { role, version });
  const findings = await runChecks(
    { ...checks, traces: async () => checkTraces(loaded) },
    CHECK_TIMEOUT_MS,
  );
  await close();
  const hint = envFile === undefined && settings.invalid.size > 0 && existsSync('.env');
  const text = json ? asJson(findings) : findingsText(findings, hint ? HINT : undefined);
  // Findings contain no secrets of ours, but they quote other servers' messages.
  return { text: scrub(text), code: hasNoProblems(findings) ? 0 : 1 };
}

const HINT = 'There is a .env file here, which was not read: add "--env-file .env".';

function asJson(findings: readonly Finding[]): string {
  return `${jsonWithoutTerminalEscapes({ ok: hasNoProblems(findings), findings }, 2)}\n`;
}

/** One line for each finding, its fix below it, and a summary. */
export function findingsText(findings: readonly Finding[], hint?: string): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, state, says, fix }) => [
    `${state.padEnd(7)}  ${name.padEnd(width)}  ${says}`,
    ...(fix === undefined ? [] : [`${' '.repeat(width + 11)}fix: ${fix}`]),
  ]);
  return `${[...lines, '', summary(findings), ...(hint === undefined ? [] : [hint])].join('\n')}\n`;
}

function summary(findings: readonly Finding[]): string {
  const count = (state: Finding['state'], word: string) => {
    const times = findings.filter((finding) => finding.state === state).length;
    return times === 0 ? [] : [`${times} ${word}${times === 1 ? '' : 's'}`];
  };
  const parts = [...count('problem', 'problem'), ...count('warning', 'warning')];
  return parts.length === 0 ? 'No problems found.' : `${parts.join(', ')}.`;
}
