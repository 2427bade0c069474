import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { optionsFromManifest } from '../../local/workspace/manifest.js';
import { startBrowser } from '../support/browser.js';
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
  // A slow machine must not fail this test.
  const redelivery = { timeoutMs: 60_000, delaysMs: [] };
  const manifest = await readFile(join(import.meta.dirname, '../../manifest.yml'), 'utf8');
  stack = await startStack({
    workspace: { ...optionsFromManifest(manifest), limits: 'off', redelivery },
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(String(error)));
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const shot = (name: string) => page.screenshot({ path: join(SHOTS, `surface-${name}.png`) });

it('asks with the form and about a message, shows the Home tab, and changes channel settings', async () => {
  const { workspace, engine } = stack;
  const scenario = newScenario(stack);
  const boss = workspace.addPerson({ name: 'boss', real_name: 'Ada Boss', is_admin: true });
  await workspace.invite({ channel: scenario.channel, user: boss });
  await page.goto(`${workspace.url}/#as=${boss.id}&channel=${scenario.channel.id}`);
  const composer = page.getByRole('textbox', { name: `Message #${scenario.channel.name}` });

  await composer.fill('/deepsearch ');
  await composer.press('Enter');
  const form = page.getByRole('dialog', { name: 'Ask Deep Search' });
  const question = form.getByRole('textbox', { name: 'Your question' });
  await question.waitFor();
  await shot('form');
  await question.fill('How does the queue retry a payment?');
  await form.getByRole('button', { name: 'Ask', exact: true }).click();
  (await engine.next('How does the queue')).answer({ title: 'How a payment is retried' });
  await form.waitFor({ state: 'detached' });

  const error = 'TypeError: payment is undefined\n    at retry (src/queue.ts:10:4)';
  const secret = `${'gh'}p_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3iL6`;
  await workspace.say({
    as: boss,
    channel: scenario.channel,
    text: `${error}\nGH_TOKEN=${secret}`,
  });
  const message = page.getByRole('article').filter({ hasText: 'payment is undefined' });
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Ask about this' }).click();
  const about = page.getByRole('dialog', { name: 'Ask about this' });
  await about.getByText('looked like a secret').waitFor();
  await shot('about');
  await about.getByRole('button', { name: 'Ask', exact: true }).click();
  const second = await engine.next('What does this mean');
  expect(second.context.added).not.toContain(secret);
  second.answer({ title: 'Where the payment gets lost' });

  await page.goto(`${workspace.url}/#as=${boss.id}&channel=${workspace.dm(boss).id}`);
  await page.getByRole('tab', { name: 'Home' }).click();
  const home = page.getByRole('tabpanel', { name: 'Home' });
  await home.getByText('Where the payment gets lost').waitFor();
  await shot('home');
  await home.getByRole('button', { name: 'Show' }).first().click();
  const talk = page.getByRole('dialog', { name: 'Conversation' });
  await talk.getByText('Retries are decided in').waitFor();
  await shot('conversation');
  await talk.getByRole('button', { name: 'Close' }).last().click();
  await talk.waitFor({ state: 'hidden' });

  await page.goto(`${workspace.url}/#as=${boss.id}&channel=${scenario.channel.id}`);
  await composer.fill('/deepsearch settings');
  await composer.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Channel settings' });
  await settings.getByText('Who can ask').waitFor();
  await shot('settings');
  await settings.getByRole('button', { name: 'Edit' }).nth(1).click();
  await settings.getByRole('radio', { name: 'Privately, to the person who asked' }).check();
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. In this channel:').waitFor();
  expect(pageErrors).toEqual([]);
});

it('asks a stopped question again, and confirms a vote once', async () => {
  const { workspace, engine } = stack;
  const scenario = newScenario(stack);
  const { asker, channel } = scenario;
  const { thread } = await scenario.asked('How long do we wait?');
  await thread.status();
  await page.goto(`${workspace.url}/#as=${asker.id}&channel=${channel.id}`);
  await page.getByRole('article').getByText('1 reply').click();
  const pane = page.getByRole('complementary', { name: 'Thread' });
  await pane.getByRole('button', { name: 'Cancel' }).click();
  await pane.getByText('Stopped by').waitFor();
  await shot('stopped');
  await pane.getByRole('button', { name: 'Ask again' }).click();
  (await engine.next('How long do we wait?')).answer();
  await pane.getByRole('button', { name: 'This answer did not help' }).click();
  await pane.getByRole('button', { name: 'Something else…' }).click();
  const why = page.getByRole('dialog', { name: 'What was wrong?' });
  await why.getByRole('textbox').fill('It names no file');
  await why.getByRole('button', { name: 'Send' }).click();
  await pane.getByText('What was wrong with it?').waitFor({ state: 'detached' });
  await pane.getByText('Thanks for the feedback.').waitFor();
  expect(await pane.getByText('Thanks').count()).toBe(1);
  await shot('thanked');
  expect(pageErrors).toEqual([]);
});

it('shows settings to members, answers privately, and shares to the channel on a click', async () => {
  const { workspace, engine } = stack;
  const { asker, channel } = newScenario(stack);
  const boss = workspace.addPerson({ name: 'head', real_name: 'Ida Head', is_admin: true });
  await workspace.invite({ channel, user: boss });
  const openAs = (person: { readonly id: string }, where: { readonly id: string }) =>
    page.goto(`${workspace.url}/#as=${person.id}&channel=${where.id}`);
  const composer = page.getByRole('textbox', { name: `Message #${channel.name}` });
  const settings = page.getByRole('dialog', { name: 'Channel settings' });
  for (const [person, change] of [
    [asker, false],
    [boss, true],
  ] as const) {
    await openAs(person, channel);
    await page.getByRole('button', { name: `You are ${person.real_name}` }).waitFor();
    await composer.fill('/deepsearch settings');
    await composer.press('Enter');
    await settings.getByText('Who can ask').waitFor();
    const edit = settings.getByRole('button', { name: 'Edit' });
    expect(await edit.count()).toBe(change ? 4 : 0);
    if (change) {
      await edit.nth(1).click();
      await settings.getByRole('radio', { name: 'Privately' }).check();
    }
    await settings
      .getByRole('button', { name: change ? 'Save' : 'Close' })
      .last()
      .click();
    await settings.waitFor({ state: 'hidden' });
  }
  await page.getByText('Saved. In this channel:').waitFor();

  await openAs(asker, channel);
  await page.getByRole('button', { name: `You are ${asker.real_name}` }).waitFor();
  await composer.fill('@deepsearch who drains the queue?');
  await composer.press('Enter');
  (await engine.next('who drains the queue?')).answer({ answer: 'The worker does, in `drain()`.' });
  await page.getByText('Answers in this channel are private').waitFor();
  await openAs(asker, workspace.dm(asker));
  await page.getByRole('button', { name: /repl/ }).click();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByText('The worker does, in drain().').waitFor();
  await shot('private');
  await thread.getByRole('button', { name: 'Share with channel' }).click();
  await thread.getByText('Shared in').first().waitFor();

  await openAs(boss, channel);
  await page.getByRole('button', { name: `You are ${boss.real_name}` }).waitFor();
  await page.getByRole('button', { name: /repl/ }).click();
  await thread.getByText('asked privately and shared the answer:').waitFor();
  await thread.getByText('The worker does, in drain().').waitFor();
  await shot('shared');
  expect(pageErrors).toEqual([]);
});
