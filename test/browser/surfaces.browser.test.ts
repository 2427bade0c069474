import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { optionsFromManifest } from '../../local/workspace/manifest.js';
import { startBrowser } from '../support/browser.js';
import { takePicture } from '../support/pictures.js';
import type { Repository } from '../support/repository.js';
import { makeShopWithHistory } from '../support/shop.js';
import { type Stack, startStack } from '../support/stack.js';

/*
 * What docs/surfaces.md shows, in its order. `npm run pictures` takes the pictures.
 */
const ROOT = join(import.meta.dirname, '../..');
const ANSWER = [
  'A failed payment is tried again up to **five times**, and the pause doubles each time.',
  '',
  'The pause comes from [`backoff()`](/shop/-/blob/src/queue.ts?L5-7):',
  '',
  '```ts',
  'return Math.min(60_000, 500 * 2 ** attempt);',
  '```',
].join('\n');

let browser: Browser;
let shop: Repository;
let stack: Stack;
let page: Page;
let thread: Locator;
const taken: string[] = [];

beforeAll(async () => {
  shop = await makeShopWithHistory();
  browser = await startBrowser();
  const manifest = await readFile(join(ROOT, 'manifest.yml'), 'utf8');
  stack = await startStack({
    service: { repositories: [shop.path], sharing: true },
    workspace: {
      ...optionsFromManifest(manifest),
      unfurlDomains: ['127.0.0.1'],
      enterpriseId: 'E0ACMEORG',
      orgInstall: true,
      limits: 'off',
      redelivery: { timeoutMs: 60_000, delaysMs: [] },
    },
  });
  page = await browser.newPage({ viewport: { width: 1100, height: 860 } });
  thread = page.getByRole('complementary', { name: 'Thread' });
  await page.goto(stack.workspace.url);
  await page.getByRole('log').first().waitFor();
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await shop.remove();
});

/** Takes the picture without what shows under the mouse. */
async function picture(of: Page | Locator, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await takePicture(of, `surface-${name}`);
  taken.push(name);
}

async function write(text: string, where: string | RegExp = 'Message #general'): Promise<void> {
  const box = page.getByRole('textbox', { name: where });
  await box.fill(text);
  await box.press('Enter');
}

/** The app's newest message that has this text. */
function message(hasText: string | RegExp): Locator {
  return page.getByRole('log').first().getByRole('article').filter({ hasText }).last();
}

