import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { changeSettings } from '../support/change-settings.js';
import { takePicture } from '../support/pictures.js';
import { newScenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

/* What an admin sees of budgets in a browser; the pictures are for looking at, in .artifacts. */

let browser: Browser;
let stack: Stack;
let page: Page;

beforeAll(async () => {
  browser = await startBrowser();
  stack = await startStack({
    workspace: { limits: 'off', redelivery: { timeoutMs: 60_000, delaysMs: [] } },
  });
  page = await browser.newPage({ viewport: { width: 1100, height: 1000 } });
  for (const credits of [1.25, 4, 0.5]) await answeredFor(credits);
  await page.goto(stack.workspace.url);
  await page.getByRole('log').first().waitFor();
  await page.getByRole('button', { name: /^You are/ }).click();
  await page.getByRole('menuitemradio', { name: 'Ada Moreau' }).click();
  await page.getByRole('button', { name: 'You are Ada Moreau' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

/** Somebody asks in a channel of their own; the answer costs so much. */
async function answeredFor(credits: number): Promise<void> {
  const scenario = newScenario(stack);
  const { thread, work } = await scenario.asked(scenario.text());
  work.context.stats({ credits });
  work.answer();
  await thread.ended();
}

async function write(text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message #general' });
  await box.fill(text);
  await box.press('Enter');
}

function newest(hasText: string | RegExp): Locator {
  return page.getByRole('log').first().getByRole('article').filter({ hasText }).last();
}

it('the refusal, `/deepsearch usage`, the word at 80 % and Home', async () => {
  const budgets = {
    personBudget: { day: { questions: 1 }, month: { credits: 50 } },
    workspaceBudget: { month: { questions: 500, credits: 100 } },
  };
  await changeSettings(stack, budgets);
  await write('@deepsearch how does the queue retry a payment?');
  const question = await stack.engine.next('how does the queue retry');
  question.context.stats({ credits: 2.5, tool_calls: 3 });
  question.answer();
  await write('@deepsearch and who calls it?');
  const refusal = newest('Your question was not asked');
  await refusal.getByText('used up your budget of 1 question a day').waitFor();
  await takePicture(refusal, 'budget-refusal');

  await write('/deepsearch usage');
  const usage = newest('This workspace');
  await usage.getByText('Today: 1 of 1 question, 2.5 credits').waitFor();
  expect(await usage.textContent()).toContain(
    'This month: 4 of 500 questions, 8.25 of 100 credits',
  );
  await takePicture(usage, 'budget-usage');

  await page.getByRole('button', { name: /^deepsearch/ }).click();
  const word = newest('You have used 1 of your 1 question today.');
  await word.waitFor();
  await takePicture(word, 'budget-word');

  await page.getByRole('tab', { name: 'Home' }).click();
  const home = page.getByRole('tabpanel', { name: 'Home' });
  await home.getByText('Top people this month').waitFor();
  await takePicture(home, 'budget-home');
});
