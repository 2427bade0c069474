import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { optionsFromManifest } from '../../local/workspace/manifest.js';
import { startBrowser } from '../support/browser.js';
import { REPLY_LINK } from '../support/reply-link.js';
import { newScenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let stack: Stack;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
  const redelivery = { timeoutMs: 60_000, delaysMs: [] };
  const manifest = await readFile(join(import.meta.dirname, '../../manifest.yml'), 'utf8');
  stack = await startStack({
    workspace: { ...optionsFromManifest(manifest), limits: 'off', redelivery },
  });
  const context = await browser.newContext();
  page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(String(error)));
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const SOURCES = Array.from({ length: 10 }, (_, i) => ({
  type: 'File',
  label: `src/part-${i}.ts`,
  link: `/acme/shop/-/blob/src/part-${i}.ts?L${i + 1}`,
}));

/** Rows of this height are one line of buttons. */
const ROW_PX = 48;

it.each([
  { width: 1440, height: 900, rows: 2 },
  // Two suggestions may need a row each.
  { width: 400, height: 800, rows: 3 },
])('an answer ends in two rows of buttons, at $width px', async ({ width, height, rows }) => {
  const { workspace } = stack;
  const scenario = newScenario(stack);
  await scenario.answered('How long do we wait?', {
    answer: 'Retries are decided in `backoff()`.',
    sources: SOURCES,
    suggested_followups: ['How long at most?', 'Who sets the limit?', 'Why five times?'],
  });
  await page.setViewportSize({ width, height });
  await page.goto(
    `${workspace.url}/#as=${scenario.asker.id}&channel=${scenario.channel.id}&w=${width}`,
  );
  await page.getByRole('article').getByText(REPLY_LINK).click();
  const pane = page.getByRole('complementary', { name: 'Thread' });
  const sources = pane.getByRole('button', { name: 'Sources (10)' });
  await sources.waitFor();
  await page.screenshot({ path: join(SHOTS, `answer-tail-${width}.png`) });
  const boxes = await Promise.all(
    (await pane.locator('.actions').all()).map((it) => it.boundingBox()),
  );
  const sum = boxes.reduce((all, box) => all + (box?.height ?? 0), 0);
  expect(sum).toBeLessThan(rows * ROW_PX);
  expect(await pane.getByRole('button', { name: 'This answer helped' }).count()).toBe(1);

  const menu = pane.getByRole('button', { name: 'More options' });
  await menu.focus();
  await page.keyboard.press('Enter');
  const items = pane.getByRole('menuitem');
  expect(await items.allTextContents()).toEqual([
    'Ask again',
    'Copy as Markdown',
    'Share link',
    'Check for changes',
    'Explore',
  ]);
  await page.screenshot({ path: join(SHOTS, `answer-menu-${width}.png`) });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pane.getByText('The answer as Markdown').waitFor();
  await sources.press('Enter');
  const view = page.getByRole('dialog', { name: 'Sources' });
  await view.getByText('10 sources').waitFor();
  await page.screenshot({ path: join(SHOTS, `answer-sources-${width}.png`) });
  expect(await view.getByRole('button', { name: 'Read' }).count()).toBe(10);
  expect(pageErrors).toEqual([]);
});
