import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/programs.mjs';

let server: Promise<BrowserServer> | undefined;

/**
 * Opens the system's Chromium (or `CHROME_PATH`), offline but for what a test opens. Files of one worker
 * share the program, which ends with the worker; `close` closes only what was opened here.
 */
export async function startBrowser(): Promise<Browser> {
  if (server === undefined || hasEnded(await server)) server = launch();
  return chromium.connect((await server).wsEndpoint());
}

function hasEnded(running: BrowserServer): boolean {
  const { exitCode, signalCode } = running.process();
  return exitCode !== null || signalCode !== null;
}

async function launch(): Promise<BrowserServer> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('no Chromium was found: run "node scripts/setup.mjs --browser"');
  }
  return chromium.launchServer({ executablePath, args: QUIET, host: '127.0.0.1' });
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
