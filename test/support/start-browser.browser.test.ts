import { expect, it } from 'vitest';
import { startBrowser } from './browser.js';

it('starts a browser that renders', async () => {
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.setContent('<h1>ready</h1>');
  expect(await page.textContent('h1')).toBe('ready');
  await browser.close();
});
