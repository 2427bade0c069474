import { WebClient } from '@slack/web-api';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorkspace, type Workspace } from '../../../local/workspace/workspace.js';
import { startBrowser } from '../../support/browser.js';
import { builtProgram } from '../../support/dist.js';
import { ANSWER_BLOCKS } from './content.js';

let browser: Browser;
let workspace: Workspace;
let bot: WebClient;

beforeAll(async () => {
  browser = await startBrowser();
  workspace = await startWorkspace({ pageDir: builtProgram('local/workspace/page') });
  bot = new WebClient(workspace.app.botToken, { slackApiUrl: workspace.apiUrl });
});
afterAll(async () => {
  await browser.close();
  await workspace.stop();
});

async function openAs(person: { readonly id: string }, channel: { readonly id: string }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${workspace.url}/#as=${person.id}&channel=${channel.id}`);
  await page.getByRole('log').waitFor();
  return page;
}

const says = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Message/ }).fill(text);
  await page.keyboard.press('Enter');
};

it('lets people chat with each other and with an app', async () => {
  const { kim, ravi } = workspace.people;
  const { general, security } = workspace.channels;
  const [page, other] = [await openAs(kim, general), await openAs(ravi, general)];

  await says(page, '@Ravi Shah is 1 < 2?');
  await other.getByText('is 1 < 2?').waitFor();
  const [said] = workspace.messages({ channel: general });
  expect(said).toMatchObject({ user: kim.id, text: `<@${ravi.id}> is 1 &lt; 2?` });
  expect(await other.getByRole('button', { name: security.name }).count()).toBe(0);
  expect(await page.getByRole('button', { name: security.name }).count()).toBe(1);

  const ts = said?.ts ?? '';
  const text = `<@${kim.id}> Yes.`;
  await bot.chat.postMessage({
    channel: general.id,
    thread_ts: ts,
    text,
    blocks: [...ANSWER_BLOCKS] as never,
  });
  await page.getByRole('button', { name: '1 reply' }).click();
  const thread = page.getByRole('complementary', { name: 'Thread' });
  await thread.getByRole('heading', { name: 'In the queue' }).waitFor();
  await thread.getByRole('textbox', { name: 'Reply…' }).fill('thanks');
  await page.keyboard.press('Enter');
  await other.getByRole('button', { name: '2 replies' }).waitFor();
  await workspace.react({ as: ravi, channel: general, ts, name: 'eyes' });
  await thread.getByRole('button', { name: 'eyes: Ravi Shah' }).waitFor();

  const { permalink } = await bot.chat.getPermalink({ channel: general.id, message_ts: ts });
  await workspace.say({
    as: ravi,
    channel: workspace.channels.backend,
    text: `see <${permalink}|this>`,
  });
  await page.getByRole('button', { name: 'backend' }).click();
  await page.getByRole('link', { name: 'this' }).click();
  await thread.getByText('thanks').waitFor();

  await workspace.remove({ as: kim, channel: general, ts });
  await thread.getByText('This message was deleted.').waitFor();
});

it('shows ephemeral messages of the app, and errors of Slack itself', async () => {
  const { kim } = workspace.people;
  const { backend } = workspace.channels;
  const page = await openAs(kim, backend);
  await page.getByText('Welcome to #backend').waitFor();
  await bot.chat.postEphemeral({
    channel: backend.id,
    user: kim.id,
    text: 'Only *you* read this.',
  });
  const note = page.getByRole('article').filter({ hasText: 'Only visible to you' });
  await note.getByText('read this.').waitFor();
  await note.hover();
  await note.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => note.count()).toBe(0);

  await says(page, '/deepsearch anybody there?');
  await page
    .getByRole('article')
    .filter({ hasText: 'Slackbot' })
    .getByText(/dispatch_failed/)
    .waitFor();
});
