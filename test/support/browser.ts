import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/programs.mjs';

/** Starts the system's Chromium (or `CHROME_PATH`), offline but for what a test opens. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('no Chromium was found: run "node scripts/setup.mjs --browser"');
  }
  return chromium.launch({ executablePath, args: QUIET });
}

// Without a GPU, a sandbox (containers run us as root) or any traffic of the browser's own.
const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
