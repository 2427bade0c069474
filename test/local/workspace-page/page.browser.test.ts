import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBrowser } from '../../support/browser.js';
import { builtProgram } from '../../support/dist.js';
import {
  ANSWER_BLOCKS,
  COMPANY,
  GALLERY_BLOCKS,
  HOSTILE_BLOCKS,
  PROGRESS_BLOCKS,
} from './content.js';
import { ScriptedServer } from './scripted-server.js';

/** Timers of 5 s or more never fire, so that a test sees what happens without them. */
const NO_LONG_TIMERS = `
  const soon = window.setTimeout;
  window.setTimeout = (then, ms, ...rest) => (ms >= 5000 ? 0 : soon(then, ms, ...rest));
`;

const SHOTS = join(import.meta.dirname, '../../../.artifacts');

let browser: Browser;
let server: ScriptedServer;
let url: string;
const pageErrors: string[] = [];

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  server = new ScriptedServer(COMPANY, builtProgram('local/workspace/page'));
  url = await server.start();
  pageErrors.length = 0;
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.stop();
  expect(pageErrors).toEqual([]);
});

/** Opens the page in a browser context of its own; page errors fail the test. */
async function open(
  route: string,
  { patient = false, ...options }: BrowserContextOptions & { patient?: boolean } = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  if (patient) await context.addInitScript(NO_LONG_TIMERS);
  const page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (line) => {
    const expected = /img-src|Failed to load resource|ERR_/.test(line.text());
    if (line.type() === 'error' && !expected) pageErrors.push(line.text());
  });
  await page.goto(`${url}/${route}`);
  await page.getByRole('log').first().waitFor();
  return page;
}

const shot = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: join(SHOTS, `page-${name}.png`) });

