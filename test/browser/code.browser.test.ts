import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import type { Repository } from '../support/repository.js';
import { makeShopWithHistory } from '../support/shop.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let shop: Repository;
let stack: Stack;
let page: Page;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  shop = await makeShopWithHistory();
  browser = await startBrowser();
  stack = await startStack({ service: { repositories: [shop.path] } });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(stack.workspace.url);
  await page.getByRole('log').first().waitFor();
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await shop.remove();
});

const shot = (name: string) => page.screenshot({ path: join(SHOTS, `${name}.png`) });

async function type(text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message #general' });
  await box.fill(text);
  await box.press('Enter');
}

it('searches code, reads it, follows a name, and shares the result', async () => {
  const log = page.getByRole('log').first();
  await type('/deepsearch code search MAX_RETRIES');
  await log.getByRole('button', { name: 'Read' }).first().waitFor();
  await log.getByText('Only visible to you').first().waitFor();
  await shot('code-search');

  await log.getByRole('button', { name: 'Read' }).first().click();
  const view = page.getByRole('dialog');
  await view.getByText('export function backoff').waitFor();
  await shot('code-view');
  await view.getByRole('textbox', { name: 'Or the definition of this name' }).fill('backoff');
  await view.getByRole('button', { name: 'Definition', exact: true }).click();
  await view.getByText('Definition of backoff').waitFor();
  await shot('code-definition');
  await view.getByRole('button', { name: '← Back' }).click();
  await view.getByText('Definition of backoff').waitFor({ state: 'hidden' });
  await view.getByText('export function backoff').waitFor();
  await view.getByRole('button', { name: 'History' }).click();
  await view.getByText('Retry payments more often').waitFor();
  await shot('code-history');
  await view.getByRole('button', { name: 'Diff' }).first().click();
  await view.getByText('MAX_RETRIES = 9').waitFor();
  await shot('code-change');
  await page.keyboard.press('Escape');
  // The focus returns to the previous element, which would receive the next key.
  await view.waitFor({ state: 'hidden' });

  await type('/deepsearch code commits shop');
  await log.getByText('Keep all rates').waitFor();
  await shot('code-commits');
  await type('/deepsearch code diffs shop MAX_RETRIES --removed');
  await log.getByText('MAX_RETRIES = 5').waitFor();
  await log.getByRole('button', { name: 'Share with channel' }).last().click();
  await log.getByText(' shared: ').waitFor();
  await shot('code-shared');
});

it('submits the code search form', async () => {
  await type('/deepsearch code');
  const view = page.getByRole('dialog');
  await view.getByText('contributors').first().waitFor();
  await shot('code-menu');
  await view.getByRole('button', { name: 'Open' }).nth(9).click();
  await view.getByRole('textbox', { name: 'Repository' }).fill('shop');
  await view.getByRole('textbox', { name: 'From' }).fill('main');
  await view.getByRole('textbox', { name: 'To', exact: true }).fill('feature');
  await shot('code-form');
  await view.getByRole('button', { name: 'Run', exact: true }).click();
  await view.getByText('src/count.ts').waitFor();
  await shot('code-comparison');
  await expect.poll(() => view.getByText('+3 −0').count()).toBeGreaterThan(0);
});
