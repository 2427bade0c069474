import { setMaxListeners } from 'node:events';
import { parseArgs } from 'node:util';
import { startStack } from '../support/stack.js';
import { type RunOptions, runCells, type WrongCell } from './built/run-cells.js';
import { prepareStack } from './built/stack.js';
import { allCells, type Cell, nameOf } from './cells.js';
import { NOT_YET } from './not-yet.js';
import { type Accounts, isChangedBy, SETUPS } from './own-accounts.js';
import { writePage } from './page.js';
import { expectedVerdict } from './rules.js';
import { sampleOfCombinations } from './sample.js';

const HELP = `npm run adversarial -- [--only TEXT] [--accounts SETUP] [--shard N/M] [--short] [--json] [--write]

Tries who may do what on the built bot: each kind of person, in each way, after each thing, in each
place, forged requests among them (docs/access.md has the table). It runs against the local service, the
local workspace and a Redis of its own. It exits with 1 where somebody could do what they must not, could
not do what they may, or was told something else than the table says.

  --only TEXT       only the cells whose names contain it, such as "guest · button"; may be repeated for more
  --accounts SETUP  only with accounts of people's own, such as "linked, connected", or "none": only without;
                    default: first without, then each setup with the cells to which it makes a difference
  --shard N/M       only the Nth of M parts of the cells, so that several machines can share them
  --short           only a sample: each person in each way, each thing in each way and each place
  --json            the last line is one JSON object
  --write           only writes docs/access.md
  --help            this text
`;

const MODES = ['shared', 'linked', 'both'] as const;

// The exit hooks stop every program that was started, also on Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
// Each cell of a batch waits on the same signal.
setMaxListeners(1_000);
await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [''] },
      accounts: { type: 'string' },
      shard: { type: 'string', default: '1/1' },
      short: { type: 'boolean' },
      json: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  if (values.write) return writePage();
  const runs = runsOf(values).filter(({ cells }) => cells.length > 0);
  if (runs.length === 0) throw new Error('There is no such cell or setup: see --help');
  const startedAt = Date.now();
  const wrong: WrongCell[] = [];
  for (const mode of MODES) wrong.push(...(await tryAll(mode, runs)));
  const tookS = Math.round((Date.now() - startedAt) / 1000);
  const tried = runs.flatMap(({ setup, cells }) =>
    cells.map((cell) => titled(setup, nameOf(cell))),
  );
  const unexpected = wrong.filter(({ name }) => !NOT_YET.has(name));
  const names = new Set(wrong.map(({ name }) => name));
  const right = tried.filter((name) => NOT_YET.has(name) && !names.has(name));
  for (const { name, complaints } of unexpected) console.log(`${name}: ${complaints.join('; ')}`);
  for (const name of right) console.log(`${name}: is right by now, remove it from not-yet.ts`);
  const known = wrong.length - unexpected.length;
  console.log(
    `${tried.length} cells in ${tookS} s: ${unexpected.length} wrong, ${known} known to be wrong`,
  );
  if (values.json) console.log(JSON.stringify({ cells: tried.length, tookS, wrong }));
  if (unexpected.length + right.length > 0) process.exitCode = 1;
}

interface Chosen {
  readonly only: readonly string[];
  readonly accounts?: string | undefined;
  readonly shard: string;
  readonly short?: boolean | undefined;
}

/** Cells that are tried with the same accounts. */
interface Run {
  /** `none`: everybody shares one account. */
  readonly setup: string;
  readonly accounts: Accounts | undefined;
  readonly cells: readonly Cell[];
}

function runsOf({ only, accounts: wanted, shard, short }: Chosen): Run[] {
  const isIn = shardOf(shard);
  const all = allCells().filter((cell) => expectedVerdict(cell).kind !== 'does not apply');
  const setups = new Map<string, Accounts | undefined>([
    ['none', undefined],
    ...Object.entries(SETUPS),
  ]);
  return [...setups]
    .filter(([setup]) => wanted === undefined || setup === wanted)
    .map(([setup, accounts]) => {
      const tried = accounts ? all.filter((cell) => isChangedBy(cell, accounts)) : all;
      const chosen = tried.filter((cell) => only.some((text) => nameOf(cell).includes(text)));
      const cells = short ? sampleOfCombinations(chosen) : chosen;
      return { setup, accounts, cells: cells.filter((_, i) => isIn(i)) };
    });
}

/** `2/3`: the second of three parts. */
function shardOf(shard: string): (index: number) => boolean {
  const [, part = '', parts = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  const [n, of] = [Number(part), Number(parts)];
  if (n < 1 || n > of) throw new Error(`--shard ${shard} must be as 1/3: see --help`);
  return (index) => index % of === n - 1;
}

function titled(setup: string, name: string): string {
  return setup === 'none' ? name : `${setup}: ${name}`;
}

/** Tries all runs in which the bot has this `ACCESS_MODE`. */
async function tryAll(mode: (typeof MODES)[number], all: readonly Run[]): Promise<WrongCell[]> {
  const runs = all.filter(({ accounts }) => (accounts?.mode ?? 'shared') === mode);
  if (runs.length === 0) return [];
  const cleanups: (() => unknown)[] = [];
  const { options, answering } = await prepareStack((cleanup) => cleanups.push(cleanup), mode);
  const stack = await startStack(options);
  try {
    const found: WrongCell[] = [];
    for (const run of runs) found.push(...(await tryRun(run, { stack, answering })));
    return found;
  } finally {
    await stack.stop();
    for (const cleanup of cleanups) await cleanup();
  }
}

async function tryRun(
  { setup, accounts, cells }: Run,
  options: Pick<RunOptions, 'stack' | 'answering'>,
): Promise<WrongCell[]> {
  const progress: RunOptions['progress'] = (done, wrong) => {
    const lines = wrong.map(({ name, complaints }) => `\n  ${name}: ${complaints.join('; ')}`);
    console.error(`${setup}: ${done} of ${cells.length}${lines.join('')}`);
  };
  const own = accounts === undefined ? {} : { accounts };
  const wrong = await runCells(cells, { ...options, ...own, progress });
  return wrong.map(({ name, complaints }) => ({ name: titled(setup, name), complaints }));
}
