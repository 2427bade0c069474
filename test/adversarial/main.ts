import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { startStack } from '../support/stack.js';
import { type RunOptions, runCells } from './built/run-cells.js';
import { prepareStack } from './built/stack.js';
import { allCells, type Cell, nameOf } from './cells.js';
import { NOT_YET } from './not-yet.js';
import { writePage } from './page.js';
import { expectedVerdict } from './rules.js';
import { sampleOfCombinations } from './sample.js';

const HELP = `npm run adversarial -- [--only TEXT] [--short] [--json] [--write]

Tries who may do what on the built bot: each kind of person, in each way, after each thing, in each
place, forged requests among them (docs/access.md has the table). It runs against the local service, the
local workspace and a Redis of its own. It exits with 1 where somebody could do what they must not, could
not do what they may, or was told something else than the table says.

  --only TEXT  only the cells whose names contain it, such as "guest · button"
  --short      only a sample: each person in each way, each thing in each way and each place
  --json       the last line is one JSON object
  --write      only writes docs/access.md
  --help       this text
`;

// The exit hooks stop every program that was started, also on Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
// Each cell of a batch waits on the same signal.
setMaxListeners(1_000);
await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      short: { type: 'boolean' },
      json: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  if (values.write) return writePage();
  const chosen = allCells().filter((cell) => isChosen(cell, values.only));
  const cells = values.short ? sampleOfCombinations(chosen) : chosen;
  if (cells.length === 0) throw new Error(`There is no cell named "${values.only}": see --help`);
  const startedAt = Date.now();
  const wrong = await tryAll(cells);
  const tookS = Math.round((Date.now() - startedAt) / 1000);
  const unexpected = wrong.filter(({ name }) => !NOT_YET.has(name));
  const names = new Set(wrong.map(({ name }) => name));
  const right = cells.map(nameOf).filter((name) => NOT_YET.has(name) && !names.has(name));
  for (const { name, complaints } of unexpected) console.log(`${name}: ${complaints.join('; ')}`);
  for (const name of right) console.log(`${name}: is right by now, remove it from not-yet.ts`);
  const known = wrong.length - unexpected.length;
  console.log(
    `${cells.length} cells in ${tookS} s: ${unexpected.length} wrong, ${known} known to be wrong`,
  );
  if (values.json) console.log(JSON.stringify({ cells: cells.length, tookS, wrong }));
  if (unexpected.length + right.length > 0) process.exitCode = 1;
}

function isChosen(cell: Cell, only: string): boolean {
  return nameOf(cell).includes(only) && expectedVerdict(cell).kind !== 'does not apply';
}

async function tryAll(cells: readonly Cell[]) {
  const cleanups: (() => unknown)[] = [];
  const { options, answering } = await prepareStack((cleanup) => cleanups.push(cleanup));
  const stack = await startStack(options);
  try {
    const progress: RunOptions['progress'] = (done, wrong) => {
      const lines = wrong.map(({ name, complaints }) => `\n  ${name}: ${complaints.join('; ')}`);
      console.error(`${done} of ${cells.length}${lines.join('')}`);
    };
    return await runCells(cells, { stack, answering, progress });
  } finally {
    await stack.stop();
    for (const cleanup of cleanups) await cleanup();
  }
}
