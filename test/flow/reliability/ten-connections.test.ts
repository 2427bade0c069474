import { describe, expect } from 'vitest';
import { askedQuestions, newScenario } from '../../support/scenario.js';
import type { Stack } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';

/** As many as Slack allows an app: two for each of five bots. */
const CONNECTIONS = 10;
const it = stackTest({
  transport: 'socket',
  workspace: { limits: 'off' },
  roles: ['worker', 'bot', 'bot', 'bot', 'bot', 'bot'],
});
it.beforeAll(async ({ stack }) => {
  await stack.workspace.socket.connected(CONNECTIONS);
});

/** Asks in a dozen channels at once, and looks for one answer each. */
async function askAround(stack: Stack): Promise<void> {
  await stack.refill();
  const scenarios = Array.from({ length: 12 }, () => newScenario(stack));
  const asked = await Promise.all(
    scenarios.map(async (scenario) => {
      const text = scenario.text();
      const { thread, work } = await scenario.asked(text);
      work.answer();
      return { text, thread };
    }),
  );
  for (const { text, thread } of asked) {
    expect(await thread.ended()).toHaveLength(1);
    expect(askedQuestions(stack, text)).toHaveLength(1);
  }
}

describe('ten connections', () => {
  it('ten connections answer each event once', async ({ stack }) => {
    await askAround(stack);
    expect(stack.workspace.socket.connections).toBe(CONNECTIONS);
  });

  it('ten connections keep working while bots start and stop', async ({ stack }) => {
    await Promise.all(stack.bots.slice(1, 4).map((bot) => bot.kill()));
    await askAround(stack);
    await stack.startBot('bot');
    await askAround(stack);
  });
});
