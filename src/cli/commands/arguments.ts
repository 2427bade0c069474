import { parseArgs } from 'node:util';
import { closestMatch } from 'leven';
import type { Role } from '../../config.js';
import { AUDIT_USAGE, type AuditCommand, parseAudit } from './audit-arguments.js';
import { INIT_USAGE, type InitCommand, parseInit } from './init-arguments.js';
import { UsageError } from './usage-error.js';

export type Command =
  | { readonly kind: 'help'; readonly of?: CommandName }
  | { readonly kind: 'version' }
  | DoctorCommand
  | InitCommand
  | FeedbackCommand
  | SmokeCommand
  | SettingsCommand
  | AuditCommand;

export interface DoctorCommand {
  readonly kind: 'doctor';
  readonly role: Role;
  readonly json: boolean;
  readonly envFile?: string;
}

export interface FeedbackCommand {
  readonly kind: 'feedback';
  readonly json: boolean;
  readonly envFile?: string;
}

export interface SmokeCommand {
  readonly kind: 'smoke';
  /** The ID of a channel. */
  readonly channel: string;
  /** The ID of a user. */
  readonly user?: string;
  /** How long to wait for a click, s. */
  readonly wait: number;
  readonly json: boolean;
  readonly envFile?: string;
}

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

const USAGE = {
  all: `Usage: deepsearch-slack COMMAND

  doctor    checks this installation, and prints the fix for each problem
  init      guides you through an installation: .env, the Slack app's manifest, a first question
  feedback  prints the votes on answers
  smoke     tries everything that the app does in Slack, in a channel of your choice
  settings  shows the settings of workspaces and channels as a file, and applies one
  audit     exports the audit trail, or checks that it is unbroken

  --help, --version

"deepsearch-slack COMMAND --help" explains a command. To start the app itself:
  node --env-file=.env PROGRAM [bot|worker]
`,
  doctor: `Usage: deepsearch-slack doctor [bot|worker] [--env-file FILE] [--json]

Checks the settings, Redis, Slack and the instance, and whether work is piling up, and prints the
fix for each problem. Asks no question. Exits with 1 if there is a problem, else with 0; warnings
do not count.

  bot, worker       checks only the settings that this role needs
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
  --json            prints {"ok", "findings": [{"name", "state", "says", "fix"}]}
`,
  init: INIT_USAGE,
  feedback: `Usage: deepsearch-slack feedback [--csv | --json] [--env-file FILE]

Prints the stored votes on answers, oldest first: time, user ID, question ID, vote, reason and
comment. A question ID consists of the workspace, the channel and the time.

  --csv             prints CSV with a header line (the default)
  --json            prints [{"at", "question", "by", "vote", "reason", "words"}]
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
`,
  smoke: `Usage: deepsearch-slack smoke --channel C… [--user U…] [--wait SECONDS] [--env-file FILE] [--json]

Calls Slack with the app's token for everything that the app does there: it posts examples of each
message in a thread of the channel, changes and reads them, uploads a file, and deletes all of it at
the end. Asks no question. Prints what Slack accepted and refused, without tokens, IDs or names.
Exits with 1 if Slack refused something that the app needs or did not reply to it, else with 0: what
is marked "optional" does not count.

  --channel C…      the ID of a channel that the app is in, from the channel's details in Slack
  --user U…         who gets the message that only one person sees; default: somebody in the channel
  --wait SECONDS    how long to wait until somebody clicks the button in the channel, which the
                    running app answers by opening a view; default: 60; 0: not at all
  --env-file FILE   reads settings from FILE; variables in the environment take precedence
  --json            prints {"ok", "version", "results": [{"method", "what", "state", "reason", …}]}
`,
  settings: `Usage: deepsearch-slack settings show [WORKSPACE…] [--env-file FILE]
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
`,
  audit: AUDIT_USAGE,
} as const;

type CommandName = 'doctor' | 'init' | 'feedback' | 'smoke' | 'settings' | 'audit';

/** `program`: the path of the app's program, as somebody here would type it. */
export function usage(of?: CommandName, program = 'dist/main.js'): string {
  return USAGE[of ?? 'all'].replace('PROGRAM', program);
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** `args`: without the program's name; `program`: the path of the app's. Throws `UsageError`. */
export function parseArguments(args: readonly string[], program?: string): Command {
  const [name, ...rest] = args;
  switch (name) {
    case 'doctor':
      return parseDoctor(rest);
    case 'init': {
      const parsed = parseOrThrow('init', () => parseInit(rest));
      return parsed === 'help' ? { kind: 'help', of: 'init' } : parsed;
    }
    case 'feedback':
      return parseFeedback(rest);
    case 'smoke':
      return parseSmoke(rest);
    case 'settings':
      return parseSettings(rest);
    case 'audit': {
      const parsed = parseOrThrow('audit', () => parseAudit(rest));
      return parsed === 'help' ? { kind: 'help', of: 'audit' } : parsed;
    }
    case '--help':
    case '-h':
    case 'help':
      return { kind: 'help' };
    case '--version':
    case '-v':
      return { kind: 'version' };
    case undefined:
      throw new UsageError(usage(undefined, program).trimEnd());
    default:
      throw new UsageError(`Unknown command "${name}".\n\n${usage(undefined, program).trimEnd()}`);
  }
}

function parseDoctor(args: string[]): Command {
  const { values, positionals } = parseOrThrow('doctor', () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { ...HELP, json: { type: 'boolean' }, 'env-file': { type: 'string' } },
    }),
  );
  if (values.help) return { kind: 'help', of: 'doctor' };
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
  throw new UsageError(
    `"${[role, ...more].join(' ')}" is not a role.\n\n${usage('doctor').trimEnd()}`,
  );
}

