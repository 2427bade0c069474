import { describe, expect } from 'vitest';
import { runCommand } from '../../support/run-command.js';
import type { Scenario } from '../../support/scenario.js';
import { makeShopWithHistory, openedView } from '../../support/shop.js';
import { stackTest } from '../../support/stack-test.js';

const it = stackTest(async (onCleanup) => {
  const shop = await makeShopWithHistory();
  onCleanup(() => shop.remove());
  return { service: { repositories: [shop.path] } };
});

const code = (scenario: Scenario, text: string) =>
  runCommand(scenario.stack, { as: scenario.asker, channel: scenario.channel }, `code ${text}`);

/** Presses a button of a note, and gives the view that opens. */
async function opened(
  scenario: Scenario,
  text: string,
  { label, like }: { readonly label: string; readonly like: string | RegExp },
) {
  const note = await code(scenario, text);
  await note.open(label);
  return openedView(scenario.stack, scenario.asker, like);
}

/** Fills in fields of the view on top, and sends it. */
const send = (scenario: Scenario, values: Record<string, string | readonly string[]>) => {
  const entries = Object.entries(values).map(([name, value]) => [name, { [name]: value }]);
  return scenario.stack.workspace.submit({
    as: scenario.asker,
    values: Object.fromEntries(entries),
  });
};

describe('a view of code', () => {
  it('a code view opens from a result, with line numbers', async ({ scenario }) => {
    const view = await opened(scenario, 'search MAX_RETRIES', {
      label: 'Read',
      like: '|src/queue.ts>',
    });
    expect(view.read()).toContain(' 5  export function backoff');
    expect(view.labels()).toContain('History');
  });

  it('a code view follows a chosen or typed symbol, and goes back and forward', async ({
    stack,
    scenario,
  }) => {
    const file = await opened(scenario, 'read shop src/queue.ts', {
      label: 'Explore',
      like: 'Definition of …',
    });
    const definition = await file.choose('Definition of …', 'backoff', 'Definition of backoff');
    expect(definition.read()).toContain('export function backoff');
    const again = await definition.press('← Back', 'Definition of …');
    const references = await again.choose(
      'References to …',
      'MAX_RETRIES',
      'References to MAX_RETRIES',
    );
    const lines = await references.press('Read', 'Definition of …');
    expect(lines.read()).toContain('Or the definition of this name');
    await send(scenario, { symbol: 'retryPayment' });
    const typed = await openedView(stack, scenario.asker, 'Definition of retryPayment');
    const back = await typed.press('← Back', 'Definition of …');
    await back.press('Forward →', 'Definition of retryPayment');
  });

  it('a code view shows a file’s history, a commit’s diff, and more lines', async ({
    scenario,
  }) => {
    const file = await opened(scenario, 'read shop data/rates.txt:1000-1010', {
      label: 'Explore',
      like: 'lines 1000',
    });
    const wider = await file.press('More lines', 'lines 990–1020');
    const history = await wider.press('History', 'Keep all rates');
    await history.press('Diff', 'data/rates.txt');
  });

  it('a code view opens folders and files, and goes back up', async ({ scenario }) => {
    const root = await opened(scenario, 'ls shop', { label: 'Explore', like: '3 entries' });
    const folder = await root.choose('Open …', 'src/', '2 entries');
    const file = await folder.choose('Open …', 'src/cart.ts', 'export function total');
    const back = await file.press('← Back', '2 entries');
    await back.press('Up', '3 entries');
  });

  it('a code view goes from a definition to its references', async ({ scenario }) => {
    const view = await opened(scenario, 'def shop src/queue.ts backoff', {
      label: 'Explore',
      like: 'Definition of backoff',
    });
    await view.press('References', 'References to backoff');
  });

  it('a button whose stored page has expired says so', async ({ stack, scenario }) => {
    const view = await opened(scenario, 'read shop src/queue.ts', {
      label: 'Explore',
      like: 'Definition of …',
    });
    const kept = await stack.store.keys('{deepsearch}:code-page:*');
    await stack.store.del(...kept);
    await view.press('History', 'This page has expired');
  });

  it('a code view shows errors and keeps its Back button', async ({ stack, scenario }) => {
    await opened(scenario, 'read shop src/queue.ts', { label: 'Explore', like: 'Definition of …' });
    expect(await send(scenario, { symbol: 'two names' })).toMatchObject({
      errors: { symbol: expect.stringContaining('Type a name') },
    });
    await send(scenario, { symbol: 'nothingLikeIt' });
    const none = await openedView(stack, scenario.asker, 'Definition of nothing');
    expect(none.read()).toContain('No definition');
    await none.press('← Back', 'Definition of …');
  });
});

describe('forms', () => {
  async function form(scenario: Scenario, text: string, like: string | RegExp) {
    const { ackStatus } = await scenario.stack.workspace.command({
      as: scenario.asker,
      channel: scenario.channel,
      text,
    });
    expect(ackStatus).toBe(200);
    return openedView(scenario.stack, scenario.asker, like);
  }
  it('`code` opens a menu of all forms', async ({ stack, scenario }) => {
    const menu = await form(scenario, 'code', '*contributors*');
    expect(menu.read()).toContain('*find* finds files by meaning');
    await stack.workspace.clickInView({ as: scenario.asker, actionId: 'modal.open.2' });
    const read = await openedView(stack, scenario.asker, 'Repository: ');
    expect(read.modal.title?.text).toBe('Code: read');
    expect(menu.modal.id).not.toBe(read.modal.id);
  });

  it('an incomplete call opens its form with the given values, and submitting runs it', async ({
    stack,
    scenario,
  }) => {
    const open = await form(scenario, 'code refs shop src/queue.ts @main', 'Name: ');
    expect(open.read()).toContain('Repository: shop');
    expect(open.read()).toContain('Revision: main');
    await send(scenario, { symbol: 'backoff' });
    const view = await openedView(stack, scenario.asker, 'References to backoff');
    expect(view.read()).toContain('backoff(attempt)');
  });

  it('a form shows errors below the invalid fields', async ({ stack, scenario }) => {
    await form(scenario, 'code commits', 'Repositories: ');
    const { errors } = await send(scenario, { repos: 'shop', count: '500' });
    expect(errors).toEqual({ count: expect.stringContaining('1 to 100') });
    await send(scenario, { repos: 'shop', count: '5', authors: 'kim\nlee', useRegex: '' });
    await openedView(stack, scenario.asker, '3 commits');
  });

  it('a form submits the selected options', async ({ stack, scenario }) => {
    await form(scenario, 'code diffs', 'Repositories: ');
    await send(scenario, { repos: 'shop', pattern: 'MAX_RETRIES', flags: ['removed'] });
    const view = await openedView(stack, scenario.asker, 'Changes');
    expect(view.read()).toContain('1 change');
  });
});
