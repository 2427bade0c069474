import { expect } from 'vitest';
import { stackTest } from '../../support/stack-test.js';
import { connect, newToken, promptFor, USERS } from './linked-fixture.js';

const it = stackTest({
  service: { users: USERS },
  workspace: { limits: 'off' },
  env: { ACCESS_MODE: 'linked', DEEPSEARCH_TOKEN: '' },
});

it('uninstalling the app cancels questions with their own accounts, and deletes the accounts', async ({
  stack,
  scenario,
}) => {
  const { workspace, store } = stack;
  const text = scenario.text();
  await scenario.mention(text);
  await promptFor(stack, scenario.asker, text);
  await connect(scenario, newToken());
  const { context } = await stack.engine.next(text);
  await workspace.uninstall();
  await expect.poll(() => context.signal.aborted).toBe(true);
  await expect.poll(() => store.keys(`*${workspace.app.teamId}*`)).toEqual([]);
  expect(await store.keys('{deepsearch}:account:*')).toEqual([]);
});
