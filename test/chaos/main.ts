import { parseArgs } from 'node:util';
import { deathsAtCalls, deathsAtWrites } from './deaths.js';
import { about, cellsOf, type Row, table, write } from './report.js';
import { blow } from './storm.js';
import { STORMS } from './storms.js';

const HELP = `npm run chaos -- [--short] [--only TEXT] [--questions N] [--seed N] [--json] [--write]

Lets the built bot be asked while things go wrong, and looks at both far sides for everything that
was asked: exactly one visible ending each. It runs against the local service, the local workspace
and a Redis of its own (redis-cli and Redis's own Sentinel and Cluster for some of it). It exits
with 1 where something was lost, doubled or left behind.

  --short        only what "npm test" runs too, with 20 questions each
  --only TEXT    only the kinds of trouble whose name contains this
  --questions N  how many are asked in each storm; default 100
  --seed N       the same number makes the same choices; default 1
  --json         the last line is one JSON object
  --write        puts the table into docs/reliability.md
  --help         this text

Kinds of trouble: killed at each call, killed at each write, ${STORMS.map(({ name }) => name).join(', ')}.
`;

interface Trouble {
  readonly name: string;
  readonly short: boolean;
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
  const questions = wholeNumber('--questions', values.questions ?? (values.short ? '20' : '100'));
  const seed = wholeNumber('--seed', values.seed);
  const chosen = troubles({ questions, seed }).filter(
    ({ name, short }) => name.includes(values.only) && (short || !values.short),
  );
  if (chosen.length === 0) throw new Error(`There is no trouble with "${values.only}": see --help`);
  const startedAt = Date.now();
  // What is measured is kept, should a later row never end.
  const rows = await runAll(chosen, (done) => values.write && write(done, commandLine()));
  const tookS = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${about()} · seed ${seed} · took ${tookS} s\n\n${table(rows)}`);
  if (values.json) console.log(JSON.stringify({ about: about(), questions, seed, tookS, rows }));
  if (rows.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

function troubles(blown: { readonly questions: number; readonly seed: number }): Trouble[] {
  const { seed } = blown;
  return [
    { name: 'killed at each call', short: true, run: () => deathsAtCalls(seed) },
    { name: 'killed at each write', short: false, run: () => deathsAtWrites(seed) },
    ...STORMS.map((storm) => ({
      name: storm.name,
      short: storm.short === true,
      run: () => blow(storm, blown),
    })),
  ];
}

/** One after the other, each told at once. */
async function runAll(
  chosen: readonly Trouble[],
  keep: (rows: readonly Row[]) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, run } of chosen) {
    console.error(`${name} …`);
    const row = await run();
    console.error(`  ${cellsOf(row).slice(1).join(' · ')}`);
    for (const fault of [...row.faults, ...row.twins]) console.error(`  ${fault}`);
    rows.push(row);
    keep(rows);
  }
  return rows;
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`${name} wants a whole number, not "${text}"`);
}

function commandLine(): string {
  const given = process.argv.slice(2).filter((each) => each !== '--write');
  return ['npm run chaos', ...(given.length > 0 ? ['--', ...given] : [])].join(' ');
}
