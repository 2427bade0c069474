import { describe, expect } from 'vitest';
import { TOKEN } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import {
  asksOf,
  connect,
  directMessages,
  leakedTokens,
  newToken,
  USERS,
} from './linked-fixture.js';

const it = stackTest({
  service: { users: USERS },
  workspace: { limits: 'off' },
  env: { ACCESS_MODE: 'both' },
});
it.afterEach(async ({ stack }) => {
  expect(await leakedTokens(stack)).toEqual([]);
});

describe('a question is asked', () => {
  it('with the shared account by whoever has connected none', async ({ stack, scenario }) => {
    const text = scenario.text();
    await scenario.answered(text);
    expect((await asksOf(stack, TOKEN)).flat().join()).toContain(text);
    expect(directMessages(stack, scenario.asker)).toEqual([]);
  });

  it('with their own account by whoever has connected it', async ({ stack, scenario }) => {
    const token = newToken();
    await connect(scenario, token);
    const text = scenario.text();
    await scenario.answered(text);
    expect((await asksOf(stack, token)).flat().join()).toContain(text);
    expect((await asksOf(stack, TOKEN)).flat().join()).not.toContain(text);
  });

  it('and stays with that account, whatever its asker connects meanwhile', async ({
    stack,
    scenario,
  }) => {
    const token = newToken();
    const [text, next] = [scenario.text(), scenario.text()];
    const { thread, work } = await scenario.asked(text);
    await connect(scenario, token);
    work.answer();
    await thread.ended();
    await thread.reply(scenario.asker, next);
    (await stack.engine.next(next)).answer();
    await thread.ended(2);
    const own = await asksOf(stack, token);
    expect(own.map((questions) => questions.length)).toEqual([1]);
    expect(own.flat().join()).toContain(next);
    expect((await asksOf(stack, TOKEN)).flat().join()).toContain(text);
  });
});
