import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { closestMatch } from 'leven';
import type { Variable } from '../../config/environment.js';
import { EnvironmentReader } from '../../config/reader.js';
import { ConfigError, describeSettings, type Role, readConfig } from '../../config.js';
import { DeepSearchSlackError } from '../../model/error.js';
import { type Check, type Findings, ok, problem, warning } from '../../ops/doctor.js';

export type Env = Readonly<Record<string, string | undefined>>;

class EnvFileError extends DeepSearchSlackError {
  readonly code = 'env_file';
}

/**
 * The environment and the variables of `envFile`. As with Node's own `--env-file`, the environment
 * takes precedence. Throws if the file cannot be read.
 */
export function loadEnv(env: Env, envFile: string | undefined): Env {
  if (envFile === undefined) return env;
  try {
    return { ...parseEnv(readFileSync(envFile, 'utf8')), ...env };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason = code === 'ENOENT' ? 'there is no such file' : code;
    throw new EnvFileError(`${envFile} cannot be read: ${reason}.`, { cause });
  }
}

/** The valid settings, and the findings about all of them. */
export interface Settings {
  readonly values: EnvironmentReader['values'];
  /** The names of invalid and missing variables. */
  readonly invalid: ReadonlySet<string>;
  /** Whether a variable has a value, valid or not. */
  readonly isSet: (name: Variable) => boolean;
  readonly findings: Findings;
}

/** `source` is where to correct settings: a file name, or the environment. */
export function readSettings(env: Env, { role, source }: { role: Role; source: string }): Settings {
  const issues = issuesOf(env, role);
  const invalid = issues.flatMap(({ name, message }) => issueFinding(name, message, source));
  const findings = [...invalid, ...unknownVariables(Object.keys(env), source)];
  const reader = new EnvironmentReader({ ...env });
  return {
    values: reader.values,
    isSet: (name) => reader.has(name),
    invalid: new Set(issues.map(({ name }) => name)),
    findings: findings.length > 0 ? findings : ok('all settings are valid'),
  };
}

/** The check, if the settings it needs are valid; else a finding that names the others. */
export function requireSettings(
  { values, invalid }: Settings,
  names: readonly (keyof Settings['values'])[],
  check: Check,
): Check {
  const missing = names.filter((name) => invalid.has(name) || values[name] === undefined);
  // With a wrong API URL, Slack's tokens could be sent to a wrong server.
  const callsSlack = !names.includes('DEEPSEARCH_URL');
  if (callsSlack && invalid.has('SLACK_API_URL')) missing.push('SLACK_API_URL');
  return missing.length === 0 ? check : async () => skipped(missing.join(' and '));
}

export function skipped(what: string): Findings {
  return warning('not checked', `first fix ${what}`);
}

function issuesOf(env: Env, role: Role): ConfigError['issues'] {
  try {
    readConfig({ ...env }, role);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
    throw error;
  }
}

/** The message of an issue is "what: the fix", or only says what the value must be. */
function issueFinding(name: string, message: string, source: string): Findings {
  const [, what, fix] = /^(.*?): (?![^(]*\))(.*)$/s.exec(message) ?? [];
  if (what === undefined || fix === undefined) {
    return problem(`${name} ${message}`, `correct ${name} in ${source}`);
  }
  return problem(`${name} ${what}`, fix);
}

/** Shorter names are too similar to those of other programs: HOST to HOME, PORT to PATH. */
const MIN_LENGTH = 8;

/** Unknown variables that look like a typo of one of ours. */
function unknownVariables(names: readonly string[], source: string): Findings {
  const known = describeSettings().map(({ name }) => name);
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const similar = mostSimilar(name, known);
      if (similar !== undefined) {
        return warning(
          `${name} is not a setting`,
          `did you mean ${similar}? Correct it in ${source}`,
        );
      }
      if (!name.startsWith('DEEPSEARCH_')) return [];
      return warning(`${name} is not a setting`, `remove it from ${source}; see docs/settings.md`);
    });
}

function mostSimilar(name: string, known: readonly string[]): string | undefined {
  const long = known.filter((candidate) => candidate.length >= MIN_LENGTH);
  return closestMatch(name.toUpperCase(), long, { maxDistance: 2 });
}
