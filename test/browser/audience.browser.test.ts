import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ref } from '../../local/workspace/workspace.js';
import { startBrowser } from '../support/browser.js';
import { setInChannel } from '../support/channel-settings.js';
import { makeRepository, SHOP } from '../support/repository.js';
import { newScenario, rootOf, type Scenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let stack: Stack;
let removeRepositories: () => Promise<unknown>;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
  const names = ['shop', 'vault', 'ledger'];
  const repositories = await Promise.all(names.map((name) => makeRepository(name, SHOP)));
  removeRepositories = () => Promise.all(repositories.map((repository) => repository.remove()));
  stack = await startStack({
    workspace: { limits: 'off' },
    service: { repositories: repositories.map(({ path }) => path) },
  });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await removeRepositories();
});

const ANSWER = {
  title: 'Where payments are retried',
  answer:
    'The shop gives up after three attempts, and the vault tries once more: [queue.ts](/vault/-/blob/src/queue.ts?L5-7).',
  sources: ['shop', 'vault', 'ledger'].map((name) => ({
    type: 'File',
    link: `/${name}/-/blob/src/queue.ts?L5-7`,
    label: 'src/queue.ts',
  })),
};

const shot = (page: Page, name: string) =>
  page.screenshot({ path: join(SHOTS, `audience-${name}.png`) });

/** Opens the thread of somebody's question in a channel or direct message, as they see it. */
async function openThread({ asker }: Scenario, { id }: { id: string }, ts: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const where = `#as=${asker.id}&channel=${id}&thread=${ts}`;
  await page.goto(`${stack.workspace.url}/${where}`);
  return page;
}

const paneOf = (page: Page) => page.getByRole('complementary', { name: 'Thread' });

/** Asks in a channel that may see only `shop`; gives the pages of its thread and of the direct message's. */
async function asked(flags: { readonly is_admin?: boolean }) {
  const scenario = newScenario(stack);
  const { workspace } = stack;
  if (flags.is_admin) workspace.changePerson(scenario.asker, flags);
  await setInChannel(scenario, { audience: ['shop'] });
  const text = scenario.text('where are payments retried');
  const thread = await scenario.answered(text, ANSWER);
  const dm: Ref & { readonly id: string } = workspace.dm(scenario.asker);
  const direct = await rootOf(workspace, dm, text);
  await direct.ended();
  return {
    inChannel: await openThread(scenario, scenario.channel, thread.ts),
    inDirect: await openThread(scenario, dm, direct.ts),
  };
}

it('the channel gets one line, and only those who set what it may see can share the rest', async () => {
  const { inChannel, inDirect } = await asked({});
  await paneOf(inChannel).getByText('Answered in private').waitFor();
  expect(await inChannel.content()).not.toMatch(/vault|ledger/);
  await shot(inChannel, 'line');
  const pane = paneOf(inDirect);
  await pane.getByText('Sent to you alone').waitFor();
  await shot(inDirect, 'answer');
  await pane.getByRole('button', { name: 'Share with channel' }).click();
  await pane.getByText('This answer is about').waitFor();
  expect(await pane.getByRole('button', { name: 'Share anyway' }).count()).toBe(0);
  await shot(inDirect, 'refused');
  await Promise.all([inChannel.close(), inDirect.close()]);
});

it('an admin is asked, and shares it with the channel', async () => {
  const { inChannel, inDirect } = await asked({ is_admin: true });
  const pane = paneOf(inDirect);
  await pane.getByRole('button', { name: 'Share with channel' }).click();
  await pane.getByText('Do you want to show it to everybody there anyway?').waitFor();
  await shot(inDirect, 'asks');
  await pane.getByRole('button', { name: 'Share anyway' }).click();
  await pane.getByText('Shared in').first().waitFor();
  await shot(inDirect, 'shared');
  await paneOf(inChannel).getByText('asked privately and shared the answer').waitFor();
  await shot(inChannel, 'shared-in-channel');
  await Promise.all([inChannel.close(), inDirect.close()]);
});
