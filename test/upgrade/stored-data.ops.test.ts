import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../support/run-command.js';
import { newScenario, type Scenario, threadAt } from '../support/scenario.js';
import { type Stack, TOKEN } from '../support/stack.js';
import { stackTest } from '../support/stack-test.js';
import { StoredData, writeStoredData } from './stored-data.js';

const DATA = StoredData.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, 'stored-data.json'), 'utf8')),
);
const it = stackTest({ workspace: { limits: 'off' }, roles: [] });

/** As the earlier version asked it. */
async function askOnInstance({ engine, service }: Stack, question: string) {
  const response = await fetch(`${service.url}/.api/deepsearch/v1`, {
    method: 'POST',
    headers: {
      authorization: `token ${TOKEN}`,
      'content-type': 'application/json',
      'x-requested-with': 'test 1',
    },
    body: JSON.stringify({ question }),
  });
  expect(response.ok).toBe(true);
  return engine.next(question);
}

/** A message of the app in a thread. */
async function postAsApp({ stack, channel }: Scenario, threadTs: string, text: string) {
  const { apiUrl, app } = stack.workspace;
  const response = await fetch(new URL('chat.postMessage', apiUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${app.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: channel.id, thread_ts: threadTs, text }),
  });
  return ((await response.json()) as { ts: string }).ts;
}

it('what an earlier version stored is read: its open question is answered, its threads and lists go on', async ({
  stack,
}) => {
  const scenario = newScenario(stack);
  const { asker, channel, bot } = scenario;
  const say = (text: string) => stack.workspace.say({ as: asker, channel, text: `${bot} ${text}` });
  const [first, second] = [
    await say('where is it decided whether to retry?'),
    await say('how long does it wait?'),
  ];
  const done = await askOnInstance(stack, 'where is it decided whether to retry?');
  done.answer();
  const work = await askOnInstance(stack, 'how long does it wait?');
  await writeStoredData(stack.store, DATA, {
    team: stack.workspace.app.teamId,
    channel: channel.id,
    asker: asker.id,
    'answered-thread': first.ts,
    'open-thread': second.ts,
    answer: await postAsApp(scenario, first.ts, 'Retries are decided in `backoff()`.'),
    status: await postAsApp(scenario, second.ts, 'Got it. Starting…'),
  });
  const started = await stack.startBot();
  onTestFinished(() => started.kill());

  work.answer();
  const open = threadAt(stack.workspace, channel, second.ts);
  await open.message('backoff()');
  await expect.poll(() => open.endings()).toEqual([expect.stringContaining('backoff()')]);

  const answered = threadAt(stack.workspace, channel, first.ts);
  await answered.reply(asker, 'and then?');
  const next = await stack.engine.next('and then?');
  expect(next.context.history).toHaveLength(1);
  next.answer({ answer: 'Then it stops.' });
  await answered.message('Then it stops.');
  const listed = (await runCommand(stack, { as: asker, channel }, 'list')).read();
  expect(listed).toContain('#1 · answered');
  expect(listed).toContain('#2 · answered');
});
