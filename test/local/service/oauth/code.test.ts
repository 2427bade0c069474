import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ANN, BEN, startTestService } from '../service-fixture.js';
import { createBrowser } from './browser.js';
import {
  createAuthorizationRequest,
  exchangeCode,
  OAUTH,
  obtainCode,
  obtainTokens,
  RETURN,
  startOAuthFixture,
  submitDecision,
} from './oauth-fixture.js';

describe('the authorization code flow', () => {
  it('the authorization code flow issues a code after consent, and tokens for both APIs', async () => {
    const at = await startOAuthFixture();
    const request = createAuthorizationRequest(at.url);
    const page = await at.browser.open(request.address);
    expect(page.html).toContain('an editor or agent');
    expect(page.html).toContain(RETURN);
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:7777;",
    );
    const returned = new URL(
      (await submitDecision(at, page, { decision: 'agree', token: ANN.token })).url,
    );
    expect(`${returned.origin}${returned.pathname}`).toBe(RETURN);
    expect(returned.searchParams.get('state')).toBe(request.state);
    expect(returned.href).not.toContain(ANN.token);
    const code = returned.searchParams.get('code') ?? '';
    const { status, body } = await exchangeCode(at, code, request.verifier);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'user:all' });
    for (const scheme of ['Bearer', 'bearer', 'token']) {
      const statuses = await at.statuses(`${scheme} ${body.access_token}`);
      expect([scheme, statuses]).toEqual([scheme, { conversation: 200, tools: 200 }]);
    }
  });

  it('a token belongs to the user who consented, also after others in the same browser', async () => {
    const at = await startOAuthFixture();
    for (const { id, token } of [ANN, BEN, ANN]) {
      const { access_token } = await obtainTokens(at, token);
      const made = await at.api.create('What is this?', { token: access_token });
      expect(made.user_id).toBe(id);
    }
  });

  it('the authorization code flow asks for the access token every time', async () => {
    const at = await startOAuthFixture();
    await obtainTokens(at, ANN.token);
    const again = await at.browser.open(createAuthorizationRequest(at.url).address);
    expect(again.html).toContain('Your access token');
  });

  it('the authorization code flow grants the default scope if none is requested', async () => {
    const at = await startOAuthFixture();
    const request = createAuthorizationRequest(at.url, { scope: '' });
    const code = await obtainCode(at, ANN.token, request);
    const { body } = await exchangeCode(at, code, request.verifier);
    expect(await at.statuses(`Bearer ${body.access_token}`)).toEqual({
      conversation: 200,
      tools: 200,
    });
  });

  it('the authorization code flow rejects a code with a wrong verifier, and a second use', async () => {
    const at = await startOAuthFixture();
    const request = createAuthorizationRequest(at.url);
    const stolen = await exchangeCode(at, await obtainCode(at, ANN.token, request), 'x'.repeat(43));
    expect(stolen).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });

    const code = await obtainCode(at, ANN.token, request);
    const { body } = await exchangeCode(at, code, request.verifier);
    const twice = await exchangeCode(at, code, request.verifier);
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    // Somebody else may hold the first: RFC 6749, section 4.1.2.
    expect((await at.statuses(`Bearer ${body.access_token}`)).conversation).toBe(401);
  });

  it('the authorization code flow returns access_denied when the user declines', async () => {
    const at = await startOAuthFixture();
    const page = await at.browser.open(createAuthorizationRequest(at.url).address);
    const { searchParams } = new URL((await submitDecision(at, page, { decision: 'decline' })).url);
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.has('code')).toBe(false);
  });

  it.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['for another resource', { resource: 'https://elsewhere.example/' }],
  ])('the authorization code flow rejects a request %s', async (_what, change) => {
    const at = await startOAuthFixture();
    const { url } = await at.browser.open(createAuthorizationRequest(at.url, change).address);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:7777\/callback\?error=invalid_(request|target)/);
  });

  it.each([
    'https://elsewhere.example/callback',
    'http://127.0.0.1.elsewhere.example/callback',
    'http://127.0.0.1@elsewhere.example/callback',
    'http://user@127.0.0.1/callback',
    'javascript:alert(1)',
    '',
  ])('the authorization code flow does not redirect to %s', async (redirect_uri) => {
    const at = await startOAuthFixture();
    const page = await at.browser.open(
      createAuthorizationRequest(at.url, { redirect_uri }).address,
    );
    expect(page).toMatchObject({ status: 400 });
    expect(new URL(page.url).origin).toBe(at.url);
    expect(page.html).not.toContain('name="token"');
  });

  it.each([
    'http://127.0.0.1:1/x',
    'http://localhost:65000/',
    'http://[::1]:8/a/b',
    'https://e.example/x',
  ])('the authorization code flow redirects to %s', async (redirect_uri) => {
    const at = await startOAuthFixture({ oauth: { redirects: ['https://e.example/x'] } });
    const page = await at.browser.open(
      createAuthorizationRequest(at.url, { redirect_uri }).address,
    );
    const back = await submitDecision(at, page, { decision: 'agree', token: ANN.token });
    expect(back.url.startsWith(`${redirect_uri}?code=`)).toBe(true);
  });
});

