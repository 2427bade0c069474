import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService } from '../local/service/service-fixture.js';
import { startBrowser } from '../support/browser.js';

const SHOTS = join(import.meta.dirname, '../../.artifacts');

const DIAGRAM = `flowchart LR
  n0["src/jobs"] --> n1["src/mail"]
  n1 --> n2["src/net"]
  n1 --> n3["settings.ts"]
  n2 --> n3`;
const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;

let browser: Browser;
beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Opens the page of a shared answer; all that the page refuses, loads or logs is collected. */
async function openShared(answer: string, colorScheme: 'light' | 'dark' = 'light') {
  const world = await startTestService({ engine: async () => ({ answer }), sharing: true });
  const { share_url } = await world.ask('How does it hang together?');
  const page = await browser.newPage({ colorScheme, viewport: { width: 1000, height: 700 } });
  const problems: string[] = [];
  const loaded: string[] = [];
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(share_url);
  return { page, problems, loaded, url: world.service.url };
}

async function drawn(page: Page) {
  const frame = page.frameLocator('iframe.diagram');
  await frame.locator('svg').waitFor();
  await page.getByText('Source of the diagram').waitFor();
  return frame;
}

it.each(['light', 'dark'] as const)(
  'draws the diagram of a shared answer, in %s',
  async (scheme) => {
    const text = `Four parts.\n\n${fence(DIAGRAM)}\n\n- \`src/jobs\` imports \`src/mail\``;
    const { page, problems, loaded, url } = await openShared(text, scheme);
    const frame = await drawn(page);
    for (const label of ['src/jobs', 'src/mail', 'src/net', 'settings.ts']) {
      expect(await frame.getByText(label, { exact: true }).isVisible()).toBe(true);
    }
    const box = await page.locator('iframe.diagram').boundingBox();
    expect(box?.height).toBeGreaterThan(50);
    expect(problems).toEqual([]);
    expect(loaded).toContain('/assets/diagram.html');
    expect(loaded.every((path) => new URL(path, url).origin === new URL(url).origin)).toBe(true);
    await page.screenshot({ path: join(SHOTS, `diagram-${scheme}.png`), fullPage: true });
  },
);

it('loads nothing to draw with where there is no diagram', async () => {
  const { page, loaded } = await openShared('Nothing to draw: `mermaid`.');
  await page.getByText('Nothing to draw').waitFor();
  expect(loaded.filter((path) => path.includes('diagram'))).toEqual([]);
});

it('shows the source of what cannot be drawn', async () => {
  const { page } = await openShared(fence('flowchart LR\n  a --> ((('));
  await page.locator('iframe.diagram').waitFor({ state: 'detached' });
  expect(await page.locator('pre code').textContent()).toContain('a --> (((');
});

it('keeps a hostile diagram in its frame', async () => {
  const hostile = `%%{init: {"securityLevel": "loose", "flowchart": {"htmlLabels": true}}}%%
flowchart LR
  a["<img src=x onerror='parent.document.title=1'><b>hello</b>"] --> b["there"]
  click a href "javascript:parent.document.title=2"
  click b call alert()`;
  const { page } = await openShared(fence(hostile));
  const title = await page.title();
  const frame = await drawn(page);
  expect(await frame.locator('script, [onerror], [onclick]').count()).toBe(0);
  expect(await frame.locator('a[href^="javascript"]').count()).toBe(0);
  await frame.locator('.node').first().click();
  expect(await page.title()).toBe(title);
});
