import { expect } from 'vitest';
import { messageText } from '../../support/message-text.js';
import { type Scenario, SOURCES_BUTTON, type Thread } from '../../support/scenario.js';
import { makeShopWithHistory, openedView } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(async (onCleanup) => {
  const shop = await makeShopWithHistory();
  onCleanup(() => shop.remove());
  return { service: { repositories: [shop.path] } };
});

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
  await thread.press(scenario.asker, SOURCES_BUTTON);
  const list = await openedView(stack, scenario.asker, '4 sources');
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
  await thread.press(scenario.asker, SOURCES_BUTTON);
  await openedView(stack, scenario.asker, '4 sources');
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
  await thread.press(colleague, SOURCES_BUTTON);
  await openedView(stack, colleague, '4 sources');
  await thread.press(guest, SOURCES_BUTTON);
  const refused = await openedView(stack, guest, 'Only people who can ask here');
  expect(refused.read()).not.toContain('queue.ts');
});

it('lists what cannot be read here as links, and then offers nothing to explore', async ({
  stack,
  scenario,
}) => {
  const thread = await scenario.answered(scenario.text(), { sources: SOURCES.slice(3) });
  await thread.press(scenario.asker, SOURCES_BUTTON);
  const list = await openedView(stack, scenario.asker, '1 source*');
  expect(list.read()).toContain('<https://elsewhere.example.com/shop/-/blob/a.ts|');
  expect(list.labels()).toEqual([]);
  await expect(thread.choose(scenario.asker, 'explore')).rejects.toThrow('no "explore"');
});

it('Explore opens the code at the first source, and goes on from there', async ({
  stack,
  scenario,
}) => {
  const thread = await answered(scenario);
  await thread.choose(scenario.asker, 'explore');
  const file = await openedView(stack, scenario.asker, 'src/queue.ts');
  const definition = await file.choose('Definition of …', 'MAX_RETRIES', 'Definition of MAX');
  expect(definition.labels()).toContain('← Back');
});

it('Check for changes answers in the thread, and leads to Who knows', async ({
  stack,
  scenario,
}) => {
  const { workspace } = stack;
  const thread = await answered(scenario);
  await thread.choose(scenario.asker, 'check');
  const notes = () => workspace.ephemerals({ user: scenario.asker, channel: scenario.channel });
  const note = await workspace.waitFor(
    () => notes().find((each) => messageText(each).includes('[Who knows]')),
    { what: 'what has changed' },
  );
  expect(note.thread_ts).toBe(thread.ts);
  expect(messageText(note)).toContain('unchanged');
});
