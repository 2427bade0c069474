import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { builtProgram } from '../../support/dist.js';
import { measure, VARIANTS } from './measure.js';
import { QUESTIONS, readQuestions } from './questions.js';
import { formatReport, summaries } from './report.js';

const HELP = `npm run bench:model -- [--questions FILE] [--service PROGRAM] [--only VARIANT]
                     [--context TOKENS] [--json] [--out FILE]

Measures what answers of the local service cost with a language model, with and without what it shows
the model first. An endpoint over HTTP plays a small model, which knows by regular expressions what
the answer is: it answers once it has been shown all of it, and otherwise searches for the
question's rarest words, reads around what is found, and searches more widely, within the limits of
the service. Tokens are characters / 4, with the declarations of the tools.

  --questions FILE   one JSON object per line, {"package": "…", "question": "…", "facts": ["…", …]},
                     or with "repository": "PATH" instead of a package in node_modules; default
                     test/bench/model/questions.jsonl
  --service PROGRAM  the built service to measure, such as …/dist/local/service/main.js of another
                     checkout; default this one's
  --only VARIANT     only with or only without what the service shows first
  --context TOKENS   the model's context window in tokens, for LLM_CONTEXT
  --json             the last line is one JSON object
  --out FILE         writes what each question cost, one JSON object per line
`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      questions: { type: 'string', default: QUESTIONS },
      service: { type: 'string', default: builtProgram('local/service/main.js') },
      only: { type: 'string' },
      context: { type: 'string' },
      json: { type: 'boolean' },
      out: { type: 'string' },
    },
  });
  if (values.help) return console.log(HELP);
  const questions = readQuestions(values.questions);
  const variants = VARIANTS.filter((one) => one === (values.only ?? one));
  if (variants.length === 0) throw new Error(`--only is ${VARIANTS.join(' or ')}`);
  const { service: program, context } = values;
  const measured = await measure({ questions, program, variants, context });
  if (values.out) {
    writeFileSync(values.out, measured.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
  console.log(formatReport(measured));
  if (values.json) console.log(JSON.stringify(summaries(measured)));
}
