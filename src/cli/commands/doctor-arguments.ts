import { parseArgs } from 'node:util';
import type { Role } from '../../config.js';
import { FLAG, HELP, TEXT } from './options.js';
import { wrongUsage } from './usage-error.js';

export interface DoctorCommand {
  readonly kind: 'doctor';
  readonly role: Role;
  readonly json: boolean;
  readonly envFile?: string;
}

export const DOCTOR_USAGE = `Usage: deepsearch-slack doctor [bot|worker] [--env-file FILE] [--json]

Checks the settings, Redis, Slack and the instance, and whether work is piling up, and prints the
fix for each problem. Asks no question. Exits with 1 if there is a problem, else with 0; warnings
do not count.

  bot, worker       checks only the settings that this role needs
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
  --json            prints {"ok", "findings": [{"name", "state", "says", "fix"}]}
`;

/** Throws what `parseArgs` throws, and `UsageError`. */
export function parseDoctor(args: readonly string[]): DoctorCommand | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...HELP,
      json: FLAG,
      'env-file': TEXT,
    },
  });
  if (values.help) return 'help';
  const envFile = values['env-file'];
  return {
    kind: 'doctor',
    role: readRole(positionals),
    json: values.json ?? false,
    ...(envFile === undefined ? {} : { envFile }),
  };
}

function readRole([role, ...more]: readonly string[]): Role {
  if (more.length === 0 && role === undefined) return 'both';
  if (more.length === 0 && (role === 'bot' || role === 'worker')) return role;
  throw wrongUsage(`"${[role, ...more].join(' ')}" is not a role`, DOCTOR_USAGE);
}
