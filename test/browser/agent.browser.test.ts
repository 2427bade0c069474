import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { takePicture } from '../support/pictures.js';
import { REPLY_LINK } from '../support/reply-link.js';
import { makeRepository, type Repository, SHOP } from '../support/repository.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let repository: Repository;
let stack: Stack;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  repository = await makeRepository('shop', SHOP);
  browser = await startBrowser();
  stack = await startStack({
    service: { repositories: [repository.path] },
    workspace: { suggestedPrompts: 'shown' },
  });
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await repository.remove();
});

async function openPage(route = ''): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${stack.workspace.url}/${route}`);
  await page.getByRole('log').first().waitFor();
  return page;
}

/** Takes screenshots in light and dark mode. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** `npm run pictures` takes docs/images/thread.png here. */
it('shows an answer with its actions, and the progress of the next question', async () => {
  const { engine } = stack;
  const page = await openPage();
  await page.setViewportSize({ width: 1280, height: 1130 });
  const thread = page.getByRole('complementary', { name: 'Thread' });
  const box = page.getByRole('textbox', { name: 'Message #general' });
  await box.fill('@deepsearch how does the queue retry a payment?');
  await page.keyboard.press('Enter');
  const first = await engine.next('how does the queue retry a payment?');
  await page.getByRole('button', { name: '1 reply' }).click();
  first.context.stats({ tool_calls: 3 });
  first.answer({
    title: 'How a payment is retried',
    answer: [
      'A failed payment is tried again up to **five times**, and the pause doubles each time.',
      '',
      'The pause comes from [`backoff()`](/shop/-/blob/src/queue.ts?L5-7):',
      '',
      '```ts',
      'return Math.min(60_000, 500 * 2 ** attempt);',
      '```',
    ].join('\n'),
    sources: [
      { type: 'File', label: 'shop · src/queue.ts', link: '/shop/-/blob/src/queue.ts?L5-7' },
    ],
    suggested_followups: ['Who calls retryPayment?', 'What happens after five tries?'],
  });
  await thread.getByText('five times').waitFor();
  await thread.getByRole('textbox', { name: 'Reply…' }).fill('what happens after five tries?');
  await page.keyboard.press('Enter');
  const second = await engine.next('what happens after five tries?');
  second.context.report('Following `retryPayment`');
  second.context.report('Reading `src/queue.ts`');
  await thread.getByText('Reading src/queue.ts').waitFor();
  await thread.getByText('is reading the code…').waitFor();
  await page.mouse.move(640, 20);
  await shoot(page, 'readme-thread');
  await page.setViewportSize({ width: 1100, height: 960 });
  await takePicture(page.locator('.panes'), 'thread');
  second.answer();
  await expect.poll(() => thread.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});

it('suggests prompts, shows the agent status, and stops with Slack’s own Stop button', async () => {
  const { engine, workspace } = stack;
  const dm = workspace.dm(workspace.people.kim);
  const page = await openPage(`#as=${workspace.people.kim.id}&channel=${dm.id}`);
  await page.getByRole('button', { name: 'Where does the program start?' }).waitFor();
  await shoot(page, 'agent-prompts');
  await page.getByRole('button', { name: 'Where does the program start?' }).click();
  const work = await engine.next('Where does the program start?');
  const line = page.getByRole('status').filter({ hasText: 'deepsearch is reading the code…' });
  await line.waitFor();
  await page.getByRole('button', { name: /repl(y|ies)/ }).click();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByRole('heading', { name: /Where does the program start\?/ }).waitFor();
  work.context.report('Looking for an entry point');
  work.context.report('Reading `src/main.ts`');
  await thread.getByText('Reading src/main.ts').waitFor();
  await shoot(page, 'agent-at-work');
  await thread.getByRole('button', { name: 'Stop', exact: true }).click();
  await thread.getByText('Stopped by').waitFor();
  expect(work.context.signal.aborted).toBe(true);
  await expect.poll(() => line.count()).toBe(0);
  await shoot(page, 'agent-stopped');
});

it('a long title leaves room for the button that closes the thread', async () => {
  const page = await openPage();
  const question = `why do we ${'wait and wait again '.repeat(8)}before a payment is tried again?`;
  await page.getByRole('textbox', { name: 'Message #general' }).fill(`@deepsearch ${question}`);
  await page.keyboard.press('Enter');
  (await stack.engine.next('why do we wait')).answer();
  const asked = page.getByRole('article').filter({ hasText: 'why do we wait' });
  await asked.getByText(REPLY_LINK).click();
  const header = page.getByRole('complementary', { name: 'Thread' }).locator('header');
  const title = header.getByText('why do we wait');
  await title.waitFor();
  const close = header.getByRole('button', { name: 'Close the thread' });
  const { x = 0, width = 0 } = (await close.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0);
  expect(x + width).toBeLessThanOrEqual(1280);
});
