import { AUDIT_USAGE, type AuditCommand, parseAudit } from './audit-arguments.js';
import { DOCTOR_USAGE, type DoctorCommand, parseDoctor } from './doctor-arguments.js';
import { FEEDBACK_USAGE, type FeedbackCommand, parseFeedback } from './feedback-arguments.js';
import { INIT_USAGE, type InitCommand, parseInit } from './init-arguments.js';
import { parseSettings, SETTINGS_USAGE, type SettingsCommand } from './settings-arguments.js';
import { parseSmoke, SMOKE_USAGE, type SmokeCommand } from './smoke-arguments.js';
import { UsageError, wrongUsage } from './usage-error.js';

type NamedCommand =
  | DoctorCommand
  | InitCommand
  | FeedbackCommand
  | SmokeCommand
  | SettingsCommand
  | AuditCommand;
type CommandName = NamedCommand['kind'];

export type Command =
  | { readonly kind: 'help'; readonly of?: CommandName }
  | { readonly kind: 'version' }
  | NamedCommand;

interface Arguments {
  readonly usage: string;
  /** Throws what `parseArgs` of Node throws, and `UsageError`. */
  readonly parse: (args: readonly string[]) => NamedCommand | 'help';
}

const COMMANDS: Readonly<Record<CommandName, Arguments>> = {
  doctor: { usage: DOCTOR_USAGE, parse: parseDoctor },
  init: { usage: INIT_USAGE, parse: parseInit },
  feedback: { usage: FEEDBACK_USAGE, parse: parseFeedback },
  smoke: { usage: SMOKE_USAGE, parse: parseSmoke },
  settings: { usage: SETTINGS_USAGE, parse: parseSettings },
  audit: { usage: AUDIT_USAGE, parse: parseAudit },
};

const USAGE = `Usage: deepsearch-slack COMMAND

  doctor    checks this installation, and prints the fix for each problem
  init      guides you through an installation: .env, the Slack app's manifest, a first question
  feedback  prints the votes on answers
  smoke     tries everything that the app does in Slack, in a channel of your choice
  settings  shows the settings of workspaces and channels as a file, and applies one
  audit     exports the audit trail, or checks that it is unbroken

  --help, --version

"deepsearch-slack COMMAND --help" explains a command. To start the app itself:
  node --env-file=.env PROGRAM [bot|worker]
`;

/** `program`: the path of the app's program, as somebody here would type it. */
export function usage(of?: CommandName, program = 'dist/main.js'): string {
  return of === undefined ? USAGE.replace('PROGRAM', program) : COMMANDS[of].usage;
}

/** `args`: without the program's name; `program`: the path of the app's. Throws `UsageError`. */
export function parseArguments(args: readonly string[], program?: string): Command {
  const [name, ...rest] = args;
  switch (name) {
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
      if (isCommand(name)) return parseCommand(name, rest);
      throw wrongUsage(`Unknown command "${name}"`, usage(undefined, program));
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

function parseCommand(name: CommandName, args: readonly string[]): Command {
  try {
    const command = COMMANDS[name].parse(args);
    return command === 'help' ? { kind: 'help', of: name } : command;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Node's own error message names the invalid option.
    const message = error instanceof Error ? error.message.split('. ', 1).join('') : String(error);
    throw wrongUsage(message, usage(name), { cause: error });
  }
}
