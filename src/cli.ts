#!/usr/bin/env node
import { confirmAtTerminal } from './cli/confirm.js';
import { runCommandLine } from './cli/run.js';

const { code, out, err } = await runCommandLine(
  process.argv.slice(2),
  process.env,
  confirmAtTerminal(),
);
// Exits at once, even if a check left a connection that hangs.
process.stderr.write(err, () => process.stdout.write(out, () => process.exit(code)));
