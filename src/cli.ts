#!/usr/bin/env node
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confirmAtTerminal } from './cli/confirm.js';
import { runCommandLine } from './cli/run.js';

const program = relative('', fileURLToPath(new URL('main.js', import.meta.url)));
const { code, out, err } = await runCommandLine(process.argv.slice(2), process.env, {
  confirm: confirmAtTerminal(),
  program,
});
// Exits at once, even if a check left a connection that hangs.
process.stderr.write(err, () => process.stdout.write(out, () => process.exit(code)));
