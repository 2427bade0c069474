// Writes what the built app stores for an answered and an open question, for versions to come:
//   node --import tsx test/upgrade/write-stored-data.ts FILE [dist/main.js]
import { writeFileSync } from 'node:fs';
import { newScenario } from '../support/scenario.js';
import { startStack } from '../support/stack.js';
import { readStoredData } from './stored-data.js';

const [file = '', program] = process.argv.slice(2);
const stack = await startStack({ workspace: { limits: 'off' }, roles: [] });
const bot = await stack.startBot('both', {}, program === undefined ? {} : { program });
try {
  const scenario = newScenario(stack);
  const answered = await scenario.answered('where is it decided whether to retry?');
  const { thread: open } = await scenario.asked('how long does it wait?');
  const { ts: status } = await open.status();
  await bot.stop();
  const [answer] = answered.ours();
  const ids = {
    team: stack.workspace.app.teamId,
    channel: scenario.channel.id,
    asker: scenario.asker.id,
    'answered-thread': answered.ts,
    'open-thread': open.ts,
    answer: answer?.ts ?? '',
    status,
  };
  const data = await readStoredData(stack.store, ids);
  writeFileSync(file, `${JSON.stringify(data, undefined, 1)}\n`);
} finally {
  await stack.stop();
}
