import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { newScenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let stack: Stack;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
  stack = await startStack({ workspace: { limits: 'off' } });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const shot = (page: Page, name: string) =>
  page.screenshot({ path: join(SHOTS, `forget-${name}.png`) });

it('somebody forgets, and reads what went and what did not in the receipt', async () => {
  const { workspace, engine } = stack;
  const scenario = newScenario(stack);
  const other = workspace.addPerson({ name: 'other' });
  await workspace.invite({ channel: scenario.channel, user: other });
  const alone = await scenario.answered(scenario.text('where do we log'));
  const shared = await scenario.answered(scenario.text());
  const follow = scenario.text('and after that');
  await shared.reply(other, `${scenario.bot} ${follow}`);
  (await engine.next(follow)).answer({ answer: 'It gives up.' });
  await shared.message('It gives up');

  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${workspace.url}/#as=${scenario.asker.id}&channel=${scenario.channel.id}`);
  await page.getByText('where do we log').first().waitFor();
  await shot(page, 'before');
  const composer = page.getByRole('textbox').first();
  await composer.fill('/deepsearch forget');
  await composer.press('Enter');
  await page.getByText('Delete your data for good?').waitFor();
  await shot(page, 'question');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await page.getByText('You get a receipt in a direct message').waitFor();
  await shot(page, 'begun');

  const dm = workspace.dm(scenario.asker);
  await page.goto(`${workspace.url}/#as=${scenario.asker.id}&channel=${dm.id}`);
  await page.getByText('Your data was deleted').first().waitFor();
  await page.getByText('others asked there too').first().waitFor();
  await shot(page, 'receipt');
  await page.goto(`${workspace.url}/#as=${scenario.asker.id}&channel=${scenario.channel.id}`);
  await page.getByText('where do we log').first().waitFor();
  await shot(page, 'after');
  expect(alone.ours()).toEqual([]);
  expect(shared.said().join('\n')).toContain('It gives up');
  await page.close();
});
