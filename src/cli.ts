#!/usr/bin/env node
import { runCommandLine } from './cli/run.js';

const { code, out, err } = await runCommandLine(process.argv.slice(2), process.env);
// Exits at once, even if a check left a connection that hangs.
process.stderr.write(err, () => process.stdout.write(out, () => process.exit(code)));
