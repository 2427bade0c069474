import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine, EngineAnswer, EngineContext, Service } from '../../local/service/service.js';
import { startService } from '../../local/service/service.js';
import { makeFolder, makeRepository, SHOP } from '../local/service/repositories.js';
import { ANN, BEN } from '../local/service/service-fixture.js';
import { folderOf, startHttpRemote, syncOf } from '../local/service/sync/remotes.js';
import { startBrowser } from '../support/browser.js';
import { takePicture } from '../support/pictures.js';
import type { Repository } from '../support/repository.js';
import { makeShopWithHistory } from '../support/shop.js';

const ANSWER = [
  'A failed payment is tried again up to **five times**, and the pause doubles each time.',
  '',
  'The pause comes from [`backoff()`](/shop/-/blob/src/queue.ts?L5-7):',
  '',
  '```ts',
  'return Math.min(60_000, 500 * 2 ** attempt);',
  '```',
].join('\n');

const SHOTS = join(import.meta.dirname, '../../.artifacts');
const VIEWS = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 400],
  ['dark', 400],
] as const;

let browser: Browser;
let shop: Repository;
let service: Service;
let context: BrowserContext;
let page: Page;
let questions: { context: EngineContext; answer(result: EngineAnswer): void }[] = [];
const pageErrors: string[] = [];

beforeAll(async () => {
  browser = await startBrowser();
  shop = await makeShopWithHistory();
});
afterAll(async () => {
  await browser.close();
  await shop.remove();
});

beforeEach(async () => {
  questions = [];
  const engine: Engine = (_question, context) =>
    new Promise((answer) => questions.push({ context, answer }));
  service = await startService({ repositories: [shop.path], users: [ANN, BEN], engine });
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  pageErrors.length = 0;
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
});
afterEach(async () => {
  await context.close();
  await service.stop();
  expect(pageErrors).toEqual([]);
});

async function signIn(): Promise<void> {
  await page.goto(service.url);
  await page.getByLabel('Your access token').fill(ANN.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel(/^Ask about/).waitFor();
}

/** The question that the service works on, once it is there. */
async function working(n: number) {
  return service.waitFor(() => questions[n], { what: 'the question' });
}

it('a question is answered on the front page', async () => {
  await signIn();
  await page.keyboard.press('/');
  await page.keyboard.type('How is a payment retried?');
  await page.keyboard.press('Enter');
  const question = await working(0);
  question.context.report('Following retryPayment');
  await page.getByText('Following retryPayment').waitFor();
  expect(await page.getByLabel('Ask about shop').inputValue()).toBe('');
  const list = page.getByRole('region', { name: 'Your conversations' });
  await list.getByText('in progress').waitFor();
  question.answer({
    title: 'How a payment is retried',
    answer: ANSWER,
    sources: [{ type: 'File', label: 'shop · src/queue.ts', link: '/shop/-/blob/src/queue.ts?L5' }],
    suggested_followups: ['Who calls retryPayment?'],
  });
  await page.getByText('five times').waitFor();
  await list.getByRole('link', { name: 'How a payment is retried' }).waitFor();
  await list.getByText('in progress').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/');
  await page.getByRole('button', { name: 'Who calls retryPayment?' }).click();
  (await working(1)).answer({ answer: 'The queue does.' });
  await page.getByText('The queue does.').waitFor();
  await page.getByRole('link', { name: 'Open this conversation' }).click();
  await page.getByText('The queue does.').waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/deepsearch\/conversations\/\d+$/);
});

it('a follow-up is asked and stopped on the page of a conversation', async () => {
  await signIn();
  await page.getByLabel('Ask about shop').fill('How is a payment retried?');
  await page.getByRole('button', { name: 'Ask' }).click();
  (await working(0)).answer({ answer: 'Five times.' });
  await page.getByRole('link', { name: 'Open this conversation' }).click();
  await page.getByLabel('Ask a follow-up question').fill('Who calls it?');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Cancelled').waitFor();
  await page.getByText('Five times.').waitFor();
});

it('the front page tells why a question is refused, and keeps it', async () => {
  await signIn();
  const box = page.getByLabel('Ask about shop');
  await box.fill('x'.repeat(100_001));
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByRole('alert').getByText('must not be longer').waitFor();
  expect(await box.inputValue()).toHaveLength(100_001);
  // The browser reports the status of the reply.
  expect(pageErrors.splice(0)).toEqual([expect.stringContaining('400')]);
});

it('the pages work without scripts', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  page = await plain.newPage();
  await signIn();
  await page.getByLabel('Ask about shop').fill('How is a payment retried?');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.getByText('In progress').waitFor();
  (await working(0)).answer({ answer: 'Five times.' });
  await page.getByText('Five times.').waitFor();
  await page.goto(service.url);
  await page.getByRole('link', { name: 'How is a payment retried?' }).click();
  await page.getByText('Five times.').waitFor();
  await plain.close();
});

/** A service that searches, with a repository on this machine and two from a remote that has gone. */
async function startRichService(): Promise<void> {
  await service.stop();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const here = makeRepository(SHOP, 'shop');
  here.git('remote', 'add', 'origin', 'git@code.example.com:acme/shop.git');
  const payments = makeRepository(
    { 'payments.ts': 'export const currency = "EUR";\n' },
    'payments',
  );
  const remote = await startHttpRemote(folderOf(payments));
  const gone = remote.url({ path: 'mobile-app' });
  service = await startService({
    repositories: [here.path],
    users: [ANN, BEN],
    sync: syncOf({ url: remote.url(payments) }, { url: gone }),
    clonesDir: makeFolder('clones'),
  });
  await service.fetchRepositories();
  remote.mode = 'refuse';
  await service.fetchRepositories();
  await signIn();
  const box = page.getByLabel('Ask about your code');
  const conversation = page.locator('#conversation');
  for (const question of [
    'Where is InventoryReport?',
    'How does the shopping cart add an item?',
    'Where is computeBackoff?',
  ]) {
    await box.fill(question);
    await box.press('Enter');
    await conversation.getByRole('heading', { name: question }).waitFor();
    await conversation.getByText('Sources').waitFor();
  }
  await expect.poll(() => page.locator('[data-live]').count()).toBe(0);
}

it('the front page looks right, light and dark, wide and narrow', async () => {
  await startRichService();
  for (const [colorScheme, width] of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: width === 400 ? 800 : 900 });
    const scrolls = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([width, scrolls]).toEqual([width, false]);
    await page.screenshot({
      path: join(SHOTS, `service-${colorScheme}-${width}.png`),
      fullPage: true,
    });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1120, height: 860 });
  await takePicture(page, 'service');
  await page.getByRole('link', { name: 'Open this conversation' }).click();
  await page.getByLabel('Ask a follow-up question').waitFor();
  for (const [colorScheme, width] of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const scrolls = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([width, scrolls]).toEqual([width, false]);
    await page.screenshot({
      path: join(SHOTS, `conversation-${colorScheme}-${width}.png`),
      fullPage: true,
    });
  }
});

it('the documentation shows its picture', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/local-service.md'), 'utf8');
  expect(text).toContain(' src="images/service.png"');
});
