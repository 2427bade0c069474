import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { ANN } from '../service-fixture.js';
import {
  CLIENT,
  type OAuthFixture,
  RETURN,
  startOAuthFixture,
  submitDecision,
} from './oauth-fixture.js';

interface Editor {
  readonly provider: OAuthClientProvider;
  /** Where it has sent its person, last. */
  sentTo(): string;
  tokens(): StoredOAuthTokens | undefined;
  /** As if the hour were over. */
  spoil(): void;
  id(): string | undefined;
}

/** What an editor keeps for a server that it knows by its address alone. */
function createEditor(known?: StoredOAuthClientInformation): Editor {
  let information = known;
  let discovery: OAuthDiscoveryState | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = '';
  let sentTo = '';
  const provider: OAuthClientProvider = {
    redirectUrl: RETURN,
    clientMetadata: { client_name: 'An editor', redirect_uris: [RETURN] },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      sentTo = url.href;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovery = given;
    },
    discoveryState: () => discovery,
  };
  return {
    provider,
    sentTo: () => sentTo,
    tokens: () => tokens,
    spoil: () => {
      if (tokens) tokens = { ...tokens, access_token: 'spoilt' };
    },
    id: () => information?.client_id,
  };
}

function transportOf({ url }: OAuthFixture, { provider }: Editor) {
  return new StreamableHTTPClientTransport(new URL(`${url}/.api/mcp/v1`), {
    authProvider: provider,
  });
}

async function signIn(at: OAuthFixture, editor: Editor): Promise<void> {
  const transport = transportOf(at, editor);
  const refused = new Client({ name: 'editor', version: '1' }).connect(transport);
  await expect(refused).rejects.toThrow(UnauthorizedError);
  const page = await at.browser.open(editor.sentTo());
  const back = await submitDecision(at, page, { decision: 'agree', token: ANN.token });
  await transport.finishAuth(new URL(back.url).searchParams);
}

async function toolNames(at: OAuthFixture, editor: Editor): Promise<string[]> {
  const client = new Client({ name: 'editor', version: '1' });
  await client.connect(transportOf(at, editor));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

it('the official MCP client discovers, registers and signs in with only the URL', async () => {
  const at = await startOAuthFixture();
  const editor = createEditor();
  await signIn(at, editor);
  expect(editor.id()).toBeTruthy();
  expect(new URL(editor.sentTo()).searchParams.get('resource')).toBe(`${at.url}/.api/mcp/v1`);
  expect(await toolNames(at, editor)).toContain('svc_keyword_search');

  editor.spoil();
  const before = editor.tokens()?.refresh_token;
  expect(await toolNames(at, editor)).toContain('svc_keyword_search');
  expect(editor.tokens()?.refresh_token).not.toBe(before);
});

it('the official MCP client can do so by the name localhost', async () => {
  const at = await startOAuthFixture({}, 'localhost');
  const editor = createEditor();
  await signIn(at, editor);
  expect(new URL(editor.sentTo()).origin).toBe(at.url);
  expect(await toolNames(at, editor)).toContain('svc_keyword_search');
  // Its token is good by every name.
  const ip = await toolNames({ ...at, url: at.api.service.url }, editor);
  expect(ip).toContain('svc_keyword_search');
});

it('the official MCP client can sign in as the built-in client', async () => {
  const at = await startOAuthFixture();
  const editor = createEditor({ client_id: CLIENT, issuer: at.url });
  await signIn(at, editor);
  expect(editor.id()).toBe(CLIENT);
  expect(await toolNames(at, editor)).toContain('svc_read_file');
});
