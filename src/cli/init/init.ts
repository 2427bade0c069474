import type { InitCommand } from '../commands/init-arguments.js';
import type { Env } from '../commands/settings.js';
import type { Said } from '../commands/settings-context.js';
import { createRunCheck } from './check.js';
import { pathsIn } from './files.js';
import { initUnattended } from './unattended.js';

interface InitContext {
  readonly env: Env;
  readonly version: string;
  /** Somebody is at the terminal. */
  readonly interactive: boolean;
  /** The path of the app's program. */
  readonly program: string;
}

/** Writes `.env` and the manifest; at a terminal, as a guide through the whole installation. Throws `InitError`. */
export async function init(command: InitCommand, context: InitContext): Promise<Said> {
  const { env, version, program } = context;
  const runCheck = createRunCheck(version, pathsIn(command.dir).env);
  const asks = context.interactive && !command.yes && command.values !== '-';
  if (!asks) return initUnattended(command, { program, runCheck });
  const [{ guide }, { createTerminalDialog }] = await Promise.all([
    import('./guide.js'),
    import('./terminal-dialog.js'),
  ]);
  return guide(command, { dialog: createTerminalDialog(), env, program, runCheck });
}
