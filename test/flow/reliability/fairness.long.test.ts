import { expect } from 'vitest';
import { newScenario } from '../../support/scenario.js'; // Slack's limits are in force, and the worker has hands for a few of the questions.
import { stackTest } from '../../support/stack-test.js';

const it = stackTest({ env: { WORKER_CONCURRENCY: '3' } });

it('a question in a quiet channel does not wait for a crowd in another channel', async ({
  stack,
}) => {
  const [loud, quiet] = [newScenario(stack), newScenario(stack)];
  const texts = Array.from({ length: 40 }, () => loud.text());
  const crowd = await Promise.all(texts.map((text) => loud.mention(text)));
  for (const text of texts) void stack.engine.next(text).then((work) => work.answer());
  // Posts of the first ones have used up what the channel takes at once.
  await stack.workspace.waitFor(() => crowd.some((thread) => thread.endings().length > 0));
  for (let n = 0; n < 2; n++) await quiet.answered(quiet.text());
  expect(crowd.filter((thread) => thread.endings().length === 0).length).toBeGreaterThan(0);
  for (const thread of crowd) expect(await thread.ended()).toHaveLength(1);
  // What waits for its channel does not ask the service for its answer all the while.
  const reads = stack.service.calls.filter(({ route }) => route === 'read');
  expect(reads.length).toBeLessThan(6 * crowd.length);
});