async function closeView(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

it('a question in progress, and its answer in the thread', async () => {
  await write('@deepsearch how does the queue retry a payment?');
  const question = await stack.engine.next('how does the queue retry');
  await message('how does the queue retry').getByRole('button', { name: /repl/ }).click();
  question.context.report('Following `retryPayment`');
  question.context.report('Reading `src/queue.ts`');
  await thread.getByText('Reading src/queue.ts').waitFor();
  await picture(thread.getByRole('article').last(), 'progress');
  question.context.stats({ tool_calls: 3 });
  question.answer({
    title: 'How a payment is retried',
    answer: ANSWER,
    sources: ['src/queue.ts?L5-7', 'src/queue.ts?L9-14', 'src/cart.ts?L1-3'].map((path) => ({
      type: 'File',
      label: `shop · ${path.replace(/\?.*/, '')}`,
      link: `/shop/-/blob/${path}`,
    })),
    suggested_followups: ['Who calls retryPayment?', 'What happens after five tries?'],
  });
  await thread.getByText('five times').waitFor();
  await thread.getByText('is reading the code').waitFor({ state: 'hidden' });
  await picture(thread, 'thread');
});

it('the sources of an answer', async () => {
  await thread.getByRole('button', { name: /^Sources/ }).click();
  const view = page.getByRole('dialog');
  await view.getByText('src/cart.ts').first().waitFor();
  await picture(view, 'sources');
  await closeView();
});

it('the menu of an answer', async () => {
  await thread.getByRole('button', { name: 'More options' }).click();
  const menu = page.getByRole('menu');
  await menu.getByText('Ask again').waitFor();
  await picture(thread, 'answer-menu');
  await page.keyboard.press('Escape');
  await thread.getByRole('button', { name: 'Close' }).first().click();
});

it('a question in the direct message', async () => {
  await page.getByRole('button', { name: 'deepsearch', exact: true }).click();
  await page.getByRole('button', { name: /Where does the program start/ }).waitFor();
  await picture(page, 'direct-message');
  await write('who calls retryPayment?', 'Message deepsearch');
  const question = await stack.engine.next('who calls retryPayment?');
  question.answer({ title: 'Who calls retryPayment', answer: 'The queue does, in `drain()`.' });
  await page.getByRole('button', { name: /repl/ }).click();
  await thread.getByText('The queue does').waitFor();
  await thread.getByRole('button', { name: 'Close' }).first().click();
});

it('Home', async () => {
  await page.getByRole('tab', { name: 'Home' }).click();
  const home = page.getByRole('tabpanel', { name: 'Home' });
  await home.getByText('Who calls retryPayment').first().waitFor();
  await home.getByText('How a payment is retried').waitFor();
  await picture(home, 'home');
  await home.getByRole('button', { name: 'Show' }).first().click();
  const conversation = page.getByRole('dialog', { name: 'Conversation' });
  await conversation.getByText('The queue does').waitFor();
  await picture(conversation, 'conversation');
  await closeView();
  await page.getByRole('button', { name: 'general', exact: true }).click();
});

it('the form for a question, and the one about a message', async () => {
  await write('/deepsearch');
  const form = page.getByRole('dialog', { name: 'Ask Deep Search' });
  await form.getByRole('textbox', { name: 'Your question' }).waitFor();
  await picture(form, 'form');
  await closeView();

  const { ravi } = stack.workspace.people;
  const { general: channel } = stack.workspace.channels;
  const text = 'TypeError: payment is undefined\n    at retryPayment (src/queue.ts:10:4)';
  await stack.workspace.say({ as: ravi, channel, text });
  await message('payment is undefined').hover();
  await message('payment is undefined').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask about this' }).click();
  const about = page.getByRole('dialog', { name: 'Ask about this' });
  await about.getByRole('textbox').first().waitFor();
  await expect.poll(() => about.locator('textarea').first().inputValue()).not.toBe('');
  await picture(about, 'about-message');
  await closeView();
});

it('lists, help, and a slip of a command', async () => {
  await write('/deepsearch list');
  await message('How a payment is retried').waitFor();
  await picture(message('How a payment is retried'), 'list');
  await write('/deepsearch help');
  await message('Steer').waitFor();
  await picture(message('Steer'), 'help');
  await write('/deepsearch lst');
  await message(/Did you mean/).waitFor();
  await picture(message(/Did you mean/), 'did-you-mean');
});

it('code results, and the view that explores the code', async () => {
  await write('/deepsearch code search MAX_RETRIES');
  const result = message('MAX_RETRIES');
  await result.getByRole('button', { name: 'Read', exact: true }).first().waitFor();
  await picture(result, 'code');
  await result.getByRole('button', { name: 'Read', exact: true }).first().click();
  const view = page.getByRole('dialog');
  await view.getByText('export function backoff').waitFor();
  await picture(view, 'explore');
  await closeView();
});

it('the settings of a channel', async () => {
  await page.getByRole('button', { name: 'You are Kim Park' }).click();
  await page.getByRole('menuitemradio', { name: 'Ada Moreau' }).click();
  await page.getByRole('button', { name: 'You are Ada Moreau' }).waitFor();
  await write('/deepsearch settings');
  const settings = page.getByRole('dialog', { name: 'Channel settings' });
  const edit = settings.getByRole('button', { name: 'Edit' }).nth(1);
  await edit.waitFor();
  await picture(settings, 'settings');
  await edit.click();
  await settings.getByRole('button', { name: 'Save' }).waitFor();
  await picture(settings, 'settings-form');
  await closeView();
});

it('the preview of a link', async () => {
  await write(`The pause is here: ${stack.service.url}/shop/-/blob/src/queue.ts?L5-7`);
  await message('The pause is here').getByRole('button', { name: 'Show me' }).waitFor();
  await picture(message('The pause is here'), 'preview');
});

it('the step of a workflow', async () => {
  await page.getByRole('button', { name: 'Workflows' }).click();
  const form = page.getByRole('form', { name: 'Ask Deep Search' });
  await form.getByRole('textbox', { name: 'Question' }).fill('Who calls retryPayment?');
  await picture(form, 'workflow');
});

it('the page of surfaces shows each picture', () => {
  const text = readFileSync(join(ROOT, 'docs/surfaces.md'), 'utf8');
  const shown = [...text.matchAll(/ src="images\/surface-([\w-]+)\.png"/g)].map(([, name]) => name);
  expect(shown).toEqual(taken);
});
