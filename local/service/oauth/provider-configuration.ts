import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ClientMetadata, Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { InvalidClientMetadata, InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { createAdapters } from './adapter.js';
import { CLIENT_ID, OAUTH_PREFIX, SIGN_IN_PREFIX } from './addresses.js';
import { resources, SCOPE } from './metadata.js';
import { codePage, codeTrouble, confirmPage, nameOf, notePage } from './pages.js';
import { isLoopback } from './redirects.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const HOUR = 3600;
const DAY = 24 * HOUR;

export interface Settings {
  /** `{base_url}`. */
  readonly url: string;
  /** Where clients may return to besides this machine. */
  readonly redirects: readonly string[];
  /** Whether there is still a user of this id. */
  readonly isUser: (id: string) => boolean;
  /** A code that no device has was typed. */
  readonly wrongCode: (ctx: KoaContextWithOIDC) => void;
}

/** How the provider is to behave: public clients with PKCE, opaque tokens, everything in memory. */
export function configuration(settings: Settings): Configuration {
  const { url, redirects, isUser } = settings;
  return {
    adapter: createAdapters(),
    clients: [builtIn(redirects)],
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
    },
    clientAuthMethods: ['none'],
    allowOmittingSingleRegisteredRedirectUri: false,
    responseTypes: ['code'],
    scopes: [SCOPE],
    pkce: { required: () => true },
    // No session keeps anybody signed in: what a page elsewhere starts needs the token typed again.
    expiresWithSession: async () => false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: lifetimes(),
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clientBasedCORS: () => false,
    findAccount: async (_ctx, id) =>
      isUser(id) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    interactions: {
      policy: policy(),
      url: (_ctx, { uid }) => `${new URL(url).pathname.replace(/\/$/, '')}${SIGN_IN_PREFIX}/${uid}`,
    },
    extraClientMetadata: {
      // Looked at on each registration, whether it is there or not.
      properties: ['redirects'],
      validator: (...[, , , metadata]) => checkRedirects(metadata, redirects),
    },
    // What a client registers of itself never makes us call anybody.
    fetch: async () => {
      throw new Error('the service calls no address of a client');
    },
    renderError: async (ctx, out) => {
      ctx.body = notePage('This did not work', out.error_description ?? out.error);
    },
    routes: routes(),
    features: features(settings),
  };
}

function builtIn(redirects: readonly string[]): ClientMetadata {
  return {
    client_id: CLIENT_ID,
    client_name: 'an editor or agent',
    redirect_uris: ['http://127.0.0.1/callback', ...redirects],
  };
}

/** In seconds. */
function lifetimes(): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: HOUR,
    AuthorizationCode: 60,
    DeviceCode: HOUR / 6,
    Grant: 30 * DAY,
    IdToken: HOUR,
    Interaction: HOUR / 6,
    RefreshToken: 14 * DAY,
    Session: HOUR / 6,
  };
}

function routes(): NonNullable<Configuration['routes']> {
  return {
    authorization: `${OAUTH_PREFIX}/authorize`,
    token: `${OAUTH_PREFIX}/token`,
    revocation: `${OAUTH_PREFIX}/revoke`,
    registration: `${OAUTH_PREFIX}/register`,
    device_authorization: `${OAUTH_PREFIX}/device/code`,
    code_verification: `${OAUTH_PREFIX}/device`,
    jwks: `${OAUTH_PREFIX}/jwks`,
    end_session: `${OAUTH_PREFIX}/end`,
  };
}

function features({ url, wrongCode }: Settings): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0] ?? resources(url)[0],
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, resource) => {
        if (!resources(url).includes(resource)) throw new InvalidTarget();
        return { scope: SCOPE, audience: url, accessTokenFormat: 'opaque', accessTokenTTL: HOUR };
      },
    },
    deviceFlow: {
      enabled: true,
      // Nothing about the device is kept: what it says of itself proves nothing.
      deviceInfo: () => ({}),
      userCodeInputSource: (...[ctx, form, , error]) => {
        if (error?.name === 'NotFoundError') wrongCode(ctx);
        ctx.body = codePage(form, codeTrouble(error?.name));
      },
      userCodeConfirmSource: (...[ctx, form, client, , code]) => {
        ctx.body = confirmPage(form, nameOf(client, client.clientId === CLIENT_ID), code);
      },
      successSource: (ctx) => {
        ctx.body = notePage('Signed in', 'Your device is signed in: go back to it.');
      },
    },
  };
}

/** One page asks for the token and for consent, every time. */
function policy() {
  const prompts = base();
  const asked = new Check('token', 'the person must give a token', 'login_required', (ctx) => {
    return ctx.oidc.result?.login === undefined;
  });
  prompts.get('login')?.checks.add(asked);
  return prompts;
}

/** Who registers itself may return to this machine, or to where the operator lets clients return. */
function checkRedirects(
  { client_id, redirect_uris = [] }: ClientMetadata,
  redirects: readonly string[],
) {
  if (client_id === CLIENT_ID) return;
  const wrong = redirect_uris.find((uri) => !isLoopback(uri) && !redirects.includes(uri));
  if (wrong === undefined) return;
  const error: errors.OIDCProviderError = new InvalidClientMetadata(
    `redirect_uris: ${wrong} is not on this machine, and not in SERVICE_OAUTH_REDIRECTS`,
  );
  throw error;
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
}
