import { expect } from 'vitest';
import type { Scenario, Thread } from '../../support/scenario.js';
import { makeShopWithHistory, openedView } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(async (onCleanup) => {
  const shop = await makeShopWithHistory();
  onCleanup(() => shop.remove());
  return { service: { repositories: [shop.path] } };
});

const LOOK = 'modal.open.0';

function source(link: string) {
  return { type: 'File', link, label: 'shop' };
}

const SOURCES = [
  source('/shop/-/blob/src/queue.ts?L5-7'),
  source('/shop@feature/-/blob/src/count.ts?L3'),
  source('/shop/-/blob/data/rates.txt?L2000-2010'),
  source('https://elsewhere.example.com/shop/-/blob/a.ts'),
];

const answered = (scenario: Scenario): Promise<Thread> =>
  scenario.answered(scenario.text(), { sources: SOURCES });

it('each source opens its lines at its revision, and symbols can be followed from there', async ({
  stack,
  scenario,
}) => {
  const thread = await answered(scenario);
  await thread.press(scenario.asker, LOOK);
  const list = await openedView(stack, scenario.asker, '3 sources');
  expect(list.read()).toContain('shop @feature · line 3');
  expect(list.read()).toContain('the current file');
  expect(list.labels()).toEqual(['Read', 'Read', 'Read']);
  const { workspace } = stack;
  await workspace.clickInView({ as: scenario.asker, actionId: 'modal.open.1' });
  const file = await openedView(stack, scenario.asker, '3  export const count');
  expect(file.modal.previous_view_id).toBe(list.modal.id);
  const definition = await file.choose('Definition of …', 'total', 'Definition of total');
  expect(definition.read()).toContain('src/cart.ts');
  await definition.press('Read', 'export function total');
});

it('shows lines near the end of a file that is too large to be read at once', async ({
  stack,
  scenario,
}) => {
  const thread = await answered(scenario);
  await thread.press(scenario.asker, LOOK);
  await openedView(stack, scenario.asker, '3 sources');
  await stack.workspace.clickInView({ as: scenario.asker, actionId: 'modal.open.2' });
  await openedView(stack, scenario.asker, '2005  rate 2005');
});

it('colleagues can open sources, guests cannot, and a forged place is rejected', async ({
  stack,
  scenario,
}) => {
  const thread = await answered(scenario);
  const colleague = stack.workspace.addPerson({ name: 'colleague' });
  const guest = stack.workspace.addPerson({ name: 'gast', is_restricted: true });
  for (const user of [colleague, guest]) {
    await stack.workspace.invite({ channel: scenario.channel, user });
  }
  await thread.press(colleague, LOOK);
  await openedView(stack, colleague, '3 sources');
  await thread.press(guest, LOOK);
  const refused = await openedView(stack, guest, 'Only people who can ask here');
  expect(refused.read()).not.toContain('queue.ts');
});

it('has no button if no source can be read', async ({ scenario }) => {
  const thread = await scenario.answered(scenario.text(), { sources: SOURCES.slice(3) });
  expect(JSON.stringify(thread.ours())).not.toContain('Browse sources');
});
