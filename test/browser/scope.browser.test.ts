import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY_LAYER } from '../../src/model/settings-layers.js';
import { createSettingsStore } from '../../src/store/settings.js';
import { makeRepository } from '../local/service/repositories.js';
import { startBrowser } from '../support/browser.js';
import { REPLY_LINK } from '../support/reply-link.js';
import { newScenario, untilRepositoriesAreListed } from '../support/scenario.js';
import { type Stack, startStack } from '../support/stack.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');
const FILE = 'src/queue.ts';

let browser: Browser;
let stack: Stack;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
  const repositories = ['shop', 'shop-api', 'shop-web'].map(
    (name) => makeRepository({ [FILE]: 'export const backoff = 1;\n' }, name).path,
  );
  stack = await startStack({ workspace: { limits: 'off' }, service: { repositories } });
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const citing = (...names: string[]) => ({
  answer: 'Retries are decided in `backoff()`.',
  sources: names.map((name) => ({ type: 'File', link: `/${name}/-/blob/${FILE}`, label: FILE })),
});

it.each([1440, 400])(
  'an answer says where it looked, and a click asks elsewhere, at %d px',
  async (width) => {
    const { workspace, engine } = stack;
    const scenario = newScenario(stack);
    await untilRepositoriesAreListed(scenario);
    const owner = { workspace: workspace.app.teamId, channel: scenario.channel.id };
    const after = { ...EMPTY_LAYER, form: { repositories: ['shop', 'shop-web'] } };
    const settings = createSettingsStore({ redis: stack.store });
    await settings.replace([{ owner, before: EMPTY_LAYER, after }]);
    const text = scenario.text();
    await scenario.answered(text, citing('shop', 'shop-web'));

    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(
      `${workspace.url}/#as=${scenario.asker.id}&channel=${scenario.channel.id}&w=${width}`,
    );
    await page.getByRole('article').getByText(REPLY_LINK).click();
    const pane = page.getByRole('complementary', { name: 'Thread' });
    await pane.getByText("Looked in shop, shop-web (from the channel's settings)").waitFor();
    await page.screenshot({ path: join(SHOTS, `scope-channel-${width}.png`) });
    await pane.getByRole('button', { name: 'Ask the same in all repositories' }).click();
    const wider = await engine.next(text);
    expect(wider.context.added).toBe('Look in all repositories.');
    wider.answer(citing('shop-api', 'shop-api', 'shop'));
    await pane.getByText('Looked in all repositories').waitFor();
    await page.screenshot({ path: join(SHOTS, `scope-all-${width}.png`) });
    await pane.getByRole('button', { name: 'Ask the same only in shop-api' }).click();
    const narrower = await engine.next(text);
    expect(narrower.context.added).toBe('Look only in: shop-api.');
    narrower.answer(citing('shop-api', 'shop-web'));
    await pane.getByText('Asked to look in shop-api; the answer also cites shop-web').waitFor();
    await page.screenshot({ path: join(SHOTS, `scope-one-${width}.png`) });
    await page.close();
  },
);
