import { parseArgs } from 'node:util';
import { aims } from './aims.js';
import type { Size } from './load/loads.js';
import * as load from './load/measures.js';
import { acks, burst, endings, type Figures, kill, ready, stops } from './measures.js';
import { commonPattern, OURS, type Program } from './programs.js';
import { publish } from './publish.js';
import { rendering } from './rendering.js';
import { compare, machine, type Row, table } from './report.js';

interface Measure {
  readonly run: (program: Program, size: Size) => Promise<Figures>;
  /** It mostly waits, so that both programs are measured at the same time; `short`: if it is short. */
  readonly aside?: 'always' | 'short';
  /** There is nothing to compare it with. */
  readonly oursOnly?: true;
  readonly fullOnly?: true;
}

const MEASURES: Readonly<Record<string, Measure>> = {
  ready: { run: ready },
  acks: { run: acks },
  burst: { run: burst },
  endings: { run: endings, aside: 'always' },
  kill: { run: kill, aside: 'always' },
  stops: { run: stops },
  rendering: { run: rendering },
  'limits-on': { run: load.limitsOn, aside: 'short' },
  'limits-off': { run: load.limitsOff },
  'own-budgets': { run: load.ownBudgets },
  'cancel-left': { run: load.cancelLeft, aside: 'short' },
  'many-open': { run: load.manyOpen, aside: 'short' },
  'most-open': { run: load.mostOpen, oursOnly: true, fullOnly: true },
  redis: { run: load.redisCosts, oursOnly: true },
  workers: { run: load.workers, oursOnly: true, fullOnly: true },
};

const HELP = `npm run bench -- [--full] [--only TEXT,…] [--json] [--check]

Measures the built bot beside the common pattern: a Bolt app that polls in memory
(test/bench/common-pattern.ts), each as a process of its own. Times in ms. The load (from limits-on
on) comes from a scripted Slack and a scripted service in a third process, over HTTP; the rest runs
against the local service and the local workspace. The bot has its default settings, without limits
for a person or a channel. Of rendering, the baseline is what its Markdown library takes to read the
same text.

  --full         as many questions as are published, in at most 40 minutes; without --only, writes
                 the table of docs/performance.md and draws docs/images/bench.svg. By default there
                 are fewer and shorter questions, in at most five minutes
  --only TEXT,…  only the measures whose names contain one of these
  --json         the last line is one JSON object
  --check        exits with 1 where a goal is missed
  --help         this text

Measures: ${Object.keys(MEASURES).join(', ')}; most-open and workers only with --full.
`;

// The exit hooks stop every program that was started, also on Ctrl-C.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'boolean' },
      check: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const size: Size = values.full ? 'full' : 'short';
  const chosen = choose(values.only?.split(',') ?? [''], size);
  const startedAt = Date.now();
  const before = machine();
  const rows = await measure(chosen, size);
  const about = { ...before, size, seconds: Math.round((Date.now() - startedAt) / 1000) };
  const { date, node, cpus, load, seconds } = about;
  console.log(`${date} · Node ${node} · ${cpus} CPUs, load ${load} · took ${seconds} s`);
  if (load > cpus / 2) console.log('This machine is busy with other work: read ratios, not times.');
  console.log(`\n${table(rows)}`);
  if (values.full && values.only === undefined) publish(rows, about);
  if (values.json) console.log(JSON.stringify({ ...about, rows }));
  if (values.check && rows.some(({ pass }) => pass === false)) process.exitCode = 1;
}

/** The names of the measures that contain one of the texts. */
function choose(texts: readonly string[], size: Size): string[] {
  const offered = Object.keys(MEASURES).filter(
    (name) => size === 'full' || MEASURES[name]?.fullOnly !== true,
  );
  const unknown = texts.find((text) => !offered.some((name) => name.includes(text)));
  if (unknown !== undefined) throw new Error(`There is no measure "${unknown}": see --help`);
  return offered.filter((name) => texts.some((text) => name.includes(text)));
}

/** One after the other. One that fails is left out, and makes the exit code 1. */
async function measure(names: readonly string[], size: Size): Promise<Row[]> {
  const pattern = commonPattern();
  const figures: { ours: Figures; pattern: Figures } = { ours: {}, pattern: {} };
  for (const name of names) {
    console.error(`measuring ${name} …`);
    try {
      const found = await measureBoth(name, size, pattern);
      Object.assign(figures.ours, found.ours);
      Object.assign(figures.pattern, found.pattern);
      console.error(table(compare(aims(size), found)));
    } catch (error) {
      console.error(`${name} failed:`, error);
      process.exitCode = 1;
    }
  }
  return compare(aims(size), figures);
}

async function measureBoth(name: string, size: Size, pattern: Program) {
  const { run, aside, oursOnly } = MEASURES[name] ?? unknown(name);
  const ours = run(OURS, size);
  if (oursOnly || !(aside === 'always' || aside === size)) await ours;
  const [mine, theirs] = await Promise.all([ours, oursOnly ? {} : run(pattern, size)]);
  return { ours: mine, pattern: theirs };
}

function unknown(name: string): never {
  throw new Error(`There is no measure "${name}": see --help`);
}
