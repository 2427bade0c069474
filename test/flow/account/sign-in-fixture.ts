import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Person } from '../../../local/workspace/workspace.js';
import { createVault } from '../../../src/vault/vault.js';
import {
  type Browser,
  createBrowser,
  hiddenFields,
  type Page,
} from '../../local/service/oauth/browser.js';
import { KEY, type Stack, type StackOptions } from '../../support/stack.js';
import { USERS } from './linked-fixture.js';

/** The client that the local service knows without registration. */
export const OAUTH_ENV = { DEEPSEARCH_OAUTH_CLIENT_ID: 'deepsearch-client' };

/** A stack where people sign in, also in the browser: the bot knows its own address. */
export async function signInStack(): Promise<StackOptions> {
  return {
    service: { users: USERS, oauth: {} },
    workspace: { limits: 'off' },
    env: { ACCESS_MODE: 'linked', DEEPSEARCH_TOKEN: '', ...(await signInEnv()) },
  };
}

/** People can sign in, also in the browser. */
export async function signInEnv() {
  const port = await freePort();
  return { ...OAUTH_ENV, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const DEVICE_PAGE = '/.auth/oauth/device';

/** What somebody does on the service's page for codes; `said`: whether it is theirs. */
export async function enterCode(
  stack: Pick<Stack, 'service'>,
  userCode: string,
  said: { readonly decision: 'agree' | 'decline'; readonly token: string },
): Promise<Page> {
  const browser = createBrowser(stack.service.url);
  const start = await browser.open(DEVICE_PAGE);
  const form = { ...hiddenFields(start.html), user_code: userCode };
  const asked = await browser.open(DEVICE_PAGE, { form });
  const page = await browser.open(DEVICE_PAGE, { form: hiddenFields(asked.html) });
  return decide(browser, page, said);
}

/** Agrees or declines on the page that asks for an access token. */
export async function decide(
  browser: Browser,
  page: Page,
  said: { readonly decision: 'agree' | 'decline'; readonly token: string },
): Promise<Page> {
  return browser.open(page.url, { form: said });
}

/** What is stored of somebody's account. */
export async function storedAccount(stack: Stack, { id }: Person) {
  const [key = ''] = await stack.store.keys(`*:account:*:${id}`);
  return (await unsealed(stack, key)) as {
    readonly token: { readonly scheme: string; readonly value: string };
    readonly refreshToken: string;
    readonly expiresAt: number;
  };
}

/** The token of the only sign-in in a browser that nobody has finished. */
export async function unfinishedToken(stack: Stack): Promise<string> {
  const [key = '', ...more] = await stack.store.keys('*:sign-in-result:*');
  if (more.length > 0) throw new Error('several sign-ins are not finished');
  const { sent } = (await unsealed(stack, key)) as { sent: { token: { value: string } } };
  return sent.token.value;
}

async function unsealed({ store }: Stack, key: string): Promise<unknown> {
  const vault = createVault([Buffer.from(KEY, 'base64')]);
  return JSON.parse(vault.open((await store.get(key)) ?? '', key));
}

/** The status of a call with this token. */
export async function statusOf(stack: Stack, token: string): Promise<number> {
  const response = await fetch(`${stack.service.url}/.api/deepsearch/v1`, {
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'test 1' },
  });
  return response.status;
}
