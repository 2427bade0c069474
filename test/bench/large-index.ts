import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeTemporaryFolder } from '../../local/demo/temporary-folder.js';
import { median } from '../../local/service/eval/metrics.js';
import { builtProgram } from '../support/dist.js';
import { writeLargeRepository } from './large-repository.js';
import { startServiceProgram } from './service-program.js';

const HELP = `npm run bench:index -- [--files N] [--repository PATH] [--json]

Measures the local service's search index over a generated repository: how long it takes and how
much memory, when the first answer is there, a start with the index on disk, and questions.

  --files N          files in the repository, default 5,000
  --repository PATH  where the repository is, or is to be written; default a temporary folder
  --json             prints one JSON object
`;
const QUESTIONS = [
  'How are errors of a request handled?',
  'Where is the parser state reset?',
  'How does the cache decide what to evict?',
  'Which options does the logger accept?',
  'How is a stream piped into a buffer?',
  'Where are headers of the response set?',
  'What happens when a promise is rejected?',
  'How is a schema validated?',
  'Where is createServer defined?',
  'Where is toString called?',
  'How are tokens refreshed after they expire?',
  'How does the scheduler order its tasks?',
  'Which files define types for plugins?',
  'How is the path of a module resolved?',
  'How are tests for the tokenizer written?',
];
const ROUNDS = 4;

/** Times in ms, sizes in MB. */
interface Figures {
  readonly files: number;
  readonly firstAnswer: number;
  readonly complete: number;
  readonly peakMemory: number;
  readonly indexOnDisk: number;
  readonly question: number;
  readonly warmStart: number;
  readonly warmMemory: number;
}

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      files: { type: 'string', default: '5000' },
      repository: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const folder = makeTemporaryFolder('bench-index');
  try {
    const repository = values.repository ?? join(folder.path, 'repository.git');
    const files = Number(values.files);
    if (!isRepository(repository)) await writeLargeRepository(repository, files);
    const figures = await measure({ repository, files, cache: join(folder.path, 'cache') });
    if (values.json) console.log(JSON.stringify(figures));
    else for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${value}`);
  } finally {
    await folder.remove();
  }
}

function isRepository(path: string): boolean {
  return statSync(join(path, 'HEAD'), { throwIfNoEntry: false }) !== undefined;
}

interface Measured {
  readonly repository: string;
  readonly files: number;
  readonly cache: string;
}

async function measure({ repository, files, cache }: Measured): Promise<Figures> {
  const built = { program: builtProgram('local/service/main.js'), repository, cache };
  const cold = await startServiceProgram(built);
  const firstAnswer = cold.ask(QUESTIONS[0] ?? '').then(() => cold.elapsed());
  while (!isComplete(cache)) await sleep(50);
  const complete = cold.elapsed();
  const first = await firstAnswer;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const question of QUESTIONS) times.push((await cold.ask(question)).ms);
  }
  const peakMemory = megabytes(cold.peakMemory());
  await cold.kill();
  const warm = await startServiceProgram(built);
  await warm.ask(QUESTIONS[0] ?? '');
  const warmStart = warm.elapsed();
  const warmMemory = megabytes(warm.peakMemory());
  await warm.kill();
  return {
    files,
    firstAnswer: first,
    complete,
    peakMemory,
    indexOnDisk: megabytes(sizeOf(cache)),
    question: median(times),
    warmStart,
    warmMemory,
  };
}

/** The manifest names the tree once all files are indexed. */
function isComplete(cache: string): boolean {
  try {
    const [name = ''] = readdirSync(cache);
    const manifest = JSON.parse(readFileSync(join(cache, name, 'manifest.json'), 'utf8'));
    return manifest.tree !== undefined;
  } catch {
    return false;
  }
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true });
  return files
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}
