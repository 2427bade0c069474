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
  stack = await startStack({
    service: { repositories: [repository.path], sharing: true },
    workspace: { enterpriseId: 'E0ACMEORG', orgInstall: true },
  });
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

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message #general' });
  await box.fill(text);
  await box.press('Enter');
}

it('shows previews of posted links, and opens them', async () => {
  const { engine, service } = stack;
  const page = await openPage();
  const messages = page.getByRole('log', { name: 'Messages in #general' });
  await say(page, '@deepsearch how is a payment retried?');
  (await engine.next()).answer({ answer: 'A failed payment is tried again **five times**.' });
  const shared = await service.waitFor(
    () => service.conversations().find(({ questions }) => questions[0]?.answer),
    { what: 'the answer' },
  );
  await say(page, `Look at ${shared.share_url}`);
  await messages.getByText('A Deep Search conversation').waitFor();
  await say(page, `and at ${service.url}/shop/-/blob/src/queue.ts?L5-7`);
  await messages.getByText('src/queue.ts', { exact: true }).waitFor();
  await shot(page, 'previews');

  await messages.getByRole('button', { name: 'Show me' }).first().click();
  const modal = page.getByRole('dialog');
  await modal.getByText('five times').waitFor();
  await shot(page, 'preview-conversation');
  await page.keyboard.press('Escape');

  await messages.getByRole('button', { name: 'Show me' }).last().click();
  await modal.getByText('Math.min').waitFor();
  await shot(page, 'preview-code');
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
});

it('runs a workflow step, and shows its outputs', async () => {
  const { engine } = stack;
  const page = await openPage();
  await page.getByRole('button', { name: 'Workflows' }).click();
  const form = page.getByRole('form', { name: 'Ask Deep Search' });
  await form.getByRole('textbox', { name: 'Question' }).fill('Who calls retryPayment?');
  await form.getByRole('combobox', { name: 'Where to answer' }).selectOption('#general');
  await shot(page, 'workflow-form');
  await form.getByRole('button', { name: 'Run' }).click();
  const runs = page.getByRole('region', { name: 'Runs' });
  await runs.getByText('Running…').waitFor();
  const work = await engine.next('Who calls retryPayment?');
  work.answer({ answer: 'The queue calls it, in `drain()`.' });
  await runs.getByText('Completed', { exact: true }).waitFor();
  await runs.getByText('The queue calls it, in drain().').waitFor();
  await shot(page, 'workflow-run');

  expect(await form.getByText('Who asks').count()).toBe(0);
  await form.getByRole('textbox', { name: 'Question' }).fill(' ');
  await form.getByRole('button', { name: 'Run' }).click();
  await runs.getByText(/^The question is empty/).waitFor();
  expect(await runs.getByText('Failed', { exact: true }).count()).toBe(1);
});
