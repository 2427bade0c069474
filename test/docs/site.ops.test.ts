import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../docs/.vitepress/pages.js';
import { startBrowser } from '../support/browser.js';

const SITE = join(ROOT, '.artifacts/docs');
const SHOTS = join(ROOT, '.artifacts');
const server = createServer(express().use(express.static(SITE)));
/** What the browser has complained about, and what it has asked other hosts for. */
const complaints: string[] = [];
let browser: Browser;
let page: Page;
let url: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['scripts/docs.mjs'], { cwd: ROOT });
  await mkdir(SHOTS, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  page.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) {
      complaints.push(request.url());
    }
  });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const shoot = (name: string) => page.screenshot({ path: join(SHOTS, `docs-${name}.png`) });

it('each page has the anchors that others link to', () => {
  const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' });
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [`/${file}`, readFileSync(join(SITE, file), 'utf8')]),
  );
  expect(pages.size).toBeGreaterThan(50);
  const missing = [...pages].flatMap(([from, html]) =>
    [...html.matchAll(/href="(\/[^"#]*\.html)?#([^"]+)"/g)]
      .map(([, path = from, anchor = '']) => ({ path, anchor: decodeURIComponent(anchor) }))
      .filter(({ path, anchor }) => !pages.get(path)?.includes(`id="${anchor}"`))
      .map((link) => ({ from, ...link })),
  );
  expect(missing).toEqual([]);
});

it('the first page lists the pages for each reader', async () => {
  await page.goto(url);
  await shoot('start');
  for (const reader of ['People who ask', 'Workspace admins', 'Operators', 'Developers']) {
    await page.getByRole('heading', { name: reader }).waitFor();
  }
  await page.getByRole('link', { name: 'Surfaces' }).click();
  const sidebar = page.getByRole('navigation', { name: 'Sidebar Navigation' });
  await sidebar.getByRole('link', { name: 'Decisions' }).waitFor();
  await shoot('light');
});

it('search finds a page by the words that somebody in trouble types', async () => {
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.getByRole('searchbox').fill('cannot post');
  const result = page.getByRole('option', { name: 'It says it cannot post there' }).first();
  await result.waitFor();
  await shoot('search');
  await result.click();
  await page.waitForURL('**/troubleshooting.html#it-says-it-cannot-post-there');
});

it('the switch for dark mode changes the page, its pictures and its diagrams', async () => {
  await page.goto(`${url}/architecture.html`);
  const diagram = page.locator('.diagram svg').first();
  await diagram.getByText('records').first().waitFor();
  const before = await diagram.innerHTML();
  await page.getByRole('switch').first().click();
  await expect.poll(() => page.locator('html.dark').count()).toBe(1);
  await expect.poll(() => diagram.innerHTML()).not.toBe(before);
  await shoot('diagram-dark');
  await page.goto(`${url}/surfaces.html`);
  await page.getByRole('img', { name: 'A status message with steps' }).waitFor();
  const shown = page.locator('.vp-doc img:visible');
  expect(await shown.first().getAttribute('src')).toContain('surface-progress-dark');
  await shoot('pictures-dark');
});

it.each(['', 'troubleshooting.html', 'settings.html'])(
  'on a phone, /%s does not scroll sideways',
  async (path) => {
    await page.setViewportSize({ width: 400, height: 800 });
    await page.goto(`${url}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    await shoot(`phone-${path.replace('.html', '') || 'start'}`);
  },
);

it('nothing was asked of another host, and the browser reported no error', () => {
  expect(complaints).toEqual([]);
});
