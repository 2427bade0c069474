// Runs a TypeScript program of ours that is no part of `dist/`: a measurement or a tool.
//   node scripts/run.mjs test/bench/main.ts [ARGUMENT…]
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [entry] = process.argv.splice(2, 1);
if (entry === undefined || !existsSync(resolve(root, entry))) {
  console.error(`There is no program at ${entry ?? '(none named)'}.`);
  process.exit(1);
}
await runnerImport(resolve(root, entry), { root, configFile: false, logLevel: 'error' });
