import { argv, exit } from 'node:process';
import { NotARepository } from '../git/repository.js';
import { HELP, readCommandLine } from './command-line.js';
import { judge } from './judging.js';
import { report } from './report.js';
import { WrongUse } from './wrong-use.js';

await run(argv.slice(2)).catch((error: unknown) => {
  const plain = error instanceof WrongUse || error instanceof NotARepository;
  console.error(plain ? error.message : error);
  exit(1);
});

async function run(args: readonly string[]): Promise<void> {
  const line = readCommandLine(args);
  if (line.help) return console.log(HELP);
  const judgement = await judge(line);
  for (const text of report(judgement, line.json)) console.log(text);
}
