import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ClientMetadata, Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { InvalidClientMetadata, InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { base, Check } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { createAdapterFactory } from './adapter.js';
import { BUILT_IN_CLIENT_ID, builtInClient } from './built-in-client.js';
import { OAUTH_SCOPE, resourceIndicators } from './metadata.js';
import {
  clientNameHtml,
  confirmCodePage,
  messagePage,
  userCodeError,
  userCodePage,
} from './pages.js';
import { OAUTH_PATH, SIGN_IN_PATH } from './paths.js';
import { isLoopbackRedirect } from './redirects.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const HOUR = 3600;
const DAY = 24 * HOUR;

export interface ProviderOptions {
  /** `{base_url}`, as clients of this provider know it. */
  readonly url: string;
  readonly publicUrl: string;
  /** Redirect URIs that are allowed besides loopback ones. */
  readonly redirects: readonly string[];
  /** Whether this user still exists. */
  readonly isUser: (id: string) => boolean;
  /** Called when somebody enters a user code that does not exist. */
  readonly onUnknownUserCode: (ctx: KoaContextWithOIDC) => void;
}

/** What the providers of one service share. */
export type ProviderState = Pick<Configuration, 'adapter' | 'jwks'> & {
  readonly cookieKey: string;
};

export function createProviderState(): ProviderState {
  return {
    adapter: createAdapterFactory(),
    jwks: { keys: [signingKey()] },
    cookieKey: randomBytes(32).toString('base64url'),
  };
}

/** The provider's configuration: public clients with PKCE, opaque tokens, everything in memory. */
export function providerConfiguration(
  options: ProviderOptions,
  { cookieKey, ...state }: ProviderState,
): Configuration {
  const { url, redirects, isUser } = options;
  return {
    ...state,
    clients: [builtInClient(redirects)],
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
    scopes: [OAUTH_SCOPE],
    pkce: { required: () => true },
    // Sessions do not keep users signed in: every authorization asks for the token again.
    expiresWithSession: async () => false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: timesToLive(),
    cookies: { keys: [cookieKey] },
    clientBasedCORS: () => false,
    findAccount: async (_ctx, id) =>
      isUser(id) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    interactions: {
      policy: interactionPolicy(),
      url: (_ctx, { uid }) => `${new URL(url).pathname.replace(/\/$/, '')}${SIGN_IN_PATH}/${uid}`,
    },
    extraClientMetadata: {
      // Makes the provider call the validator on each registration.
      properties: ['redirects'],
      validator: (...[, , , metadata]) => checkRedirectUris(metadata, redirects),
    },
    // Never fetch a URL that a client has registered.
    fetch: async () => {
      throw new Error('the service does not fetch URLs of clients');
    },
    renderError: async (ctx, out) => {
      ctx.body = messagePage('Sign-in failed', out.error_description ?? out.error);
    },
    routes: endpointPaths(),
    features: features(options),
  };
}

/** In seconds. */
function timesToLive(): NonNullable<Configuration['ttl']> {
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

function endpointPaths(): NonNullable<Configuration['routes']> {
  return {
    authorization: `${OAUTH_PATH}/authorize`,
    token: `${OAUTH_PATH}/token`,
    revocation: `${OAUTH_PATH}/revoke`,
    registration: `${OAUTH_PATH}/register`,
    device_authorization: `${OAUTH_PATH}/device/code`,
    code_verification: `${OAUTH_PATH}/device`,
    jwks: `${OAUTH_PATH}/jwks`,
    end_session: `${OAUTH_PATH}/end`,
  };
}

function features({
  url,
  publicUrl,
  onUnknownUserCode,
}: ProviderOptions): NonNullable<Configuration['features']> {
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
      defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0] ?? resourceIndicators(url)[0],
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx, resource) => {
        const indicators = [url, publicUrl].flatMap(resourceIndicators);
        if (!indicators.includes(resource)) throw new InvalidTarget();
        return {
          scope: OAUTH_SCOPE,
          audience: url,
          accessTokenFormat: 'opaque',
          accessTokenTTL: HOUR,
        };
      },
    },
    deviceFlow: {
      enabled: true,
      // A device's description of itself proves nothing, so it is not stored.
      deviceInfo: () => ({}),
      userCodeInputSource: (...[ctx, form, , error]) => {
        if (error?.name === 'NotFoundError') onUnknownUserCode(ctx);
        ctx.body = userCodePage(form, userCodeError(error?.name));
      },
      userCodeConfirmSource: (...[ctx, form, client, , code]) => {
        ctx.body = confirmCodePage(
          form,
          clientNameHtml(client, client.clientId === BUILT_IN_CLIENT_ID),
          code,
        );
      },
      successSource: (ctx) => {
        ctx.body = messagePage('Signed in', 'Your device is signed in: go back to it.');
      },
    },
  };
}

/** One page asks for the token and for consent, on every authorization. */
function interactionPolicy() {
  const prompts = base();
  const tokenCheck = new Check('token', 'the person must give a token', 'login_required', (ctx) => {
    return ctx.oidc.result?.login === undefined;
  });
  prompts.get('login')?.checks.add(tokenCheck);
  return prompts;
}

/** Registered clients may use loopback redirect URIs and those that the operator allows. */
function checkRedirectUris(
  { client_id, redirect_uris = [] }: ClientMetadata,
  redirects: readonly string[],
) {
  if (client_id === BUILT_IN_CLIENT_ID) return;
  const disallowed = redirect_uris.find(
    (uri) => !isLoopbackRedirect(uri) && !redirects.includes(uri),
  );
  if (disallowed === undefined) return;
  const error: errors.OIDCProviderError = new InvalidClientMetadata(
    `redirect_uris: ${disallowed} is not on this machine, and not in SERVICE_OAUTH_REDIRECTS`,
  );
  throw error;
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' };
}
