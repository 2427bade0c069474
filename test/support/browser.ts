import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/programs.mjs';

let server: Promise<BrowserServer> | undefined;

/** As long as any other wait of a test: it only catches what hangs. */
const PATIENCE_MS = 60_000;

/**
 * Opens the system's Chromium (or `CHROME_PATH`), offline but for what a test opens. Files of one worker
 * share the program, which ends with the worker; `close` closes only what was opened here.
 */
export async function startBrowser(): Promise<Browser> {
  server ??= launch();
  const browser = await chromium.connect((await server).wsEndpoint());
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
  return browser;
}

/** The next file launches it again if it did not start or has ended. */
async function launch(): Promise<BrowserServer> {
  const forget = () => {
    server = undefined;
  };
  try {
    const launched = await chromium.launchServer({
      executablePath: executable(),
      args: QUIET,
      host: '127.0.0.1',
      timeout: PATIENCE_MS,
    });
    return launched.once('close', forget);
  } catch (error) {
    forget();
    throw error;
  }
}

function executable(): string {
  const path = findChromium();
  if (path !== undefined) return path;
  throw new Error('no Chromium was found: run "node scripts/setup.mjs --browser"');
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
