import { parseArgs } from 'node:util';
import { closestMatch } from 'leven';
import { FLAG, HELP, TEXT } from './options.js';
import { UsageError, wrongUsage } from './usage-error.js';

export type SettingsCommand = ShowSettingsCommand | DiffSettingsCommand | ApplySettingsCommand;

interface OnSettings {
  readonly kind: 'settings';
  readonly envFile?: string;
}

export interface ShowSettingsCommand extends OnSettings {
  readonly action: 'show';
  /** IDs; empty: all. */
  readonly workspaces: readonly string[];
}

export interface DiffSettingsCommand extends OnSettings {
  readonly action: 'diff';
  readonly file: string;
  readonly json: boolean;
  readonly exitCode: boolean;
}

export interface ApplySettingsCommand extends OnSettings {
  readonly action: 'apply';
  readonly file: string;
  readonly json: boolean;
  readonly yes: boolean;
  /** Who applies it; absent: the user of the operating system. */
  readonly by?: string;
}

export const SETTINGS_USAGE = `Usage: deepsearch-slack settings show [WORKSPACE…] [--env-file FILE]
       deepsearch-slack settings diff FILE [--exit-code] [--json] [--env-file FILE]
       deepsearch-slack settings apply FILE [--yes] [--by NAME] [--json] [--env-file FILE]

Keeps the settings of workspaces and channels in a YAML file. What the file says is fixed: people see
it in the forms in Slack, and cannot change it there. What is removed from the file is free again.
Workspaces that the file does not name stay as they are.

  show              prints the current settings as such a file; what forms set is in comments
  diff              checks the file, and prints what applying it would change
  apply             prints the same, asks, and changes it

  FILE              a path, or - for the standard input
  --yes             does not ask; needed where nobody is at the terminal
  --by NAME         who changes it, for the forms and the audit trail; default: your user name
  --exit-code       exits with 3 if something would change
  --json            prints {"changes": [{"workspace", "channel", "setting", "before", "after", "fixed"}]}
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
`;

/** Throws what `parseArgs` throws, and `UsageError`. */
export function parseSettings(args: readonly string[]): SettingsCommand | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...HELP,
      json: FLAG,
      yes: FLAG,
      by: TEXT,
      'exit-code': FLAG,
      'env-file': TEXT,
    },
  });
  if (values.help) return 'help';
  const [action, ...named] = positionals;
  const { json = false, yes = false, by, 'exit-code': exitCode = false } = values;
  const envFile = values['env-file'];
  const common = { kind: 'settings', ...(envFile === undefined ? {} : { envFile }) } as const;
  if (action === 'show') return { ...common, action, workspaces: named };
  const [file] = named;
  if (action !== 'diff' && action !== 'apply') throw wrong(unknownAction(action));
  if (file === undefined) throw wrong('name a FILE, or "-" for the standard input');
  if (named.length > 1) throw wrong('too many arguments: only one FILE');
  if (action === 'diff') return { ...common, action, file, json, exitCode };
  return { ...common, action, file, json, yes, ...(by === undefined ? {} : { by: readName(by) }) };
}

const ACTIONS = ['show', 'diff', 'apply'];
const WHICH_ACTION = 'say "show", "diff" or "apply"';

function unknownAction(action: string | undefined): string {
  if (action === undefined) return WHICH_ACTION;
  const similar = closestMatch(action, ACTIONS, { maxDistance: 2 });
  const hint = similar === undefined ? WHICH_ACTION : `did you mean "${similar}"?`;
  return `unknown action "${action}": ${hint}`;
}

function wrong(what: string): UsageError {
  return wrongUsage(what, SETTINGS_USAGE);
}

/** It is shown in forms, and kept in the audit trail. */
function readName(name: string): string {
  if (/^[^\p{C}]{1,100}$/u.test(name) && name.trim() !== '') return name.trim();
  throw new UsageError('--by must be a name of at most 100 characters.');
}