/** However slow the machine is, time passes only where a test sets it. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the sign-in page', () => {
  it('the sign-in page rejects wrong tokens, and limits failed attempts', async () => {
    stopClock();
    const at = await startOAuthFixture();
    const page = await at.browser.open(createAuthorizationRequest(at.url).address);
    const guess = (token: string) => submitDecision(at, page, { decision: 'agree', token });
    for (let n = 0; n < 10; n += 1) {
      const wrong = await guess(`guess-${n}`);
      expect(wrong).toMatchObject({ status: 403 });
      expect(wrong.html).toContain('That access token is not valid here.');
      expect(wrong.html).not.toContain(`guess-${n}`);
    }
    const last = await guess('guess-10');
    expect(last.status).toBe(429);
    expect(last.html).toMatch(/this one was not checked\. Try again in [1-6] s\./);
    // To decline is always possible.
    expect((await submitDecision(at, page, { decision: 'decline' })).url).toContain(
      'access_denied',
    );
  });

  it('whoever mistyped too often can sign in some seconds later, and guess once', async () => {
    stopClock();
    const at = await startOAuthFixture();
    const request = createAuthorizationRequest(at.url);
    const page = await at.browser.open(request.address);
    const attempt = (token: string) => submitDecision(at, page, { decision: 'agree', token });
    for (let n = 0; n < 10; n += 1) await attempt(`guess-${n}`);
    const refused = await attempt(ANN.token);
    expect(refused.status).toBe(429);
    const passes = () => {
      vi.setSystemTime(Date.now() + Number(refused.headers.get('retry-after')) * 1_000);
    };
    passes();
    expect([(await attempt('guess-10')).status, (await attempt('guess-11')).status]).toEqual([
      403, 429,
    ]);
    passes();
    const back = new URL((await attempt(ANN.token)).url);
    expect(back.searchParams.get('state')).toBe(request.state);
  });

  it('wrong tokens for the pages keep nobody from signing in', async () => {
    const at = await startOAuthFixture();
    const page = await at.browser.open(createAuthorizationRequest(at.url).address);
    for (let n = 0; n < 11; n += 1) {
      const body = new URLSearchParams({ token: `guess-${n}` });
      await fetch(`${at.url}/.auth/sessions`, { method: 'POST', body });
    }
    const back = await submitDecision(at, page, { decision: 'agree', token: ANN.token });
    expect(new URL(back.url).searchParams.get('code')).toBeTruthy();
  });

  it('the sign-in page works only in the browser that started the request', async () => {
    const at = await startOAuthFixture();
    const page = await at.browser.open(createAuthorizationRequest(at.url).address);
    const form = { decision: 'agree', token: ANN.token };
    const elsewhere = await createBrowser(at.url).open(page.url, { form });
    expect(elsewhere).toMatchObject({ status: 400, url: page.url });
    expect(elsewhere.html).toContain('was started in another browser');
  });

  it('the sign-in page marks and escapes the name of a registered client', async () => {
    const at = await startOAuthFixture();
    const registered = await register(at.url, {
      client_name: '<script>alert(1)</script>',
      redirect_uris: [RETURN],
    });
    expect(registered.status).toBe(201);
    const { client_id = '' } = registered.body;
    const page = await at.browser.open(createAuthorizationRequest(at.url, { client_id }).address);
    expect(page.html).toContain('calls itself <strong>“&#60;script&#62;alert(1)&#60;/script&#62;”');
  });

  it('the sign-in page rejects a request with a foreign Host header', async () => {
    const at = await startOAuthFixture();
    const { port } = new URL(at.url);
    const { address } = createAuthorizationRequest(`http://localhost.elsewhere.example:${port}`);
    const { pathname, search, host } = new URL(address);
    expect(await statusAs(host, `${at.url}${pathname}${search}`)).toBe(403);
  });
});

describe('a client', () => {
  it.each([
    [
      'returns elsewhere',
      'invalid_redirect_uri',
      { redirect_uris: ['https://elsewhere.example/'] },
    ],
    [
      'keeps a secret',
      'invalid_client_metadata',
      { redirect_uris: [RETURN], token_endpoint_auth_method: 'client_secret_post' },
    ],
  ])('a client that %s cannot register', async (_what, error, metadata) => {
    const at = await startOAuthFixture();
    const { status, body } = await register(at.url, metadata);
    expect([status, body.error]).toEqual([400, error]);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'a registered client may return to any port of %s: RFC 8252, section 7.3',
    async (host) => {
      const at = await startOAuthFixture();
      const metadata = { redirect_uris: [`http://${host}:7777/callback`] };
      const { client_id = '' } = (await register(at.url, metadata)).body;
      const redirect_uri = `http://${host}:8888/callback`;
      const request = createAuthorizationRequest(at.url, { client_id, redirect_uri });
      const page = await at.browser.open(request.address);
      const back = await submitDecision(at, page, { decision: 'agree', token: ANN.token });
      expect(back.url.startsWith(`${redirect_uri}?code=`)).toBe(true);
    },
  );

  it('the service does not fetch a client’s URLs', async () => {
    const at = await startOAuthFixture();
    let called = 0;
    const elsewhere = createServer(() => {
      called += 1;
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const sector_identifier_uri = `https://127.0.0.1:${port}/redirects.json`;
    const { status } = await register(at.url, { redirect_uris: [RETURN], sector_identifier_uri });
    elsewhere.close();
    expect([status, called]).toEqual([400, 0]);
  });

  it('an unknown client is rejected', async () => {
    const at = await startOAuthFixture();
    const page = await at.browser.open(
      createAuthorizationRequest(at.url, { client_id: 'nobody' }).address,
    );
    expect(page.status).toBe(400);
    const { status } = await at.post('/device/code', { client_id: 'nobody' });
    expect(status).toBe(401);
  });
});

it('the OAuth endpoints are a 404 if OAuth is off', async () => {
  const { url } = await startOAuthFixture();
  expect((await fetch(`${url}/.well-known/oauth-authorization-server`)).status).toBe(200);
  const { service } = await startTestService();
  expect((await fetch(`${service.url}/.well-known/oauth-authorization-server`)).status).toBe(404);
  const tools = await fetch(`${service.url}/.api/mcp/v1`, { method: 'POST', body: '{}' });
  expect(tools.headers.get('www-authenticate')).toBe('Token realm="tool server"');
});

async function register(url: string, metadata: Record<string, unknown>) {
  const response = await fetch(`${url}${OAUTH}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  const body = (await response.json()) as { client_id?: string; error?: string };
  return { status: response.status, body };
}

/** `fetch` sets `Host` itself. */
function statusAs(host: string, address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}
