import { afterEach, expect, it, vi } from 'vitest';
import { ANN } from '../service-fixture.js';
import { hiddenFields, type Page } from './browser.js';
import {
  CLIENT,
  DEVICE_GRANT,
  OAUTH,
  type OAuthFixture,
  startOAuthFixture,
  submitDecision,
  type Tokens,
} from './oauth-fixture.js';

interface Device {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

// The clock moves only when a test moves it, however slow the machine is.
afterEach(() => vi.useRealTimers());

function stopClock(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] });
  return (seconds) => void vi.setSystemTime(Date.now() + seconds * 1000);
}

async function device(at: OAuthFixture): Promise<Device> {
  const asked = await at.post<Device>('/device/code', { client_id: CLIENT, scope: 'user:all' });
  expect(asked.status).toBe(200);
  return asked.body;
}

function poll(at: OAuthFixture, { device_code }: Device) {
  return at.post<Tokens & { error?: string }>('/token', {
    grant_type: DEVICE_GRANT,
    client_id: CLIENT,
    device_code,
  });
}

/** What a person does with the code: opens the page, types it, and says whether it is theirs. */
async function type(at: OAuthFixture, user_code: string, said: Record<string, string> = {}) {
  const start = await at.browser.open(`${OAUTH}/device`);
  const form = { ...hiddenFields(start.html), user_code };
  const asked = await at.browser.open(`${OAUTH}/device`, { form });
  if (!asked.html.includes('should show this code')) return asked;
  return at.browser.open(`${OAUTH}/device`, { form: { ...hiddenFields(asked.html), ...said } });
}

it('a device gets tokens once its user consents', async () => {
  const pass = stopClock();
  const at = await startOAuthFixture();
  const given = await device(at);
  expect(given).toMatchObject({ interval: 5, expires_in: 600 });
  expect(given.verification_uri).toBe(`${at.url}${OAUTH}/device`);
  expect((await poll(at, given)).body.error).toBe('authorization_pending');

  const page = await type(at, given.user_code.toLowerCase());
  expect(page.html).toContain('Your access token');
  const done = await submitDecision(at, page, { decision: 'agree', token: ANN.token });
  expect(done.html).toContain('Your device is signed in');
  pass(6);
  const { status, body } = await poll(at, given);
  expect(status).toBe(200);
  expect(await at.statuses(`Bearer ${body.access_token}`)).toEqual({
    conversation: 200,
    tools: 200,
  });
  expect(body.refresh_token).toBeTruthy();
  expect((await type(at, given.user_code)).html).toContain('That code was used before');
  // Who asks a second time may have stolen the code: RFC 6749, section 10.5.
  expect((await poll(at, given)).body.error).toBe('invalid_grant');
  expect((await at.statuses(`Bearer ${body.access_token}`)).conversation).toBe(401);
});

it('verification_uri_complete contains the code, and the page shows it for comparison', async () => {
  const at = await startOAuthFixture();
  const given = await device(at);
  const start = await at.browser.open(given.verification_uri_complete);
  // A form that sends itself: the browser may run that script and no other.
  expect(start.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  const shown = await at.browser.open(`${OAUTH}/device`, { form: hiddenFields(start.html) });
  expect(shown.html).toContain(`<code>${given.user_code}</code>`);
});

it('a device that polls too often gets slow_down, with a longer interval each time', async () => {
  const pass = stopClock();
  const at = await startOAuthFixture();
  const given = await device(at);
  const errorAfter = async (seconds: number) => {
    pass(seconds);
    const { status, body } = await poll(at, given);
    expect(status).toBe(400);
    return body.error;
  };
  expect(await errorAfter(0)).toBe('authorization_pending');
  expect(await errorAfter(1)).toBe('slow_down');
  expect(await errorAfter(6)).toBe('slow_down');
  expect(await errorAfter(15)).toBe('authorization_pending');
});

it.each([
  ['at its code', { abort: 'yes' }],
  ['at the token', {}],
])(
  'a device gets access_denied when its user declines %s',
  async (_where, said: Record<string, string>) => {
    const at = await startOAuthFixture();
    const given = await device(at);
    const page: Page = await type(at, given.user_code, said);
    const last = said['abort'] ? page : await submitDecision(at, page, { decision: 'decline' });
    expect(last.html).toContain('You declined');
    expect(await poll(at, given)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  },
);

it('a device code expires', async () => {
  const pass = stopClock();
  const at = await startOAuthFixture();
  const given = await device(at);
  pass(given.expires_in + 1);
  expect((await poll(at, given)).body.error).toMatch(/^(expired_token|invalid_grant)$/);
  expect((await type(at, given.user_code)).html).toMatch(/has expired|is not valid/);
});

it('limits wrong user codes', async () => {
  stopClock();
  const at = await startOAuthFixture();
  for (let n = 0; n < 10; n += 1) {
    expect((await type(at, 'BBBB-BBBB')).html).toContain('That code is not valid.');
  }
  const given = await device(at);
  expect(await type(at, given.user_code)).toMatchObject({ status: 429 });
});

it('accepts a user code only from its own page', async () => {
  const at = await startOAuthFixture();
  const { user_code } = await device(at);
  const form = { user_code, confirm: 'yes' };
  const page = await at.browser.open(`${OAUTH}/device`, { form });
  expect(page.html).toContain('start again on your device');
  expect(page.html).not.toContain('name="token"');
});
