import { parseArgs } from 'node:util';
import { acks, burst, endings, type Figures, kill, ready, stops } from './measures.js';
import { commonPattern, OURS, type Program } from './programs.js';
import { rendering } from './rendering.js';
import { compare, machine, table } from './report.js';

const HELP = `npm run bench -- [--json] [--check] [--only NAME,…]

Measures the built bot beside the common pattern: a Bolt app that polls in memory
(test/bench/common-pattern.ts). Each is a process of its own against the local service and the
local workspace, over HTTP, with Slack's limits in force and default settings. Times in ms.
Of rendering, the baseline is what its Markdown library takes to read the same text.

  --json         the last line is one JSON object
  --check        exits with 1 where a goal is missed
  --only NAME,…  of: ready, acks, burst, endings, kill, stops, rendering
`;

/** `aside`: it mostly waits, so that both programs are measured at the same time. */
const MEASURES = new Map<string, { measure: (program: Program) => Promise<Figures>; aside?: true }>(
  [
    ['ready', { measure: ready }],
    ['acks', { measure: acks }],
    ['burst', { measure: burst }],
    ['endings', { measure: endings, aside: true }],
    ['kill', { measure: kill, aside: true }],
    ['stops', { measure: stops }],
    ['rendering', { measure: rendering }],
  ],
);

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      json: { type: 'boolean' },
      check: { type: 'boolean' },
      only: { type: 'string' },
    },
  });
  if (values.help) return console.log(HELP);
  const startedAt = Date.now();
  const before = machine();
  const rows = await measure(values.only?.split(',') ?? [...MEASURES.keys()]);
  const about = { ...before, seconds: Math.round((Date.now() - startedAt) / 1000) };
  const { date, node, cpus, load, seconds } = about;
  console.log(`${date} · Node ${node} · ${cpus} CPUs, load ${load} · took ${seconds} s`);
  if (load > cpus / 2) console.log('This machine is busy with other work: read ratios, not times.');
  console.log(`\n${table(rows)}`);
  if (values.json) console.log(JSON.stringify({ ...about, rows }));
  if (values.check && rows.some(({ pass }) => pass === false)) process.exitCode = 1;
}

async function measure(names: readonly string[]) {
  const pattern = commonPattern();
  const figures: { ours: Figures; pattern: Figures } = { ours: {}, pattern: {} };
  for (const name of names) {
    const { measure, aside } = MEASURES.get(name) ?? unknown(name);
    console.error(`measuring ${name} …`);
    const ours = measure(OURS);
    if (!aside) await ours;
    const [mine, theirs] = await Promise.all([ours, measure(pattern)]);
    Object.assign(figures.ours, mine);
    Object.assign(figures.pattern, theirs);
  }
  return compare(figures.ours, figures.pattern);
}

function unknown(name: string): never {
  throw new Error(`There is no measure "${name}": see --help`);
}
