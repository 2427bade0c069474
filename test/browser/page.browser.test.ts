import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
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
  stack = await startStack({ service: { repositories: [repository.path] } });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await repository.remove();
});

const shot = (page: Page, name: string) => page.screenshot({ path: join(SHOTS, `${name}.png`) });

async function openPage(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(stack.workspace.url);
  await page.getByRole('log').first().waitFor();
  return page;
}

it('asks, watches the progress, reads the answer, opens a source, asks a follow-up and stops it', async () => {
  const { engine, service } = stack;
  const page = await openPage();
  const thread = page.getByRole('complementary', { name: 'Thread' });

  await page
    .getByRole('textbox', { name: 'Message #general' })
    .fill('@deepsearch how does the queue retry a payment?');
  await page.keyboard.press('Enter');
  const first = await engine.next();
  expect(first.question).toBe('how does the queue retry a payment?');
  await page.getByRole('button', { name: '1 reply' }).click();
  const cancel = thread.getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  first.context.report('Looking for where a payment is retried');
  first.context.stats({ tool_calls: 3 });
  await thread.getByText('Looking for where a payment is retried').waitFor();
  // An update keeps the button, and so a click on it that has begun.
  expect(await cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await shot(page, 'flow-progress');

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
      '',
      '| attempt | pause |',
      '|---|---|',
      '| 0 | 0.5 s |',
      '| 4 | 8 s |',
    ].join('\n'),
    sources: [
      { type: 'File', label: 'shop · src/queue.ts', link: '/shop/-/blob/src/queue.ts?L5-7' },
    ],
    suggested_followups: ['Who calls retryPayment?', 'What happens after five tries?'],
  });
  await thread.getByText('five times').waitFor();
  await expect.poll(() => thread.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
  await page
    .getByRole('button', { name: /^white check mark/ })
    .first()
    .waitFor();
  await shot(page, 'flow-answer');

  const [source] = await Promise.all([
    page.waitForEvent('popup'),
    thread.getByRole('link', { name: 'backoff()' }).click(),
  ]);
  await source.waitForLoadState();
  expect(source.url()).toBe(`${service.url}/shop/-/blob/src/queue.ts?L5-7`);
  await source.getByText('Math.min').waitFor();
  await shot(source, 'flow-source');
  await source.close();

  await thread.getByRole('button', { name: 'Who calls retryPayment?' }).click();
  const second = await engine.next();
  expect(second.question).toBe('Who calls retryPayment?');
  expect(second.context.history).toHaveLength(1);
  second.answer({ answer: 'Nothing in this repository calls it yet.' });
  await thread.getByText('Nothing in this repository calls it yet.').waitFor();

  await thread.getByRole('textbox', { name: 'Reply…' }).fill('and who tests it?');
  await page.keyboard.press('Enter');
  const third = await engine.next();
  expect(third.question).toBe('and who tests it?');
  await thread.getByRole('button', { name: 'Cancel' }).click();
  await thread.getByText(/[Ss]topped/).waitFor();
  expect(third.context.signal.aborted).toBe(true);
  await shot(page, 'flow-stopped');
});

it('shows the start of a long answer, and downloads all of it as a file', async () => {
  const page = await openPage();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  const box = page.getByRole('textbox', { name: 'Message #backend' });
  await page.getByRole('button', { name: 'backend' }).click();
  await box.fill('@deepsearch tell me everything about the queue');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '1 reply' }).click();
  const chapters = Array.from(
    { length: 60 },
    (_, n) => `## Chapter ${n}\n\n${`It waits ${n} times longer. `.repeat(45)}`,
  );
  const work = await stack.engine.next('tell me everything');
  work.answer({ title: 'All about the queue', answer: chapters.join('\n\n') });
  const file = thread.getByRole('link', { name: /\.md *Markdown · \d+ KB/ });
  await file.waitFor();
  await thread.getByText('Chapter 1', { exact: true }).first().waitFor();
  await file.scrollIntoViewIfNeeded();
  await shot(page, 'flow-long');
  const text = await (await page.request.get((await file.getAttribute('href')) ?? '')).text();
  expect(chapters.filter((chapter) => !text.includes(chapter))).toEqual([]);
});
