import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newToken } from '../flow/account/linked-fixture.js';
import { signInStack } from '../flow/account/sign-in-fixture.js';
import { startBrowser } from '../support/browser.js';
import { newScenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let context: BrowserContext;
let stack: Stack;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
  stack = await startStack(await signInStack());
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const shot = (page: Page, name: string) =>
  page.screenshot({ path: join(SHOTS, `connect-${name}.png`) });

/** Somebody asks in a channel, and is asked to connect: gives the form that the message opens. */
async function askedToConnect(name: string, text: string) {
  const scenario = newScenario(stack);
  const { workspace } = stack;
  const page = await context.newPage();
  const dm = workspace.dm(scenario.asker);
  const thread = await scenario.mention(text);
  await page.goto(`${workspace.url}/#as=${scenario.asker.id}&channel=${dm.id}`);
  await page.getByText('Connect your account to get the answer').waitFor();
  await shot(page, `${name}-asked`);
  await page.getByRole('button', { name: 'Connect account' }).first().click();
  const form = page.getByRole('dialog', { name: 'Your account' });
  await form.getByRole('textbox', { name: 'Access token' }).waitFor();
  await shot(page, `${name}-form`);
  return { scenario, thread, page, form };
}

it('connects with an access token, and disconnects', async () => {
  const text = 'How is a payment retried, with a token?';
  const { thread, page, form } = await askedToConnect('token', text);
  const field = form.getByRole('textbox', { name: 'Access token' });
  await field.fill('sgp_not_a_token_of_anybody');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.getByText('does not accept this token').waitFor();
  await shot(page, 'token-refused');
  await field.fill(newToken());
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await form.getByText('is connected').waitFor();
  await shot(page, 'token-connected');
  (await stack.engine.next(text)).answer();
  await thread.ended();
  await form.getByRole('button', { name: 'Disconnect' }).click();
  await form.getByText('Your account is disconnected').waitFor();
  await shot(page, 'token-disconnected');
  await page.close();
});

it('connects by signing in in the browser', async () => {
  const text = 'How is a payment retried, in the browser?';
  const { thread, page, form } = await askedToConnect('browser', text);
  const digits = /\d{6}/.exec((await form.textContent()) ?? '')?.[0] ?? '';
  const link = form.getByRole('link', { name: 'Sign in', exact: true });
  const opened = context.waitForEvent('page');
  await link.click();
  const site = await opened;
  await site.getByLabel('Your access token').fill(newToken());
  await shot(site, 'browser-service');
  await site.getByRole('button', { name: 'Agree' }).click();
  const code = site.getByLabel('Six digits from Slack');
  await code.waitFor();
  await shot(site, 'browser-code');
  await code.fill(digits);
  await site.getByRole('button', { name: 'Connect' }).click();
  await site.getByText('Go back to Slack').waitFor();
  await shot(site, 'browser-finished');
  await form.getByText('is connected').waitFor();
  await shot(page, 'browser-connected');
  (await stack.engine.next(text)).answer();
  await thread.ended();
  await site.close();
  await page.close();
});

it('connects with a code', async () => {
  const text = 'How is a payment retried, with a code?';
  const { thread, page, form } = await askedToConnect('code', text);
  await form.getByRole('button', { name: 'Sign in with a code' }).click();
  await form.getByText('Waiting for you to sign in').waitFor();
  await shot(page, 'code-shown');
  const shown = /[A-Z]{4}-[A-Z]{4}/.exec((await form.textContent()) ?? '')?.[0] ?? 'no code';
  const opened = context.waitForEvent('page');
  await form.getByRole('link', { name: 'Open the service' }).click();
  const site = await opened;
  await site.getByText(shown).waitFor();
  await shot(site, 'code-service');
  await site.getByRole('button', { name: 'The code matches' }).click();
  await site.getByLabel('Your access token').fill(newToken());
  await site.getByRole('button', { name: 'Agree' }).click();
  await site.getByText('Your device is signed in').waitFor();
  await form.getByText('is connected').waitFor();
  await shot(page, 'code-connected');
  (await stack.engine.next(text)).answer();
  await thread.ended();
  await site.close();
  await page.close();
});

it('shows the account on Home', async () => {
  const { workspace } = stack;
  const { asker } = newScenario(stack);
  const page = await context.newPage();
  await page.goto(`${workspace.url}/#as=${asker.id}&channel=${workspace.dm(asker).id}`);
  await page.getByRole('tab', { name: 'Home' }).click();
  const home = page.getByRole('tabpanel', { name: 'Home' });
  await home.getByText('Connect your account to ask questions').waitFor();
  await shot(page, 'home');
  await home.getByRole('button', { name: 'Connect account' }).click();
  const form = page.getByRole('dialog', { name: 'Your account' });
  await form.getByRole('textbox', { name: 'Access token' }).waitFor();
  expect(await form.getByRole('button', { name: 'Sign in with a code' }).count()).toBe(1);
  await page.close();
});
