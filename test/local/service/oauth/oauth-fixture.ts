import { createHash, randomBytes } from 'node:crypto';
import type { ServiceOptions } from '../../../../local/service/settings/service-options.js';
import {
  type ServiceFixture,
  startSharedTestService,
  startTestService,
} from '../service-fixture.js';
import { type Browser, createBrowser, type Page } from './browser.js';

export const CLIENT = 'deepsearch-client';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const RETURN = 'http://127.0.0.1:7777/callback';
export const OAUTH = '/.auth/oauth';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
}

export interface JsonResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

export interface OAuthFixture {
  readonly api: ServiceFixture;
  readonly url: string;
  readonly browser: Browser;
  /** A POST of a form to an endpoint below `/.auth/oauth`. */
  post<T = Record<string, unknown>>(
    path: string,
    form: Record<string, string>,
  ): Promise<JsonResponse<T>>;
  /** The status of a call of each API with such an `Authorization`. */
  statuses(authorization: string): Promise<{ conversation: number; tools: number }>;
}

/** A service with OAuth, and one browser; `host`: the name by which clients call it. */
export async function startOAuthFixture(
  options: Partial<ServiceOptions> = {},
  host?: string,
): Promise<OAuthFixture> {
  return fixtureOf(await startTestService({ oauth: {}, ...options }), host);
}

/** The same for all tests of a file. */
export async function startSharedOAuthFixture(): Promise<OAuthFixture> {
  return fixtureOf(await startSharedTestService({ oauth: {} }));
}

function fixtureOf(api: ServiceFixture, host?: string): OAuthFixture {
  const { port } = new URL(api.service.url);
  const url = host === undefined ? api.service.url : `http://${host}:${port}`;
  const post: OAuthFixture['post'] = async <T>(path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${url}${OAUTH}${path}`, { method: 'POST', body });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text || '{}') as T };
  };
  const statuses: OAuthFixture['statuses'] = async (authorization) => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const [conversation, tools] = await Promise.all([
      fetch(`${url}/.api/deepsearch/v1`, { headers: { authorization } }),
      fetch(`${url}/.api/mcp/v1`, {
        method: 'POST',
        headers: { authorization, accept, 'content-type': 'application/json' },
        body: JSON.stringify(list),
      }),
    ]);
    return { conversation: conversation.status, tools: tools.status };
  };
  return { api, url, browser: createBrowser(url), post, statuses };
}

export interface AuthorizationRequest {
  readonly verifier: string;
  readonly state: string;
  /** What a client opens in the browser. */
  readonly address: string;
}

/** A request for a code; with `change`, some of its parameters otherwise or, when empty, not there. */
export function createAuthorizationRequest(
  url: string,
  change: Record<string, string> = {},
): AuthorizationRequest {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const parameters = {
    response_type: 'code',
    client_id: CLIENT,
    redirect_uri: RETURN,
    scope: 'user:all',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  const address = `${url}${OAUTH}/authorize?${new URLSearchParams(given)}`;
  return { verifier, state, address };
}

/** The person's decision on the page that asks for it. */
export function submitDecision(
  { browser }: OAuthFixture,
  page: Page,
  form: { readonly decision: 'agree' | 'decline'; readonly token?: string },
): Promise<Page> {
  const { decision, token = '' } = form;
  return browser.open(page.url, { form: { decision, token } });
}

/** The whole way to a code, as the client gets it. */
export async function obtainCode(
  fixture: OAuthFixture,
  token: string,
  request: AuthorizationRequest,
): Promise<string> {
  const page = await fixture.browser.open(request.address);
  const returned = new URL((await submitDecision(fixture, page, { decision: 'agree', token })).url);
  return returned.searchParams.get('code') ?? '';
}

/** A code for tokens. */
export function exchangeCode(fixture: OAuthFixture, code: string, verifier: string) {
  return fixture.post<Tokens>('/token', {
    grant_type: 'authorization_code',
    client_id: CLIENT,
    redirect_uri: RETURN,
    code,
    code_verifier: verifier,
  });
}

/** Signed in, by the code flow. */
export async function obtainTokens(fixture: OAuthFixture, token: string): Promise<Tokens> {
  const request = createAuthorizationRequest(fixture.url);
  return (await exchangeCode(fixture, await obtainCode(fixture, token, request), request.verifier))
    .body;
}

export function refreshTokens(fixture: OAuthFixture, refresh_token: string) {
  return fixture.post<Tokens>('/token', {
    grant_type: 'refresh_token',
    client_id: CLIENT,
    refresh_token,
  });
}