function parseFeedback(args: string[]): Command {
  const options = { ...HELP, json: { type: 'boolean' }, csv: { type: 'boolean' } } as const;
  const { values } = parseOrThrow('feedback', () =>
    parseArgs({ args, options: { ...options, 'env-file': { type: 'string' } } }),
  );
  if (values.help) return { kind: 'help', of: 'feedback' };
  if (values.json && values.csv) throw new UsageError(usage('feedback').trimEnd());
  const envFile = values['env-file'];
  const file = envFile === undefined ? {} : { envFile };
  return { kind: 'feedback', json: values.json ?? false, ...file };
}

function parseSmoke(args: string[]): Command {
  const text = { type: 'string' } as const;
  const options = { ...HELP, json: { type: 'boolean' }, 'env-file': text } as const;
  const { values } = parseOrThrow('smoke', () =>
    parseArgs({ args, options: { ...options, channel: text, user: text, wait: text } }),
  );
  if (values.help) return { kind: 'help', of: 'smoke' };
  const { channel = '', user, wait = '60', 'env-file': envFile } = values;
  const mistake = [
    /^[CG][A-Z0-9]{2,30}$/.test(channel) ? '' : '--channel must be the ID of a channel, C…',
    user === undefined || /^[UW][A-Z0-9]{2,30}$/.test(user) ? '' : '--user must be a user ID, U…',
    /^\d{1,3}$/.test(wait) ? '' : '--wait must be a number of seconds, at most 999',
  ].find((text) => text !== '');
  if (mistake !== undefined) throw new UsageError(`${mistake}.\n\n${usage('smoke').trimEnd()}`);
  return {
    kind: 'smoke',
    channel,
    ...(user === undefined ? {} : { user }),
    wait: Number(wait),
    json: values.json ?? false,
    ...(envFile === undefined ? {} : { envFile }),
  };
}

function parseSettings(args: string[]): Command {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { ...HELP, json: flag, 'env-file': text, yes: flag, by: text, 'exit-code': flag };
  const { values, positionals } = parseOrThrow('settings', () =>
    parseArgs({ args, allowPositionals: true, options }),
  );
  if (values.help) return { kind: 'help', of: 'settings' };
  const [action, ...named] = positionals;
  const {
    json = false,
    yes = false,
    by,
    'exit-code': exitCode = false,
    'env-file': envFile,
  } = values;
  const common = { kind: 'settings', ...(envFile === undefined ? {} : { envFile }) } as const;
  if (action === 'show') return { ...common, action, workspaces: named };
  const [file] = named;
  if (action !== 'diff' && action !== 'apply') throw wrongSettings(unknownAction(action));
  if (file === undefined) throw wrongSettings('name a FILE, or "-" for the standard input');
  if (named.length > 1) throw wrongSettings('too many arguments: only one FILE');
  if (action === 'diff') return { ...common, action, file, json, exitCode };
  return { ...common, action, file, json, yes, ...(by === undefined ? {} : { by: readName(by) }) };
}

const SETTINGS_ACTIONS = ['show', 'diff', 'apply'];

function unknownAction(action: string | undefined): string {
  if (action === undefined) return 'say "show", "diff" or "apply"';
  const similar = closestMatch(action, SETTINGS_ACTIONS, { maxDistance: 2 });
  const hint =
    similar === undefined ? 'say "show", "diff" or "apply"' : `did you mean "${similar}"?`;
  return `unknown action "${action}": ${hint}`;
}

function wrongSettings(what: string): UsageError {
  const end = what.endsWith('?') ? '' : '.';
  return new UsageError(`${what}${end}\n\n${usage('settings').trimEnd()}`);
}

/** It is shown in forms, and kept in the audit trail. */
function readName(name: string): string {
  if (/^[^\p{C}]{1,100}$/u.test(name) && name.trim() !== '') return name.trim();
  throw new UsageError('--by must be a name of at most 100 characters.');
}

/** Node's own error message names the invalid option. */
function parseOrThrow<T>(name: CommandName, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new UsageError(`${message}.\n\n${usage(name).trimEnd()}`, { cause: error });
  }
}
