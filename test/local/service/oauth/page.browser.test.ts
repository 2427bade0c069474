import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../../../support/browser.js';
import { ANN } from '../service-fixture.js';
import { CLIENT, createAuthorizationRequest, OAUTH, startOAuthFixture } from './oauth-fixture.js';

let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

it('a real browser completes sign-in and returns to the application', async () => {
  const at = await startOAuthFixture();
  const program = createServer((_request, response) => response.end('Go back to your editor.'));
  await once(program.listen(0, '127.0.0.1'), 'listening');
  const { port } = program.address() as AddressInfo;
  const request = createAuthorizationRequest(at.url, {
    redirect_uri: `http://127.0.0.1:${port}/callback`,
  });
  const page = await browser.newPage();
  await page.goto(request.address);
  await page.getByLabel('Your access token').fill('wrong');
  await page.getByRole('button', { name: 'Agree' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('not valid here');
  await page.getByLabel('Your access token').fill(ANN.token);
  await page.getByRole('button', { name: 'Agree' }).click();
  await page.getByText('Go back to your editor.').waitFor();
  expect(new URL(page.url()).searchParams.get('state')).toBe(request.state);
  await page.close();
  program.closeAllConnections();
  program.close();
});

it('a real browser completes the device flow', async () => {
  const at = await startOAuthFixture();
  const { body } = await at.post<Record<string, string>>('/device/code', { client_id: CLIENT });
  const page = await browser.newPage();
  await page.goto(body['verification_uri_complete'] ?? '');
  await page.getByText(body['user_code'] ?? '').waitFor();
  expect(new URL(page.url()).pathname).toBe(`${OAUTH}/device`);
  await page.getByRole('button', { name: 'The code matches' }).click();
  await page.getByLabel('Your access token').fill(ANN.token);
  await page.getByRole('button', { name: 'Agree' }).click();
  await page.getByText('Your device is signed in').waitFor();
  await page.close();
});
