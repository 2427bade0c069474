import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import type { View } from '@slack/web-api';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startWorkspace, type Workspace } from '../../local/workspace/workspace.js';
import { startBrowser } from '../support/browser.js';
import { builtProgram } from '../support/dist.js';
import { DETAILS, FORM, HOME, LONG, PICK, SHOWCASE } from './views-content.js';

/** Longer than Slack's 3 s: a slow machine must not fail these tests. */
const ACK_TIMEOUT_MS = 60_000;
const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let workspace: Workspace;
let app: App;
let page: Page;
/** A promise that the app awaits before it responds to a form. */
let held: Promise<void>;
const pageErrors: string[] = [];

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  workspace = await startWorkspace({
    pageDir: builtProgram('local/workspace/page'),
    shortcuts: [
      { kind: 'global', callbackId: 'ask', name: 'Ask Deep Search', description: 'Opens a form' },
      { kind: 'message', callbackId: 'ask_about', name: 'Ask about this message' },
    ],
    redelivery: { timeoutMs: ACK_TIMEOUT_MS, delaysMs: [] },
    triggerLifetimeMs: 60_000,
  });
  held = Promise.resolve();
  app = await startApp();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  pageErrors.length = 0;
  page.on('pageerror', (error) => pageErrors.push(String(error)));
});
afterEach(async () => {
  await page.context().close();
  await app.stop();
  await workspace.stop();
  expect(pageErrors).toEqual([]);
});

/** A small app that opens the views of these tests. */
async function startApp(): Promise<App> {
  const receiver = new HTTPReceiver({
    signingSecret: workspace.app.signingSecret,
    processBeforeResponse: true,
    logLevel: LogLevel.ERROR,
    // Bolt itself responds with 404 after 3 s, which taking a screenshot may need.
    unhandledRequestTimeoutMillis: ACK_TIMEOUT_MS,
  });
  const started = new App({
    token: workspace.app.botToken,
    receiver,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: workspace.apiUrl, retryConfig: { retries: 0 } },
    tokenVerificationEnabled: false,
  });
  started.event('app_home_opened', async ({ event, client }) => {
    if (event.tab === 'home') await client.views.publish({ user_id: event.user, view: HOME });
  });
  started.event('message', async () => undefined);
  const open = async (trigger_id: string, view: View) => {
    await started.client.views.open({ trigger_id, view });
  };
  started.shortcut('ask', async ({ ack, shortcut }) => {
    await ack();
    await open(shortcut.trigger_id, FORM);
  });
  started.shortcut(
    { type: 'message_action', callback_id: 'ask_about' },
    async ({ ack, shortcut }) => {
      await ack();
      await open(shortcut.trigger_id, DETAILS(shortcut.message.text ?? ''));
    },
  );
  started.action('ask', async ({ ack, body }) => {
    await ack();
    if ('trigger_id' in body) await open(body.trigger_id ?? '', FORM);
  });
  started.action('settings', async ({ ack, body }) => {
    await ack();
    if ('trigger_id' in body) await open(body.trigger_id ?? '', LONG);
  });
  started.action('more', async ({ ack, body, client }) => {
    await ack();
    const trigger_id = 'trigger_id' in body ? (body.trigger_id ?? '') : '';
    await client.views.push({ trigger_id, view: DETAILS('Where it came from') });
  });
  started.view('ask', async ({ ack, view, body, client }) => {
    const text = view.state.values['question']?.['text']?.value ?? '';
    if (text.length < 10) {
      await ack({ response_action: 'errors', errors: { question: 'Say a little more.' } });
      return;
    }
    await held;
    await ack();
    await client.chat.postMessage({ channel: body.user.id, text: `Asked: ${text}` });
  });
  const server = await started.start(0);
  const { port } = server.address() as AddressInfo;
  workspace.connect({ requestUrl: `http://127.0.0.1:${port}/slack/events` });
  return started;
}

const shot = (name: string) => page.screenshot({ path: join(SHOTS, `views-${name}.png`) });

async function openAs(person: { readonly id: string }, channel: { readonly id: string }) {
  await page.goto(`${workspace.url}/#as=${person.id}&channel=${channel.id}`);
  await page.getByRole('log').first().waitFor();
}

const hasFocus = (what: Locator) => what.evaluate((it) => it === document.activeElement);

