import { once } from 'node:events';
import { withoutTerminalEscapes } from '../control-characters.js';
import { readVersion } from '../version.js';
import { parseArguments, usage } from './commands/arguments.js';
import type { Env } from './commands/settings.js';
import { UsageError } from './commands/usage-error.js';

/** What a run of the command line writes, and its exit code. */
export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Shows what is about to be changed to the person at the terminal; true if they agree. */
export type Confirm = (shown: string) => Promise<boolean>;

/** Where the command line runs. */
export interface Surroundings {
  /** Undefined if nobody is at the terminal. */
  readonly confirm?: Confirm | undefined;
  /** The path of the app's program, as somebody here would type it. */
  readonly program?: string;
}

/** Parses the arguments, without the program's name, and runs the command. Never rejects. */
export async function runCommandLine(
  args: readonly string[],
  env: Env,
  surroundings: Surroundings = {},
): Promise<CliResult> {
  try {
    const { text, code } = await runCommand(args, env, surroundings);
    // It quotes servers and people.
    return { code, out: withoutTerminalEscapes(text), err: '' };
  } catch (error) {
    const plain = error instanceof Error ? error.message : String(error);
    const code = error instanceof UsageError ? 2 : 1;
    return { code, out: '', err: `${withoutTerminalEscapes(plain)}\n` };
  }
}

async function writeToStdout(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function runCommand(
  args: readonly string[],
  env: Env,
  { confirm, program = 'dist/main.js' }: Surroundings,
): Promise<{ readonly text: string; readonly code: number }> {
  const version = readVersion();
  const command = parseArguments(args, program);
  switch (command.kind) {
    case 'help':
      return { text: usage(command.of, program), code: 0 };
    case 'version':
      return { text: `${version}\n`, code: 0 };
    case 'init': {
      const { init } = await import('./init/init.js');
      return init(command, { env, version, program, interactive: confirm !== undefined });
    }
    case 'feedback': {
      const { feedback } = await import('./commands/feedback.js');
      return feedback(command, env);
    }
    case 'doctor': {
      const { doctor } = await import('./commands/doctor.js');
      return doctor(command, { env, version });
    }
    case 'audit': {
      const { audit } = await import('./commands/audit.js');
      return audit(command, env, writeToStdout);
    }
    case 'smoke': {
      const { smoke } = await import('./commands/smoke.js');
      return smoke(command, { env, version });
    }
    case 'settings': {
      const { settingsCommand } = await import('./commands/settings-command.js');
      return settingsCommand(command, { env, confirm });
    }
  }
}
