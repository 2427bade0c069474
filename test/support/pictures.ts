import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../..');
/** The pictures of the documentation are written by `npm run pictures` only. */
const UPDATE = process.env['UPDATE_PICTURES'] !== undefined;
const FOLDER = UPDATE ? 'docs/images' : '.artifacts';
const MAX_BYTES = 150_000;

/**
 * Takes the pictures, light and dark, of what a page of the documentation shows; a test has seen before
 * that it is there.
 */
export async function takePicture(of: Page | Locator, name: string): Promise<void> {
  await mkdir(join(ROOT, FOLDER), { recursive: true });
  await takeOne(of, name);
  if (!UPDATE) return;
  const page = 'page' in of ? of.page() : of;
  await page.emulateMedia({ colorScheme: 'dark' });
  await takeOne(of, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function takeOne(of: Page | Locator, name: string): Promise<void> {
  const path = join(ROOT, FOLDER, `${name}.png`);
  await of.screenshot({ path, animations: 'disabled', caret: 'hide' });
  const { size } = await stat(path);
  if (UPDATE && size > MAX_BYTES) throw new Error(`${name}.png has ${size} bytes: show less in it`);
}
