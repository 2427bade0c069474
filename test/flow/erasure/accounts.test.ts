import { expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { conversationIdOf, runCommand } from '../../support/run-command.js';
import { newScenario, type Scenario } from '../../support/scenario.js';
import { stackTest } from '../../support/stack-test.js';
import {
  connect,
  directMessages,
  leakedTokens,
  newToken,
  promptFor,
  USERS,
} from '../account/linked-fixture.js';

const it = stackTest({
  service: { users: USERS },
  workspace: { limits: 'off' },
  env: { ACCESS_MODE: 'linked', DEEPSEARCH_TOKEN: '' },
});

/** Deletes somebody's data; gives the receipt. */
async function forgotten({ stack, asker, channel }: Scenario): Promise<string> {
  const question = await runCommand(stack, { as: asker, channel }, 'forget');
  await question.press('Delete for good');
  const said = () => directMessages(stack, asker).map(messageText);
  return stack.workspace.waitFor(() => said().find((text) => text.includes('was deleted')), {
    what: 'a receipt',
    timeoutMs: 60_000,
  });
}

it('what belongs to the own account goes with that account, and then the account', async ({
  stack,
  scenario,
}) => {
  await connect(scenario, newToken());
  const text = scenario.text();
  const thread = await scenario.answered(text);
  const id = conversationIdOf(stack, text);
  const receipt = await forgotten(scenario);
  expect(receipt).toContain('• 1 conversation');
  expect(receipt).toContain('the connected account');
  expect(receipt).not.toContain('Not deleted');
  expect(stack.service.conversations().some((each) => each.id === id)).toBe(false);
  expect(thread.ours()).toEqual([]);
  expect(await stack.store.keys(`*:account:*${scenario.asker.id}`)).toEqual([]);
  expect(await leakedTokens(stack)).toEqual([]);
});

it('a question that waits for the account is stopped', async ({ stack }) => {
  const scenario = newScenario(stack);
  const text = scenario.text();
  const thread = await scenario.mention(text);
  await promptFor(stack, scenario.asker, text);
  expect(await forgotten(scenario)).not.toContain('Not deleted');
  expect(thread.ours()).toEqual([]);
  expect(await stack.store.keys(`*:waiting-for-account:*${scenario.asker.id}`)).toEqual([]);
});

it('what belongs to an account that is gone is named in the receipt', async ({ stack }) => {
  const scenario = newScenario(stack);
  await connect(scenario, newToken());
  const text = scenario.text();
  await scenario.answered(text);
  const id = conversationIdOf(stack, text);
  await stack.store.del(...(await stack.store.keys(`*:account:*${scenario.asker.id}`)));
  expect(await forgotten(scenario)).toContain(
    `1 conversation (#${id}): from an account that is no longer connected`,
  );
});
