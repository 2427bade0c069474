#!/usr/bin/env node
import { parseArguments, UsageError, usage } from './cli/arguments.js';
import { withoutTerminalEscapes } from './control-characters.js';
import { readVersion } from './version.js';

/** The output of a command, and the exit code. */
interface Outcome {
  readonly text: string;
  readonly code: number;
}

/** Parses the arguments and runs the command. */
async function main(): Promise<Outcome> {
  const version = readVersion();
  const command = parseArguments(process.argv.slice(2));
  switch (command.kind) {
    case 'help':
      return { text: usage(command.of), code: 0 };
    case 'version':
      return { text: `${version}\n`, code: 0 };
    case 'init': {
      const { init } = await import('./cli/init.js');
      return { text: init(command), code: 0 };
    }
    case 'feedback': {
      const { feedback } = await import('./cli/feedback.js');
      return feedback(command, process.env);
    }
    case 'doctor': {
      const { doctor } = await import('./cli/doctor.js');
      return doctor(command, { env: process.env, version });
    }
    case 'smoke': {
      const { smoke } = await import('./cli/smoke.js');
      return smoke(command, { env: process.env, version });
    }
  }
}

main().then(
  // Exits at once, even if a check left a connection that hangs.
  ({ text, code }) =>
    // It quotes servers and people.
    process.stdout.write(withoutTerminalEscapes(text), () => process.exit(code)),
  (error: unknown) => {
    const plain = error instanceof Error ? error.message : String(error);
    const code = error instanceof UsageError ? 2 : 1;
    process.stderr.write(`${withoutTerminalEscapes(plain)}\n`, () => process.exit(code));
  },
);
