import { expect } from 'vitest';
import type { Scenario } from '../../support/scenario.js';
import { secretsIn } from '../../support/secrets.js';
import { stackTest } from '../../support/stack-test.js';
import { buttonId, viewText, waitForModal } from '../../support/views.js';
import { leakedTokens, newToken, openForm, promptFor, USERS } from './linked-fixture.js';
import { enterCode, OAUTH_ENV, statusOf, storedAccount } from './sign-in-fixture.js';

const it = stackTest({
  service: { users: USERS, oauth: {} },
  workspace: { limits: 'off' },
  env: { ACCESS_MODE: 'linked', DEEPSEARCH_TOKEN: '', ...OAUTH_ENV },
});
it.afterEach(async ({ stack }) => {
  expect(await leakedTokens(stack)).toEqual([]);
});

/** Begins a sign-in; gives the code that the view shows. */
async function startWithCode(scenario: Scenario): Promise<string> {
  const { stack, asker: as } = scenario;
  const form = await openForm(scenario);
  await stack.workspace.clickInView({ as, actionId: buttonId(form, 'Sign in with a code') });
  const text = viewText(await waitForModal(stack, as, 'Waiting for you to sign in'));
  return /`([^`]+)`/.exec(text)?.[1] ?? '';
}

it('a question goes on once its asker has signed in with the code that only they see', async ({
  stack,
  scenario,
}) => {
  const { asker: as } = scenario;
  const text = scenario.text();
  const thread = await scenario.mention(text);
  await promptFor(stack, as, text);
  const code = await startWithCode(scenario);
  await enterCode(stack, code, { decision: 'agree', token: newToken() });
  (await stack.engine.next(text)).answer();
  await thread.ended();
  await waitForModal(stack, as, 'is connected');

  const account = await storedAccount(stack, as);
  expect(account.token.scheme).toBe('Bearer');
  const tokens = { access: account.token.value, refresh: account.refreshToken };
  expect(secretsIn(JSON.stringify(stack.bots.map(({ log }) => log)), tokens)).toEqual([]);
  await stack.workspace.command({ as, channel: scenario.channel, text: 'disconnect' });
  await waitForModal(stack, as, 'revoked on the service');
  expect(await statusOf(stack, account.token.value)).toBe(401);
});

it('a sign-in goes on when everything is killed', async ({ stack, scenario }) => {
  const code = await startWithCode(scenario);
  await stack.crash();
  await stack.startBot();
  await enterCode(stack, code, { decision: 'agree', token: newToken() });
  await expect.poll(() => stack.store.keys(`*:account:*:${scenario.asker.id}`)).toHaveLength(1);
});

it('a code that is declined connects nothing', async ({ stack, scenario }) => {
  const code = await startWithCode(scenario);
  await enterCode(stack, code, { decision: 'decline', token: '' });
  await waitForModal(stack, scenario.asker, 'You declined on the service');
  expect(await stack.store.keys(`*:account:*:${scenario.asker.id}`)).toEqual([]);
});

it('an access token is asked for where questions take no tokens of OAuth', async ({
  stack,
  scenario,
}) => {
  const { asker: as } = scenario;
  const code = await startWithCode(scenario);
  stack.service.faults.add({ route: 'list', kind: 'status', status: 401 });
  await enterCode(stack, code, { decision: 'agree', token: newToken() });
  const view = viewText(await waitForModal(stack, as, 'not for questions'));
  expect(view).toContain('Paste an access token instead');
  stack.service.faults.clear();
});
