import { argv, exit } from 'node:process';
import { NotARepositoryError } from '../git/repository.js';
import { EVAL_HELP, parseCommandLine, UsageError } from './command-line.js';
import { evaluate } from './evaluate.js';
import { formatReport } from './report.js';

await run(argv.slice(2)).catch((error: unknown) => {
  const plain = error instanceof UsageError || error instanceof NotARepositoryError;
  console.error(plain ? error.message : error);
  exit(1);
});

async function run(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args);
  if (line.help) return console.log(EVAL_HELP);
  const evaluation = await evaluate(line);
  for (const text of formatReport(evaluation, line.json)) console.log(text);
}
