import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { find } from '../../scripts/programs.mjs';
import { comparableLines } from './comparable-text.js';

const ROOT = join(import.meta.dirname, '../..');
/** The pictures of the documentation are written by `npm run pictures` only. */
const UPDATE = process.env['UPDATE_PICTURES'] !== undefined;
const PUBLISHED = join(ROOT, 'docs/images');
const FOLDER = UPDATE ? PUBLISHED : join(ROOT, '.artifacts');
/** What was written in the pictures of the documentation when they were taken. */
const TEXTS = join(ROOT, 'test/browser/pictured');
const MAX_BYTES = 150_000;

/**
 * Takes the pictures, light and dark, of what a page of the documentation shows; a test has seen before
 * that it is there. Fails if the documentation's picture says something else.
 */
export async function takePicture(of: Page | Locator, name: string): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await takeOne(of, name);
  if (!UPDATE) return isStillTrue(of, name);
  const page = 'page' in of ? of.page() : of;
  await page.emulateMedia({ colorScheme: 'dark' });
  await takeOne(of, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await mkdir(TEXTS, { recursive: true });
  await writeFile(join(TEXTS, `${name}.txt`), `${(await linesOf(of)).join('\n')}\n`);
}

async function takeOne(of: Page | Locator, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await of.screenshot({ path, animations: 'disabled', caret: 'hide' });
  if (UPDATE) shrink(path);
  const { size } = await stat(path);
  if (UPDATE && size > MAX_BYTES) throw new Error(`${name}.png has ${size} bytes: show less in it`);
}

/** With a palette, if pngquant is there and nobody can see the difference: else it leaves the file as it is. */
function shrink(path: string): void {
  const [pngquant] = find(['pngquant']);
  if (pngquant === undefined) return;
  const options = ['--quality', '95-100', '--speed', '1', '--strip', '--skip-if-larger'];
  spawnSync(pngquant, [...options, '--ext', '.png', '--force', path], { timeout: 60_000 });
}

/** By its text, since pixels differ between machines. What comes a moment later is waited for. */
async function isStillTrue(of: Page | Locator, name: string): Promise<void> {
  if (!existsSync(join(PUBLISHED, `${name}.png`))) return;
  const pictured = comparableLines(await readFile(join(TEXTS, `${name}.txt`), 'utf8')).sort();
  const message = `docs/images/${name}.png shows another text: run "npm run pictures"`;
  const shown = async () => (await linesOf(of)).sort();
  await expect.poll(shown, { message }).toEqual(pictured);
}

async function linesOf(of: Page | Locator): Promise<string[]> {
  const shown = 'page' in of ? of : of.locator('body');
  // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen is in the picture.
  return comparableLines(await shown.innerText());
}
