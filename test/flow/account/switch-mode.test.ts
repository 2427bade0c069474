import { expect } from 'vitest';
import { TOKEN } from '../../support/stack.js';
import { stackTest } from '../../support/stack-test.js';
import { waitForModal } from '../../support/views.js';
import { asksOf, connect, newToken, promptFor, USERS } from './linked-fixture.js';

const it = stackTest({ service: { users: USERS }, workspace: { limits: 'off' } });

it('with a shared account there is nothing to connect', async ({ stack, scenario }) => {
  const { asker: as, channel } = scenario;
  for (const text of ['connect', 'disconnect']) {
    await stack.workspace.command({ as, channel, text });
    await waitForModal(stack, as, 'there is nothing to connect');
    await stack.workspace.closeView({ as, all: true });
  }
});

it('what was asked with the shared account goes on with it after a switch to `linked`', async ({
  stack,
  scenario,
}) => {
  const { asker: as } = scenario;
  const [before, after] = [scenario.text(), scenario.text()];
  const { thread, work } = await scenario.asked(before);
  await thread.status();
  await stack.crash();
  await stack.startBot('both', { ACCESS_MODE: 'linked' });
  work.answer();
  await thread.ended();

  // The next one is theirs, in a conversation of their own.
  const token = newToken();
  await thread.reply(as, after);
  await promptFor(stack, as, after);
  await connect(scenario, token);
  (await stack.engine.next(after)).answer();
  await thread.ended(2);
  expect((await asksOf(stack, TOKEN)).map((questions) => questions.length)).toEqual([1]);
  expect((await asksOf(stack, token)).map((questions) => questions.length)).toEqual([1]);
});