describe('the chat page', () => {
  it('sends a message, shows live updates, opens a thread, clicks a button and switches the person', async () => {
    const page = await open('');
    await expect.poll(() => page.title()).toBe('general · Acme Engineering');
    await page.getByText('Three things to try').waitFor();
    await shot(page, 'empty');

    const box = page.getByRole('textbox', { name: 'Message #general' });
    await box.fill('');
    await box.pressSequentially('@dee');
    await page.getByRole('option', { name: 'deepsearch' }).waitFor();
    await box.press('Enter');
    await box.pressSequentially('where do we retry?');
    await box.press('Shift+Enter');
    await box.pressSequentially('a < b');
    await box.press('Enter');
    const said = await server.next('say');
    expect(said.body).toMatchObject({
      as: 'UKIM',
      channel: 'CGEN',
      text: '<@UBOT> where do we retry?\na &lt; b',
    });
    const log = page.getByRole('log', { name: 'Messages in #general' });
    await log.getByText('where do we retry?').waitFor();

    const root = [...server.messages.values()].at(-1)?.ts ?? '';
    const status = server.post({
      channel: 'CGEN',
      user: 'UBOT',
      text: 'Searching',
      blocks: PROGRESS_BLOCKS,
      thread_ts: root,
    });
    await page.getByRole('button', { name: '1 reply' }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText('Searching the code').waitFor();
    await shot(page, 'progress');

    const cancel = thread.getByRole('button', { name: 'Cancel' });
    await cancel.click();
    const click = await server.next('click');
    expect(click.body).toEqual({
      as: 'UKIM',
      channel: 'CGEN',
      ts: status.ts,
      block_id: 'stop',
      action_id: 'question.stop',
      value: 'q1',
    });
    expect(await cancel.isDisabled()).toBe(true);
    server.change(status.ts, { text: 'Stopped.', blocks: [] });
    await thread.getByText('Stopped.').waitFor();
    expect(await cancel.count()).toBe(0);

    server.post({
      channel: 'CGEN',
      user: 'UBOT',
      text: '<@UKIM> Failed requests …',
      blocks: ANSWER_BLOCKS,
      thread_ts: root,
    });
    await thread.getByRole('heading', { name: 'Where failed requests are retried' }).waitFor();
    const source = thread.getByRole('link', { name: /send\.ts:12-38/ });
    expect(await source.getAttribute('target')).toBe('_blank');
    expect(await source.getAttribute('rel')).toContain('noopener');
    await expect.poll(() => thread.locator('.hljs-keyword').count()).toBeGreaterThan(3);
    await expect.poll(() => thread.getByRole('cell', { name: '5 times' }).count()).toBe(3);
    await shot(page, 'answer');

    await thread.getByRole('textbox', { name: 'Reply…' }).fill('/deepsearch more');
    await page.keyboard.press('Enter');
    await thread.getByRole('alert').getByText('does not work in threads').waitFor();

    await page.getByRole('button', { name: /You are Kim Park/ }).click();
    await page.getByRole('menuitemradio', { name: /Ravi/ }).click();
    await page.getByRole('button', { name: /You are Ravi/ }).waitFor();
    await log.getByText('where do we retry?').waitFor();
    expect(await page.evaluate(() => location.hash)).toBe('#as=URAVI&channel=CGEN');
  });

  it('enables a button again once the app has responded, and keeps its focus', async () => {
    const status = { user: 'UBOT', text: 'Searching', blocks: PROGRESS_BLOCKS };
    server.post({ channel: 'CGEN', ...status });
    const page = await open('#as=UKIM&channel=CGEN', { patient: true });
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await server.next('click');
    await cancel.getByRole('status', { name: 'Working' }).waitFor();
    expect(await cancel.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    const note = { user: 'UBOT', text: 'It is too late for that.', ephemeral: true };
    server.post({ channel: 'CGEN', ...note, onlyFor: 'UKIM' });
    await page.getByText('It is too late').waitFor();
    await cancel.getByRole('status', { name: 'Working' }).waitFor({ state: 'hidden' });
    expect(await cancel.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(server.requests.filter(({ path }) => path === 'click')).toEqual([]);

    server.post({ channel: 'CGEN', user: 'UBOT', text: 'An answer', blocks: ANSWER_BLOCKS });
    for (const [name, value] of [
      ['Good answer', 'good'],
      ['Bad answer', 'bad'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      expect((await server.next('click')).body).toMatchObject({ action_id: 'feedback', value });
    }
  });

  it('edits, deletes and runs commands by keyboard', async () => {
    const page = await open('#as=UKIM&channel=CGEN');
    const box = page.getByRole('textbox', { name: 'Message #general' });
    await box.fill('@Ravi look');
    await box.press('Enter');
    await server.next('say');
    await page.getByText('look').waitFor();
    await box.press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit message' });
    expect(await edit.inputValue()).toBe('@Ravi look');
    await edit.fill('@Ravi look again');
    await edit.press('Enter');
    expect((await server.next('edit')).body['text']).toBe('<@URAVI> look again');
    await page.getByText('(edited)').waitFor();

    await page.getByRole('article').hover();
    await page.getByRole('button', { name: 'Delete message' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await server.next('delete');
    await page.getByText('Three things to try').waitFor();

    await box.fill('/dee');
    await page.getByRole('option', { name: '/deepsearch' }).waitFor();
    await box.press('Tab');
    await box.pressSequentially('how <fast>?');
    await box.press('Enter');
    expect((await server.next('command')).body).toEqual({
      as: 'UKIM',
      channel: 'CGEN',
      text: '/deepsearch how <fast>?',
    });
    await box.fill('/nonsense');
    await box.press('Enter');
    await page.getByRole('alert').getByText('/nonsense is no command here').waitFor();
    expect(await box.inputValue()).toBe('/nonsense');
    await box.fill('please refuse');
    await box.press('Enter');
    await page.getByRole('alert').getByText('Not here.').waitFor();
  });

  it('counts unread messages, and shows ephemeral messages to one person only', async () => {
    const [kim, ravi] = [await open('#as=UKIM&channel=CGEN'), await open('#as=URAVI&channel=CGEN')];
    const both = [kim, ravi].map((page) => page.getByText('Three things to try').waitFor());
    await Promise.all(both);
    server.post({
      channel: 'CGEN',
      user: 'UBOT',
      text: 'Only *Acme* may ask.',
      ephemeral: true,
      onlyFor: 'UKIM',
    });
    server.post({ channel: 'CPAY', user: 'URAVI', text: '<@UKIM> please' });
    await kim.getByText('Only visible to you').waitFor();
    await kim.getByRole('button', { name: /payments 1 unread/ }).waitFor();
    expect(await ravi.getByText('Only visible to you').count()).toBe(0);
    expect(await ravi.getByRole('button', { name: /payments 1 unread/ }).count()).toBe(0);
    await kim.getByRole('button', { name: /payments/ }).click();
    await kim.getByRole('separator').getByText('New').waitFor();
    await expect.poll(() => kim.getByLabel('1 unread').count()).toBe(0);
  });

  it('catches up after a lost connection', async () => {
    const page = await open('#as=UKIM&channel=CGEN');
    await page.getByText('Three things to try').waitFor();
    const port = Number(new URL(url).port);
    await server.stop();
    await page.getByText('Reconnecting').waitFor();
    server = new ScriptedServer(COMPANY, builtProgram('local/workspace/page'));
    server.post({ channel: 'CGEN', user: 'URAVI', text: 'said meanwhile' });
    await server.start(port);
    await page.getByText('said meanwhile').waitFor();
    await expect.poll(() => page.getByText('Reconnecting').count()).toBe(0);
  });

  it('finds the same person after the workspace was restarted', async () => {
    const page = await open('#as=URAVI&channel=CGEN');
    await page.getByRole('button', { name: /You are Ravi/ }).waitFor();
    const port = Number(new URL(url).port);
    await server.stop();
    const people = COMPANY.people.map((one) => ({ ...one, id: `${one.id}2` }));
    server = new ScriptedServer({ ...COMPANY, people }, builtProgram('local/workspace/page'));
    server.post({ channel: 'CGEN', user: 'UKIM2', text: 'hello again' });
    await server.start(port);
    await page.getByText('hello again').waitFor();
    await page.getByRole('button', { name: /You are Ravi/ }).waitFor();
    expect(await page.evaluate(() => location.hash)).toContain('as=URAVI2');
  });

  it('renders every block type, and a placeholder for unknown ones', async () => {
    server.post({ channel: 'CPAY', user: 'UBOT', text: 'gallery', blocks: GALLERY_BLOCKS });
    const page = await open('#as=UKIM&channel=CPAY', { viewport: { width: 1280, height: 1500 } });
    await page.getByRole('cell', { name: 'Ada Okafor' }).waitFor();
    await page.getByText('further in').waitFor();
    await page.locator('.placeholder', { hasText: 'video' }).waitFor();
    await page.locator('.placeholder', { hasText: 'section' }).waitFor();
    await page.getByRole('link', { name: 'Latency over the last hour' }).waitFor();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByText('You can connect again').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    expect((await server.next('click')).body).toMatchObject({ action_id: 'account.leave' });
    await shot(page, 'blocks');
  });

  it('runs no script or markup from messages', async () => {
    server.post({ channel: 'CINC', user: 'UBOT', text: 'hostile', blocks: HOSTILE_BLOCKS });
    server.post({
      channel: 'CINC',
      user: 'UADA',
      text: '<javascript:window.harmed=1|x> <https://a.b"onmouseover=x|y>',
    });
    const page = await open('#as=UKIM&channel=CINC');
    const log = page.getByRole('log');
    await log.getByText('<img src=x onerror="window.harmed=1">').waitFor();
    expect(
      await log
        .locator('script, iframe, object, embed, style, img, [onerror], [onload], [onmouseover]')
        .count(),
    ).toBe(0);
    const links = await log
      .locator('a')
      .evaluateAll((all) => all.map((a) => (a as { href?: string }).href));
    expect(links).not.toEqual([]);
    for (const href of links) expect(href).toMatch(/^https:/);
    for (const words of ['run', 'click me', 'Bad link', 'rich']) {
      await log.getByText(words, { exact: true }).click();
    }
    expect(await page.evaluate('window.harmed')).toBeUndefined();
    expect(await page.evaluate(() => location.hash)).toBe('#as=UKIM&channel=CINC');
  });

  it('fits a phone and supports dark mode', async () => {
    const root = server.post({ channel: 'CGEN', user: 'UKIM', text: '<@UBOT> where do we retry?' });
    server.post({
      channel: 'CGEN',
      user: 'UBOT',
      text: 'An answer',
      blocks: ANSWER_BLOCKS,
      thread_ts: root.ts,
    });
    const page = await open('#as=UKIM&channel=CGEN', {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      deviceScaleFactor: 2,
    });
    await page.getByRole('button', { name: '1 reply' }).click();
    const thread = page.getByRole('complementary', { name: 'Thread' });
    await thread.getByText('Where failed requests are retried').waitFor();
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(tooWide).toBe(false);
    await shot(page, 'phone');
    await thread.getByRole('button', { name: 'Close the thread' }).click();
    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    await page.getByRole('button', { name: 'payments' }).click();
    await page.getByRole('log', { name: 'Messages in #payments' }).waitFor();
  });
});
