import { closestMatch } from 'leven';
import { EnvironmentReader } from '../config/reader.js';
import { ConfigError, describeSettings, type Role, readConfig } from '../config.js';
import { type Check, type Findings, ok, problem, warning } from '../ops/doctor.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** The settings as far as they are right, and what is to be said of them. */
export interface Settings {
  readonly values: EnvironmentReader['values'];
  /** The variables at fault. */
  readonly invalid: ReadonlySet<string>;
  readonly findings: Findings;
}

/** `source` is where a person sets them: a file's name, or the environment. */
export function readSettings(env: Env, { role, source }: { role: Role; source: string }): Settings {
  const faults = faultsOf(env, role);
  const found = faults.flatMap(({ name, message }) => tellFault(name, message, source));
  const findings = [...found, ...tellUnknown(Object.keys(env), source)];
  return {
    values: new EnvironmentReader({ ...env }).values,
    invalid: new Set(faults.map(({ name }) => name)),
    findings: findings.length > 0 ? findings : ok('every setting is right'),
  };
}

/** A look for which these settings must be right; else it says which are not. */
export function needing(
  { values, invalid: faulty }: Settings,
  names: readonly (keyof Settings['values'])[],
  look: Check,
): Check {
  // A token goes nowhere but where it is meant to go.
  const place = faulty.has('SLACK_API_URL') && !names.includes('DEEPSEARCH_URL');
  const lacking = names.filter((name) => faulty.has(name) || values[name] === undefined);
  if (place) lacking.push('SLACK_API_URL');
  return lacking.length === 0 ? look : async () => skipped(lacking.join(' and '));
}

export function skipped(what: string): Findings {
  return warning('not looked at', `first put ${what} right`);
}

function faultsOf(env: Env, role: Role): ConfigError['issues'] {
  try {
    readConfig({ ...env }, role);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
    throw error;
  }
}

/** A fault's message is "what: the fix"; where it has no fix, what must be is the fix. */
function tellFault(name: string, message: string, source: string): Findings {
  const [, what, fix] = /^(.*?): (?![^(]*\))(.*)$/s.exec(message) ?? [];
  if (what === undefined || fix === undefined) {
    return problem(`${name} ${message}`, `correct ${name} in ${source}`);
  }
  return problem(`${name} ${what}`, fix);
}

/** Shorter names are too near to those of others: HOST to HOME, PORT to PATH. */
const LONG_ENOUGH = 8;

/** Variables that nobody reads, where they look as if they were meant for us. */
function tellUnknown(names: readonly string[], source: string): Findings {
  const known = describeSettings().map(({ name }) => name);
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = intended(name, known);
      if (meant !== undefined) {
        return warning(`${name} is not read`, `${meant} may be meant: correct it in ${source}`);
      }
      if (!name.startsWith('DEEPSEARCH_')) return [];
      return warning(`${name} is not read`, `remove it from ${source}, or see docs/settings.md`);
    });
}

function intended(name: string, known: readonly string[]): string | undefined {
  const long = known.filter((candidate) => candidate.length >= LONG_ENOUGH);
  return closestMatch(name.toUpperCase(), long, { maxDistance: 2 });
}