it('focuses the first field of a modal, traps the focus, and restores it on close', async () => {
  const { kim, ravi } = workspace.people;
  const { general } = workspace.channels;
  await openAs(kim, workspace.dm(kim));
  await page.getByRole('tab', { name: 'Home' }).click();
  const ask = page.getByRole('button', { name: 'Ask a question' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Ask Deep Search' });
  await expect
    .poll(() => hasFocus(form.getByRole('textbox', { name: 'Your question' })))
    .toBe(true);
  for (let times = 0; times < 20; times += 1) {
    await page.keyboard.press(times < 10 ? 'Tab' : 'Shift+Tab');
    expect(await page.locator(':focus').and(page.locator(':not(dialog *, dialog)')).count()).toBe(
      0,
    );
  }
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  expect(await hasFocus(ask)).toBe(true);

  await workspace.say({ as: ravi, channel: general, text: `<#${general.id}> is slow` });
  await openAs(kim, general);
  const message = page.getByRole('article', { name: /Ravi Shah/ });
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask about this message' }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await details.getByRole('button', { name: '#general' }).waitFor();
  const close = details.locator('.modal-footer').getByRole('button', { name: 'Close' });
  await expect.poll(() => hasFocus(close)).toBe(true);
  await page.keyboard.press('Enter');
  await details.waitFor({ state: 'hidden' });
});

it('shows the beginning of a long modal, not the buttons at its end', async () => {
  const { kim } = workspace.people;
  await openAs(kim, workspace.dm(kim));
  await page.getByRole('tab', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const body = page.getByRole('dialog', { name: 'All settings' }).locator('.modal-body');
  await expect.poll(() => hasFocus(body)).toBe(true);
  expect(await body.evaluate((it) => it.scrollTop)).toBe(0);
  await page.keyboard.press('Escape');
  await body.waitFor({ state: 'hidden' });
});

it('shows the Home tab, and a form with errors below its fields', async () => {
  const { kim } = workspace.people;
  const direct = workspace.dm(kim);
  await openAs(kim, direct);
  await page.getByRole('tab', { name: 'Home' }).click();
  const home = page.getByRole('tabpanel', { name: 'Home' });
  await home.getByText('Ask about your code').waitFor();
  await shot('home');

  await home.getByRole('button', { name: 'Ask a question' }).click();
  const modal = page.getByRole('dialog', { name: 'Ask Deep Search' });
  const question = modal.getByRole('textbox', { name: 'Your question' });
  await question.waitFor();
  await expect.poll(() => question.evaluate((it) => it === document.activeElement)).toBe(true);
  await shot('form');

  await modal.getByRole('button', { name: 'Ask', exact: true }).click();
  await modal.getByText('Please complete this required field.').waitFor();
  await question.fill('why?');
  await modal
    .getByRole('combobox', { name: 'Where to answer' })
    .selectOption({ label: '#backend' });
  await modal.getByRole('checkbox', { name: 'Tests' }).check();
  await modal.getByRole('button', { name: 'Ask', exact: true }).click();
  await modal.getByText('Say a little more.').waitFor();
  expect(await question.getAttribute('aria-invalid')).toBe('true');
  expect(await question.inputValue()).toBe('why?');
  await shot('form-errors');

  const further = modal.getByRole('button', { name: 'Where does this go?' });
  await further.click();
  const pushed = page.getByRole('dialog', { name: 'Details' });
  await pushed.getByText('Where it came from').waitFor();
  await shot('pushed');
  await page.keyboard.press('Escape');
  await question.waitFor();
  await question.fill('why does it retry a payment?');
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const submit = modal.locator('button[type="submit"]');
  await submit.click();
  await modal.getByRole('status', { name: 'Sending' }).waitFor();
  expect(await submit.isDisabled()).toBe(true);
  await shot('sending');
  release();
  await modal.waitFor({ state: 'hidden' });
  await workspace.waitFor(() =>
    workspace.messages({ channel: direct }).some(({ text }) => text.startsWith('Asked: why does')),
  );
  const unread = page.getByRole('tab', { name: 'Messages unread' });
  await unread.click();
  await page.getByText('Asked: why does it retry a payment?').waitFor();
  await expect.poll(() => unread.count()).toBe(0);
  const [asked] = workspace.deliveries.filter(({ name }) => name === 'view_submission').slice(-1);
  expect(asked?.payload).toMatchObject({
    view: {
      state: {
        values: {
          place: { channel: { selected_conversation: workspace.channels.backend.id } },
          look: { in: { selected_options: [{ value: 'code' }, { value: 'tests' }] } },
        },
      },
    },
  });
});

it('shows the modal below and the next one, however fast modals are closed', async () => {
  const { kim } = workspace.people;
  await openAs(kim, workspace.dm(kim));
  await page.getByRole('tab', { name: 'Home' }).click();
  const ask = page.getByRole('button', { name: 'Ask a question' });
  await ask.click();
  const form = page.getByRole('dialog', { name: 'Ask Deep Search' });
  await form.getByRole('button', { name: 'Where does this go?' }).click();
  await page.getByRole('dialog', { name: 'Details' }).waitFor();
  // A browser closes a dialog itself on the second Escape, even if the page prevents it.
  let goOn = () => {};
  const away = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/close', (route) => away.then(() => route.continue()));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  goOn();
  await form.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await ask.click();
  await form.waitFor();
});

it('shows a connection error when the app does not respond, and allows another try', async () => {
  const { kim } = workspace.people;
  await openAs(kim, workspace.channels.general);
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('menuitem', { name: /Ask Deep Search/ }).waitFor();
  await shot('shortcuts');
  await page.getByRole('menuitem', { name: /Ask Deep Search/ }).click();
  const modal = page.getByRole('dialog', { name: 'Ask Deep Search' });
  await modal.getByRole('textbox', { name: 'Your question' }).fill('why does it retry?');
  workspace.connect({ requestUrl: 'http://127.0.0.1:9/nobody' });
  await modal.getByRole('button', { name: 'Ask', exact: true }).click();
  await modal.getByText('We had some trouble connecting. Try again?').waitFor();
  await shot('trouble');
  await modal.getByRole('button', { name: 'Close', exact: true }).click();
  await modal.waitFor({ state: 'hidden' });
  expect(workspace.modals(kim)).toEqual([]);
});

it('runs a shortcut on a message, and adds reactions to it', async () => {
  const { kim, ravi } = workspace.people;
  const { general } = workspace.channels;
  const { ts } = await workspace.say({ as: ravi, channel: general, text: 'the queue is slow' });
  await openAs(kim, general);
  const message = page.getByRole('article', { name: /Ravi Shah/ });
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await shot('message-menu');
  await page.getByRole('menuitem', { name: 'Ask about this message' }).click();
  const modal = page.getByRole('dialog', { name: 'Details' });
  await modal.getByText('the queue is slow').waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'hidden' });

  await message.hover();
  await message.getByRole('button', { name: 'React with eyes' }).click();
  await message.getByRole('button', { name: 'eyes: Kim Park' }).waitFor();
  await message.getByRole('button', { name: 'Add another reaction' }).click();
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('snail');
  await shot('picker');
  await page.keyboard.press('Enter');
  await message.getByRole('button', { name: 'snail: Kim Park' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Search emoji' }).count()).toBe(0);
  expect(workspace.message(general, ts)?.reactions).toEqual([
    { name: 'eyes', users: [kim.id], count: 1 },
    { name: 'snail', users: [kim.id], count: 1 },
  ]);
  await shot('reactions');
  await message.getByRole('button', { name: 'eyes: Kim Park' }).click();
  await message.getByRole('button', { name: 'eyes: Kim Park' }).waitFor({ state: 'hidden' });
});

it('sends files with a message, and sends choices made in a message', async () => {
  const { kim } = workspace.people;
  const { general } = workspace.channels;
  await openAs(kim, general);
  const content = 'TypeError: x is not a function';
  const file = { name: 'trace.txt', mimeType: 'text/plain', buffer: Buffer.from(content) };
  await page.getByLabel('Files to attach').setInputFiles([file, { ...file, name: 'other.txt' }]);
  await page.getByRole('button', { name: 'Remove other.txt' }).click();
  await page.getByRole('textbox', { name: 'Message #general' }).fill('it fails');
  await shot('attached');
  await page.keyboard.press('Enter');
  const said = await workspace.waitFor(() => workspace.messages({ channel: general })[0]);
  expect(said.files).toMatchObject([{ name: 'trace.txt' }]);
  const headers = { authorization: `Bearer ${workspace.app.botToken}` };
  const read = await fetch(String(said.files?.[0]?.['url_private']), { headers });
  expect(await read.text()).toBe(content);
  await expect.poll(() => page.getByRole('list', { name: 'Attached' }).count()).toBe(0);

  app.action('pick', async ({ ack }) => ack());
  await app.client.chat.postMessage({ channel: general.id, text: 'Pick', blocks: PICK });
  const pick = page.getByRole('combobox', { name: 'Pick a language' });
  await pick.selectOption({ label: 'Go' });
  const chosen = await workspace.waitFor(() =>
    workspace.deliveries.find(({ name }) => name === 'block_actions'),
  );
  expect(chosen.payload).toMatchObject({
    container: { type: 'message' },
    actions: [{ action_id: 'pick', selected_option: { value: 'go' } }],
  });
});

it('renders containers, plans and tables in light and dark mode', async () => {
  const { kim } = workspace.people;
  const { general } = workspace.channels;
  await app.client.chat.postMessage({ channel: general.id, text: 'Everything', blocks: SHOWCASE });
  await openAs(kim, general);
  await page.setViewportSize({ width: 1100, height: 1400 });
  await page.getByText('How the retry works').waitFor();
  await shot('blocks');
  const table = page.getByRole('table', { name: 'Slowest calls' });
  const first = () => table.getByRole('rowheader').first().textContent();
  await table.getByRole('button', { name: 'ms' }).click();
  expect(await first()).toBe('get /health');
  await table.getByRole('button', { name: 'ms' }).click();
  expect(await first()).toBe('post /pay');
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('2 of 2').waitFor();
  await page.getByText('Three more files').click();
  await page.getByText('src/late.ts').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await shot('blocks-dark');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('menuitem', { name: /Ask Deep Search/ }).click();
  await page.getByRole('dialog', { name: 'Ask Deep Search' }).waitFor();
  await shot('form-dark');
  await page.setViewportSize({ width: 390, height: 780 });
  await shot('form-narrow');
});
