import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../../support/run-command.js';
import { newScenario } from '../../support/scenario.js';
import { startStack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

// A window that no run of the test outlasts.
const windowMs = 100 * 365 * 24 * 3600_000;
const it = stackTest({ service: { quota: { limit: 2, windowMs } } });

it('usage shows how much of the quota is used, once the instance reports it', async ({
  stack,
  scenario,
}) => {
  const me = { as: scenario.asker, channel: scenario.channel };
  const usage = async () => (await runCommand(stack, me, 'usage')).read();
  expect(await usage()).toContain('No quota is known yet');
  await scenario.answered(scenario.text());
  expect(await usage()).toMatch(/\n\*1 of 2\* of the quota used\. It resets <!date\^/);
  await scenario.answered(scenario.text());
  expect(await usage()).toMatch(/\n\*The quota is used up\*: 2 of 2\./);
});

it('usage counts questions without a limit too, and says when the count resets', async () => {
  const unlimited = await startStack({ service: { quota: { limit: -1, windowMs } } });
  onTestFinished(() => unlimited.stop());
  const scenario = newScenario(unlimited);
  const thread = await scenario.answered(scenario.text());
  const text = scenario.text('and how often');
  await thread.reply(scenario.asker, text);
  (await unlimited.engine.next(text)).answer();
  await thread.ended(2);
  const me = { as: scenario.asker, channel: scenario.channel };
  const lines = (await runCommand(unlimited, me, 'usage')).read().split('\n');
  const [said, whose] = lines.slice(-2);
  expect(said).toMatch(/^\*2 used of the quota; no limit\.\* The count resets <!date\^/);
  expect(whose).toContain('the account that you ask with');
});
