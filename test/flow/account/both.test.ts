import { describe, expect } from 'vitest';
import { TOKEN } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { viewText, waitForHome } from '../../support/views.js';
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

it('Home finds words of answers of both accounts', async ({ stack, scenario }) => {
  const { workspace } = stack;
  const { asker } = scenario;
  await scenario.answered(scenario.text(), { title: 'With shared', answer: 'A zebrafish.' });
  await connect(scenario, newToken());
  await scenario.answered(scenario.text(), { title: 'With own', answer: 'A zebrafish too.' });
  await workspace.openHome({ as: asker });
  const home = await waitForHome(stack, asker, 'With own');
  const search = { actionId: 'home.search', value: 'zebrafish' };
  await workspace.clickInView({ as: asker, view: home, ...search });
  const found = viewText(await waitForHome(stack, asker, 'zebrafish'));
  expect(found).toMatch(/With own(.|\n)*With shared/);
  expect(found).not.toContain('Only titles were searched');
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
