import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../../../../local/demo/free-port.js';
import type { ServiceOptions } from '../../../../local/service/service.js';
import { startBrowser } from '../../../support/browser.js';
import { makeRepository, SHOP } from '../repositories.js';
import { ANN, BEN, type ServiceFixture, startTestService } from '../service-fixture.js';

const FILE = '/shop/-/blob/src/money.ts?L1';
const EXPOSED = { host: '0.0.0.0' };

async function startShop(options: Partial<ServiceOptions> = EXPOSED) {
  const { path } = makeRepository(SHOP, 'shop');
  return startTestService({ repositories: [path], sharing: true, ...options });
}

type Started = Pick<ServiceFixture, 'service'>;

async function open({ service }: Started, path: string, headers: HeadersInit = {}) {
  const response = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** What the form sends. */
async function signIn(
  { service }: Started,
  form: { readonly token: string; readonly page?: string },
  headers: HeadersInit = {},
) {
  const body = new URLSearchParams(form);
  const address = `${service.url}/.auth/sessions`;
  const response = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
  const [cookie = ''] = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: response.headers,
    cookie,
    html: await response.text(),
  };
}

/** However slow the machine is, no time passes. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('pages of a service that other machines can reach', () => {
  it.each([
    ['listens on all addresses', EXPOSED, ''],
    ['has a public URL', { publicUrl: 'http://code.example.com' }, ''],
    ['has a public URL with TLS', { publicUrl: 'https://code.example.com' }, '; Secure'],
    ['has another host name', { hosts: ['service'] }, ''],
  ])('pages ask for a token if the service %s', async (_what, options, secure) => {
    const port = await freePort();
    const { service } = await startShop({ port, ...options });
    const world = { service: { ...service, url: `http://127.0.0.1:${port}` } };
    expect((await open(world, FILE)).status).toBe(401);
    const { status, cookie } = await signIn(world, { token: ANN.token });
    expect([status, cookie]).toEqual([303, expect.stringMatching(`SameSite=Lax${secure}$`)]);
  });

  it('every page asks for a token and shows nothing, not even whether it exists', async () => {
    const world = await startShop();
    const { share_url } = await world.ask('Where is the secret?');
    const shared = share_url.slice(world.service.url.length);
    const paths = ['/', '/shop', '/nowhere', '/shop/-/tree/src', FILE, '/shop/-/commit/HEAD'];
    for (const path of [...paths, '/shop/-/compare/HEAD...HEAD', shared, `${shared}.md`]) {
      const { status, headers, html } = await open(world, path);
      expect([path, status]).toEqual([path, 401]);
      expect(html).toContain('Your access token');
      expect(html).toContain(`value="${path.replaceAll('&', '&#38;')}"`);
      expect(html).not.toMatch(/Money|secret/);
      expect(headers.get('cache-control')).toContain('no-store');
      expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    }
    expect((await open(world, '/assets/style.css')).status).toBe(200);
  });

  it('a token opens the page that was asked for, and a cookie the pages after it', async () => {
    const world = await startShop();
    const { status, headers, cookie } = await signIn(world, { token: ANN.token, page: FILE });
    expect([status, headers.get('location')]).toEqual([303, FILE]);
    expect(cookie).toMatch(
      /^deepsearch_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).not.toContain(ANN.token);
    const [pair = ''] = cookie.split(';');
    const page = await open(world, FILE, { cookie: `other=1; ${pair}; more=2` });
    expect(page.status).toBe(200);
    expect(page.html).toContain('Money');
    expect((await open(world, FILE, { cookie: 'deepsearch_session=x' })).status).toBe(401);
    expect((await open(world, FILE, { cookie: `x${pair}` })).status).toBe(401);
  });

  it('a session ends when its token is revoked', async () => {
    const world = await startShop();
    const [pair = ''] = (await signIn(world, { token: BEN.token })).cookie.split(';');
    expect((await open(world, '/', { cookie: pair })).status).toBe(200);
    world.service.revoke(BEN.token);
    expect((await open(world, '/', { cookie: pair })).status).toBe(401);
  });

  it('programs can send the token in the Authorization header', async () => {
    const world = await startShop();
    expect((await open(world, '/', { authorization: `token ${ANN.token}` })).status).toBe(200);
    expect((await open(world, '/', { authorization: 'token wrong' })).status).toBe(401);
  });

  it('the cookie does not open the APIs', async () => {
    const world = await startShop();
    const [cookie = ''] = (await signIn(world, { token: ANN.token })).cookie.split(';');
    expect((await open(world, '/.api/deepsearch/v1', { cookie })).status).toBe(401);
  });

  it('wrong tokens are refused, and limited', async () => {
    stopClock();
    const world = await startShop();
    for (let n = 0; n < 10; n += 1) {
      const { status, cookie, html } = await signIn(world, { token: `guess-${n}`, page: FILE });
      expect([status, cookie]).toEqual([403, '']);
      expect(html).toContain('That access token is not valid here.');
      expect(html).toContain(`value="${FILE}"`);
      expect(html).not.toContain(`guess-${n}`);
    }
    const { status, headers } = await signIn(world, { token: 'guess-10' });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a valid token signs in after many wrong ones', async () => {
    const world = await startShop();
    for (let n = 0; n < 11; n += 1) await signIn(world, { token: `guess-${n}` });
    expect((await signIn(world, { token: ANN.token })).status).toBe(303);
  });

  it('wrong tokens in the Authorization header are limited too', async () => {
    stopClock();
    const world = await startShop();
    const statusFor = async (authorization: string) =>
      (await open(world, FILE, { authorization })).status;
    for (let n = 0; n < 10; n += 1) expect(await statusFor(`token guess-${n}`)).toBe(401);
    expect(await statusFor('token guess-10')).toBe(429);
    expect(await statusFor('Basic cHJveHk6cGFzc3dvcmQ=')).toBe(401);
    expect(await statusFor(`token ${ANN.token}`)).toBe(200);
  });

  it('the form of another website is refused', async () => {
    const world = await startShop();
    for (const origin of ['https://evil.example.com', 'null']) {
      const { status, cookie } = await signIn(world, { token: ANN.token }, { origin });
      expect([origin, status, cookie]).toEqual([origin, 403, '']);
    }
    const { origin } = new URL(world.service.url);
    expect((await signIn(world, { token: ANN.token }, { origin })).status).toBe(303);
  });

  it.each([
    ['another port of this host', { origin: 'http://127.0.0.1:9' }],
    ['another website, as the browser says', { 'sec-fetch-site': 'cross-site' }],
  ])('nobody is signed in by a form of %s', async (_what, headers) => {
    const { status, cookie } = await signIn(await startShop(), { token: ANN.token }, headers);
    expect([status, cookie]).toEqual([403, '']);
  });

  it.each([
    'https://evil.example.com/',
    '//evil.example.com',
    '/\\evil.example.com',
    '/\t/evil.example.com',
    '/.//evil.example.com',
    'javascript:alert(1)',
    '',
  ])('the form does not lead to another website: %j', async (page) => {
    const world = await startShop();
    const { headers } = await signIn(world, { token: ANN.token, page });
    const location = headers.get('location') ?? '';
    expect(new URL(location, world.service.url).origin).toBe(new URL(world.service.url).origin);
    expect(location).toMatch(/^\/(?!\/)/);
  });
});

it('the pages of a service on this machine only need no token', async () => {
  const world = await startShop({});
  expect((await open(world, FILE)).status).toBe(200);
});

it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto'])(
  'the pages of a service on this machine ask for a token behind a proxy that sends %s',
  async (header) => {
    const world = await startShop({});
    expect((await open(world, FILE, { [header]: 'x' })).status).toBe(401);
  },
);

describe('in a browser', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('a link opens the form, and after it the file', async () => {
    const { service } = await startShop();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${service.url}${FILE}`);
    await page.getByLabel('Your access token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('not valid here');
    await page.getByLabel('Your access token').fill(ANN.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('export type Money').waitFor();
    expect(page.url()).toBe(`${service.url}${FILE}`);
    // Slack's links come from another website.
    await page.goto('data:text/html,<p>Slack</p>');
    await page.setContent(`<a href="${service.url}/shop">the repository</a>`);
    await page.getByText('the repository').click();
    await page.getByText('README.md').waitFor();
    await context.close();
  });
});
