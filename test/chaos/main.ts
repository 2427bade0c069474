import { parseArgs } from 'node:util';
import {
  CRASH_AT_CALLS,
  CRASH_AT_WRITES,
  crashAtEveryCall,
  crashAtEveryWrite,
} from './crash-rows.js';
import { questionsOf, runScenario, type ScenarioRunOptions } from './fault-scenario.js';
import { FAULT_SCENARIOS } from './fault-scenarios.js';
import { cellsOf, formatTable, machineInfo, type ReportRow, writeReport } from './report.js';

const HELP = `npm run chaos -- [--short] [--only TEXT] [--questions N] [--seed N] [--json] [--write]

Asks the built bot questions while faults are injected, and checks in Slack and on the service that
every question got exactly one visible outcome. It runs against the local service, the local workspace
and a Redis of its own (redis-cli and Redis's own Sentinel and Cluster for some of it). It exits
with 1 where something was lost, duplicated or left behind.

  --short        only what "npm test" runs too, with 20 questions each
  --only TEXT    only the scenario of this name, or those whose name contains it
  --questions N  how many questions each scenario asks; default: the scenario's own number, mostly 100
  --seed N       seed of the random choices; default 1
  --json         the last line is one JSON object
  --write        writes each row, once it is measured, into the table of docs/reliability.md
  --help         this text

Scenarios: killed at each call, killed at each write, ${FAULT_SCENARIOS.map(({ name }) => name).join(', ')}.
`;

interface Measurement {
  readonly name: string;
  readonly says: string;
  readonly short: boolean;
  /** How many questions are asked; crashes ask as many as there are points. */
  readonly questions?: number;
  run(): Promise<ReportRow>;
}

// The exit hooks stop every program that was started, also on Ctrl-C.
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
  const all = measurements({ questions, seed });
  const chosen = named(all, values.only).filter(({ short }) => short || !values.short);
  if (chosen.length === 0)
    throw new Error(`There is no scenario named "${values.only}": see --help`);
  console.error(`${machineInfo()} · seed ${seed}\n${planOf(chosen)}`);
  const startedAt = Date.now();
  // Written at once, in case a later scenario never ends.
  const rows = await measureAll(chosen, (row) => values.write && writeReport([row], all));
  const tookS = Math.round((Date.now() - startedAt) / 1000);
  console.log(`${machineInfo()} · took ${tookS} s\n\n${formatTable(rows)}`);
  if (values.json) console.log(JSON.stringify({ about: machineInfo(), seed, tookS, rows }));
  if (rows.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

/** The scenario of this name; otherwise all whose names contain it. */
function named(all: readonly Measurement[], text: string): readonly Measurement[] {
  const one = all.filter(({ name }) => name === text);
  return one.length > 0 ? one : all.filter(({ name }) => name.includes(text));
}

/** What will be run, one line each. */
function planOf(chosen: readonly Measurement[]): string {
  return chosen
    .map(({ name, questions }) => `  ${name}${questions === undefined ? '' : `: ${questions}`}`)
    .join('\n');
}

function measurements(options: ScenarioRunOptions): Measurement[] {
  const { seed } = options;
  return [
    { ...CRASH_AT_CALLS, short: true, run: () => crashAtEveryCall(seed) },
    { ...CRASH_AT_WRITES, short: false, run: () => crashAtEveryWrite(seed) },
    ...FAULT_SCENARIOS.map((scenario) => ({
      name: scenario.name,
      says: scenario.says,
      short: scenario.short === true,
      questions: options.questions ?? questionsOf(scenario),
      run: () => runScenario(scenario, options),
    })),
  ];
}

/** Runs one after the other, and reports each at once. */
async function measureAll(
  chosen: readonly Measurement[],
  keep: (row: ReportRow) => void,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const { name, run } of chosen) {
    console.error(`${name} …`);
    const row = await run().catch((error: unknown) => void console.error('  it failed:', error));
    if (row === undefined) {
      process.exitCode = 1;
      continue;
    }
    console.error(`  ${cellsOf(row).slice(1).join(' · ')}`);
    for (const fault of [...row.faults, ...row.duplicateConversations]) console.error(`  ${fault}`);
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
