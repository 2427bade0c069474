import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { optionsFromManifest } from '../../local/workspace/manifest.js';
import type { Person } from '../../local/workspace/workspace.js';
import { runCommandLine } from '../../src/cli/run.js';
import { startBrowser } from '../support/browser.js';
import { newScenario } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

/** Settings by form and by file. */
const SHOTS = join(import.meta.dirname, '../../.artifacts');

let browser: Browser;
let stack: Stack;
let page: Page;
let folder: string;
let boss: Person;
const pageErrors: string[] = [];

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
  browser = await startBrowser();
  // A slow machine must not fail this test.
  const redelivery = { timeoutMs: 60_000, delaysMs: [] };
  const manifest = await readFile(join(import.meta.dirname, '../../manifest.yml'), 'utf8');
  stack = await startStack({
    workspace: { ...optionsFromManifest(manifest), limits: 'off', redelivery },
  });
  boss = stack.workspace.addPerson({ name: 'boss', real_name: 'Ada Boss', is_admin: true });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => pageErrors.push(String(error)));
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

const shot = (name: string) => page.screenshot({ path: join(SHOTS, `settings-${name}.png`) });

/** A channel with the admin, open as them; `settings` runs the command there. */
async function openChannel() {
  const scenario = newScenario(stack);
  await stack.workspace.invite({ channel: scenario.channel, user: boss });
  await page.goto(`${stack.workspace.url}/#as=${boss.id}&channel=${scenario.channel.id}`);
  const composer = page.getByRole('textbox', { name: `Message #${scenario.channel.name}` });
  const settings = page.getByRole('dialog', { name: 'Channel settings' });
  const show = async () => {
    await composer.fill('/deepsearch settings');
    await composer.press('Enter');
    await settings.getByText('Who can ask').waitFor();
  };
  const edit = async (group: number) => {
    await settings.getByRole('button', { name: 'Edit' }).nth(group).click();
    await settings.getByRole('button', { name: 'Back' }).waitFor();
  };
  const save = () => settings.getByRole('button', { name: 'Save' }).click();
  const close = async () => {
    await settings.getByRole('button', { name: 'Close' }).last().click();
    await settings.waitFor({ state: 'hidden' });
  };
  return { scenario, settings, show, edit, save, close };
}

it('an admin changes what a channel gets in forms, and questions get it', async () => {
  const { scenario, settings, show, edit, save, close } = await openChannel();
  await show();
  await shot('overview');
  for (const [group, name] of ['questions', 'answers', 'context', 'limits'].entries()) {
    await edit(group);
    await shot(name);
    await settings.getByRole('button', { name: 'Back' }).click();
    await settings.getByText('Workspace settings apply').waitFor();
  }

  await edit(2);
  await settings.getByLabel('Instructions for every answer').fill('Name the owner of the code.');
  const repositories = settings.getByLabel('Repositories to look in');
  await repositories.fill('acme shop');
  await save();
  await settings.getByText('is not the name of a repository').waitFor();
  await shot('wrong');
  await repositories.fill('acme/shop');
  await save();
  await page.getByText('Saved. In this channel:').waitFor();
  await shot('saved');
  await show();
  await settings.getByText('Name the owner of the code. · set here').waitFor();
  await close();

  const { work } = await scenario.asked(scenario.text());
  expect(work.context.added).toContain('> Name the owner of the code.');
  work.answer();
  expect(pageErrors).toEqual([]);
});

it('an admin changes the settings of the workspace in Home', async () => {
  const { workspace } = stack;
  await page.goto(`${workspace.url}/#as=${boss.id}&channel=${workspace.dm(boss).id}`);
  await page.getByRole('tab', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Workspace settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Workspace settings' });
  await settings.getByText('Budget of each person').waitFor();
  await shot('workspace');
  await settings.getByRole('button', { name: 'Edit' }).last().click();
  const questions = settings.getByLabel('Questions a day').first();
  await questions.fill('1.5');
  await shot('workspace-budgets');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('Enter a whole number, such as 100, or leave it empty.').waitFor();
  await questions.fill('200');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Workspace settings' }).click();
  await settings.getByText('200 questions a day · set here').waitFor();
  await settings.getByRole('button', { name: 'Close' }).last().click();
  await settings.waitFor({ state: 'hidden' });
  expect(pageErrors).toEqual([]);
});

it('what a file fixes is shown as fixed, and free again without it', async () => {
  const { scenario, settings, show, edit } = await openChannel();
  const { app } = stack.workspace;
  const path = join(folder, 'settings.yml');
  const apply = async (...lines: string[]) => {
    await writeFile(path, ['workspaces:', `  ${app.teamId}:`, ...lines].join('\n'));
    const args = ['settings', 'apply', path, '--yes', '--by', 'Ann Ops'];
    expect(await runCommandLine(args, stack.env)).toMatchObject({ code: 0, err: '' });
  };
  await apply(
    '    language: Deutsch',
    '    channels:',
    `      "#${scenario.channel.name}": { answers: asker, audience: [acme/shop] }`,
  );
  await show();
  await settings.getByText('fixed in the settings file by Ann Ops').first().waitFor();
  await settings.getByText('fixed for the workspace in the settings file').waitFor();
  await shot('fixed');
  // All answers are fixed.
  expect(await settings.getByRole('button', { name: 'Edit' }).count()).toBe(3);
  await edit(2);
  await settings.getByText('Repositories that may be shown: acme/shop').waitFor();
  await shot('fixed-form');
  expect(await settings.getByRole('textbox').count()).toBe(4);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'hidden' });

  await apply('    language: Deutsch');
  await show();
  await settings.getByText('Where answers go: In the thread · default').waitFor();
  await edit(1);
  expect(await settings.getByRole('radio').count()).toBe(3);
  await page.keyboard.press('Escape');
  await settings.waitFor({ state: 'hidden' });
  expect(pageErrors).toEqual([]);
});
