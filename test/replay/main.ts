import { parseArgs } from 'node:util';
import { replay } from './replay.js';
import { report } from './report.js';

const HELP = `npm run replay -- FOLDER [--json]

Prints what the bot makes of a recorded question, without Redis, Slack or a service: the intent, the
steps of its life, and each message as people would see it. The folder holds

  payload.json  an event, a slash command or a click, as Slack sent it
  responses.json    [{"afterMs": 0, "body": {…}}, …]: what the service answered from then on, as a
                conversation of its API; without a body it had trouble

test/cases/replay has examples.

  --json  prints one JSON object: {"intent", "steps": [{"afterMs", "step", "messages"}]}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, json: { type: 'boolean' } },
});
const [folder] = positionals;
if (values.help) {
  console.log(HELP);
} else if (folder === undefined) {
  console.error('Give a folder: npm run replay -- FOLDER (see --help).');
  process.exitCode = 2;
} else {
  try {
    const replayed = replay(folder);
    console.log(values.json ? JSON.stringify(replayed) : report(replayed).trimEnd());
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
