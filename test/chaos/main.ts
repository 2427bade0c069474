import { parseArgs } from 'node:util';
import { AT_CALLS, AT_WRITES, deathsAtCalls, deathsAtWrites } from './deaths.js';
import { about, cellsOf, type Row, table, write } from './report.js';
import { type Blow, blow, questionsOf } from './storm.js';
import { STORMS } from './storms.js';

const HELP = `npm run chaos -- [--short] [--only TEXT] [--questions N] [--seed N] [--json] [--write]

Lets the built bot be asked while things go wrong, and looks at both far sides for everything that
was asked: exactly one visible ending each. It runs against the local service, the local workspace
and a Redis of its own (redis-cli and Redis's own Sentinel and Cluster for some of it). It exits
with 1 where something was lost, doubled or left behind.

  --short        only what "npm test" runs too, with 20 questions each
  --only TEXT    only the kind of trouble of this name, or those whose name contains it
  --questions N  how many are asked in each storm; else each has a number of its own, mostly 100
  --seed N       the same number makes the same choices; default 1
  --json         the last line is one JSON object
  --write        puts each row, once it is measured, into the table of docs/reliability.md
  --help         this text

Kinds of trouble: killed at each call, killed at each write, ${STORMS.map(({ name }) => name).join(', ')}.
`;

interface Trouble {
  readonly name: string;
  readonly says: string;
  readonly short: boolean;
  /** How many are asked; of deaths, so many as there are. */
  readonly questions?: number;
  run(): Promise<Row>;
}

// What was started ends with us, also by Ctrl-C: each has a hook for it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      questions: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean' },
      write: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const wanted = values.questions ?? (values.short ? '20' : undefined);
  const questions = wanted === undefined ? undefined : wholeNumber('--questions', wanted);
  const seed = wholeNumber('--seed', values.seed);
  const all = troubles({ questions, seed });
  const chosen = named(all, values.only).filter(({ short }) => short || !values.short);
  if (chosen.length === 0) throw new Error(`There is no trouble with "${values.only}": see --help`);
  console.error(`${about()} · seed ${seed}\n${planOf(chosen)}`);
  const startedAt = Date.now();
  // What is measured is kept, should a later row never end.
  const rows = await runAll(chosen, (row) => values.write && write([row], all));
  const tookS = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${about()} · took ${tookS} s\n\n${table(rows)}`);
  if (values.json) console.log(JSON.stringify({ about: about(), seed, tookS, rows }));
  if (rows.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

/** The one of this name; else all whose name contains it. */
function named(all: readonly Trouble[], text: string): readonly Trouble[] {
  const one = all.filter(({ name }) => name === text);
  return one.length > 0 ? one : all.filter(({ name }) => name.includes(text));
}

/** What will be done, a line each. */
function planOf(chosen: readonly Trouble[]): string {
  return chosen
    .map(({ name, questions }) => `  ${name}${questions === undefined ? '' : `: ${questions}`}`)
    .join('\n');
}

function troubles(blown: Blow): Trouble[] {
  const { seed } = blown;
  return [
    { ...AT_CALLS, short: true, run: () => deathsAtCalls(seed) },
    { ...AT_WRITES, short: false, run: () => deathsAtWrites(seed) },
    ...STORMS.map((storm) => ({
      name: storm.name,
      says: storm.says,
      short: storm.short === true,
      questions: blown.questions ?? questionsOf(storm),
      run: () => blow(storm, blown),
    })),
  ];
}

/** One after the other, each told at once. */
async function runAll(chosen: readonly Trouble[], keep: (row: Row) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, run } of chosen) {
    console.error(`${name} …`);
    const row = await run().catch((error: unknown) => void console.error('  it broke off:', error));
    if (row === undefined) {
      process.exitCode = 1;
      continue;
    }
    console.error(`  ${cellsOf(row).slice(1).join(' · ')}`);
    for (const fault of [...row.faults, ...row.twins]) console.error(`  ${fault}`);
    rows.push(row);
    keep(row);
  }
  return rows;
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${name} wants a whole number, not "${text}"`);
}
