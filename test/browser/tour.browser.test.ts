import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { type Demo, runDemo } from '../support/demo.js';
import { ensureBuilt } from '../support/dist.js';
import { takePicture } from '../support/pictures.js';
import type { Repository } from '../support/repository.js';
import { makeShopWithHistory } from '../support/shop.js';

/*
 * Every step of docs/tour.md, in its order, in the demo itself. `npm run pictures` takes the pictures.
 */
let browser: Browser;
let shop: Repository;
let demo: Demo;
let url: string;
let page: Page;
let thread: Locator;

beforeAll(async () => {
  await ensureBuilt();
  shop = await makeShopWithHistory();
  demo = runDemo([shop.path]);
  browser = await startBrowser();
  url = await demo.started();
  page = await browser.newPage({ viewport: { width: 1100, height: 540 } });
  thread = page.getByRole('complementary', { name: 'Thread' });
});
afterAll(async () => {
  await browser.close();
  await demo.interrupt();
  await shop.remove();
});

async function openChannel(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('textbox', { name: `Message #${name}` }).waitFor();
}

async function write(text: string, where: string | RegExp): Promise<void> {
  const box = page.getByRole('textbox', { name: where });
  await box.fill(text);
  await box.press('Enter');
}

async function become(name: string): Promise<void> {
  await page.getByRole('button', { name: /^You are/ }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await page.getByRole('button', { name: `You are ${name}` }).waitFor();
}

it('1. the first screen shows a thread with an answer', async () => {
  await page.goto(url);
  await thread.getByText('How does backoff work?').first().waitFor();
  await thread.getByText('Found by search, without a model.').waitFor();
  await thread.getByText('is reading the code').waitFor({ state: 'hidden' });
  await takePicture(page, 'tour-1-start');
});

it('2. a reply in the thread is a follow-up question', async () => {
  await write('What does src/cart.ts do?', /^Reply/);
  await thread
    .getByRole('link', { name: /src\/cart\.ts/ })
    .first()
    .waitFor();
  await thread.getByText('is reading the code').waitFor({ state: 'hidden' });
  // The answer is longer than the thread's room: who reads it has scrolled to its end.
  await thread.getByRole('button', { name: 'Sources (2)' }).waitFor();
  await thread.getByRole('log').evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await thread.getByRole('button', { name: 'Latest messages' }).waitFor({ state: 'hidden' });
  await takePicture(thread, 'tour-2-reply');
  await thread.getByRole('button', { name: 'Close' }).first().click();
});

it('3. a direct message is answered in private, and Home lists the conversations', async () => {
  await page.getByRole('button', { name: 'deepsearch', exact: true }).click();
  await write('Where is MAX_RETRIES used?', 'Message deepsearch');
  await page.getByRole('button', { name: /\d repl/ }).click();
  await thread.getByText('Found by search, without a model.').waitFor();
  await page.getByRole('tab', { name: 'Home' }).click();
  const home = page.getByRole('tabpanel', { name: 'Home' });
  await home.getByText('MAX_RETRIES').first().waitFor();
  await takePicture(page, 'tour-3-home');
});

it('4. the code tools search and read the code', async () => {
  await openChannel('general');
  await write('/deepsearch code search MAX_RETRIES', 'Message #general');
  const log = page.getByRole('log').first();
  await log.getByRole('button', { name: 'Read', exact: true }).first().click();
  const view = page.getByRole('dialog');
  await view.getByText('export function backoff').waitFor();
  await takePicture(page, 'tour-4-code');
  await page.keyboard.press('Escape');
  await view.waitFor({ state: 'hidden' });
});

it('5. one can switch person', async () => {
  await page.getByRole('button', { name: 'You are Kim Park' }).click();
  const people = page.getByRole('menu');
  for (const name of ['Kim Park', 'Ravi Shah', 'Ada Moreau', 'Gil Novak', 'Olga Berg']) {
    await people.getByText(name).waitFor();
  }
  await takePicture(page, 'tour-5-people');
  await page.keyboard.press('Escape');
});

it('6. everybody sees the settings of a channel, and only its creator and admins change them', async () => {
  const settings = page.getByRole('dialog', { name: 'Channel settings' });
  await write('/deepsearch settings', 'Message #general');
  await settings.getByText('Who can ask').waitFor();
  expect(await settings.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'hidden' });
  await become('Ada Moreau');
  await write('/deepsearch settings', 'Message #general');
  await settings.getByRole('button', { name: 'Edit' }).first().waitFor();
  await takePicture(page, 'tour-6-settings');
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'hidden' });
});

it('7. in a channel that is shared with another company, nothing is answered', async () => {
  await become('Kim Park');
  await openChannel('partners');
  await write('@deepsearch how does backoff work?', 'Message #partners');
  await page.getByText("so I don't answer questions here").waitFor();
  await takePicture(page, 'tour-7-partners');
});

it('8. where the app is not a member, the answer comes in the direct message', async () => {
  await openChannel('security');
  await write('/deepsearch how does backoff work?', 'Message #security');
  await page.getByText('so I answer in our direct messages').waitFor();
  await takePicture(page, 'tour-8-security');
});

it('9. a guest gets no answer, and is told so', async () => {
  await become('Gil Novak');
  await openChannel('general');
  await write('/deepsearch how does backoff work?', 'Message #general');
  await page.getByText('Guests cannot ask questions').waitFor();
  await takePicture(page, 'tour-9-guest');
});

it('the tour shows each picture', () => {
  const tour = readFileSync(join(import.meta.dirname, '../../docs/tour.md'), 'utf8');
  const shown = [...tour.matchAll(/ src="images\/([\w-]+)\.png"/g)].map(([, name]) => name);
  expect(shown.map((name) => Number(/\d/.exec(name ?? '')?.[0]))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});
