import { createInterface } from 'node:readline/promises';
import { withoutTerminalEscapes } from '../control-characters.js';
import type { Confirm } from './run.js';

/** Asks whoever is at the terminal; undefined if there is none. */
export function confirmAtTerminal(): Confirm | undefined {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return async (shown) => {
    const terminal = createInterface({ input, output });
    output.write(withoutTerminalEscapes(shown));
    const answer = await terminal.question('\nApply this? Only "yes" is accepted: ');
    terminal.close();
    return answer.trim() === 'yes';
  };
}
