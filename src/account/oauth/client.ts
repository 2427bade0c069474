import * as oauth from 'openid-client';
import type { SentToken } from '../../model/account.js';
import { DeepSearchSlackError } from '../../model/error.js';

export interface OAuthOptions {
  /** Of the authorization server: its metadata is below `/.well-known/`. */
  readonly issuer: string;
  readonly clientId: string;
  /** A public client has none. */
  readonly clientSecret?: string;
  readonly scope: string;
  /** ms since the epoch. */
  readonly now: () => number;
}

/** The authorization server said no: asking again does not help. The message contains no token. */
export class OAuthRefused extends DeepSearchSlackError {
  readonly code = 'oauth_refused';
}

/** No usable reply. `maybeTookEffect`: a token or code that was sent may be spent. */
export class OAuthUnavailable extends DeepSearchSlackError {
  readonly code = 'oauth_unavailable';

  constructor(
    message: string,
    readonly maybeTookEffect: boolean,
  ) {
    super(message);
  }
}

/** What somebody does to sign in with a code: RFC 8628. */
export interface DeviceSignIn {
  readonly deviceCode: string;
  readonly userCode: string;
  /** Where they enter it. */
  readonly address: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
  readonly intervalMs: number;
}

export type DevicePoll =
  | { readonly kind: 'pending'; readonly slowDown: boolean }
  | { readonly kind: 'signed-in'; readonly sent: SentToken }
  | { readonly kind: 'declined' | 'expired' };

/** Of the authorization code flow with PKCE: RFC 7636. */
interface SignInRequest {
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

export const newVerifier = (): string => oauth.randomPKCECodeVerifier();

export type OAuthClient = ReturnType<typeof createOAuthClient>;

const TIMEOUT_S = 8;
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** RFC 8628, section 3.2. */
const DEFAULT_INTERVAL_S = 5;

/**
 * The authorization server of the instance. Every call can throw `OAuthRefused` and `OAuthUnavailable`;
 * none is repeated.
 */
export function createOAuthClient(options: OAuthOptions) {
  const { scope, now } = options;
  let known: Promise<oauth.Configuration> | undefined;

  /** Looked up once; again after a failure. */
  function configuration(): Promise<oauth.Configuration> {
    const found = known ?? discover(options);
    known = found;
    found.catch(() => {
      known = undefined;
    });
    return found.catch((error: unknown) => {
      throw new OAuthUnavailable(`no metadata of the authorization server: ${said(error)}`, false);
    });
  }

  const call: Call = async (work) => {
    const config = await configuration();
    try {
      return await work(config);
    } catch (error) {
      throw toOurs(error);
    }
  };

  return {
    /** Which ways to sign in the server offers. */
    async offers(): Promise<{ readonly inBrowser: boolean; readonly withCode: boolean }> {
      const metadata = (await configuration()).serverMetadata();
      return {
        inBrowser: metadata.authorization_endpoint !== undefined,
        withCode: metadata.device_authorization_endpoint !== undefined,
      };
    },

    /** Undefined if the server does not offer it. */
    async startDevice(): Promise<DeviceSignIn | undefined> {
      const { device_authorization_endpoint: endpoint } = (await configuration()).serverMetadata();
      if (endpoint === undefined) return undefined;
      const given = await call((config) => oauth.initiateDeviceAuthorization(config, { scope }));
      return {
        deviceCode: given.device_code,
        userCode: given.user_code,
        address: given.verification_uri_complete ?? given.verification_uri,
        expiresAt: now() + given.expires_in * 1000,
        intervalMs: (given.interval ?? DEFAULT_INTERVAL_S) * 1000,
      };
    },

    /** Asks once whether they have signed in. */
    async pollDevice(deviceCode: string): Promise<DevicePoll> {
      const config = await configuration();
      try {
        const given = await oauth.genericGrantRequest(config, DEVICE_GRANT, {
          device_code: deviceCode,
        });
        return { kind: 'signed-in', sent: toSent(given, now()) };
      } catch (error) {
        const reason = error instanceof oauth.ResponseBodyError ? error.error : undefined;
        if (reason === 'authorization_pending') return { kind: 'pending', slowDown: false };
        if (reason === 'slow_down') return { kind: 'pending', slowDown: true };
        if (reason === 'access_denied') return { kind: 'declined' };
        if (reason === 'expired_token' || reason === 'invalid_grant') return { kind: 'expired' };
        throw toOurs(error);
      }
    },

    ...browserSignIn({ scope, now, call }),

    /** The refresh token is spent by this. */
    async refresh(refreshToken: string): Promise<SentToken> {
      const given = await call((config) => oauth.refreshTokenGrant(config, refreshToken));
      return { refreshToken, ...toSent(given, now()) };
    },

    /** RFC 7009. False if the server does not offer it. */
    async revoke(token: string): Promise<boolean> {
      const config = await configuration();
      if (config.serverMetadata().revocation_endpoint === undefined) return false;
      await call(() => oauth.tokenRevocation(config, token));
      return true;
    },
  };
}

/** The authorization code flow with PKCE. */
function browserSignIn({ scope, now, call }: Pick<OAuthOptions, 'scope' | 'now'> & { call: Call }) {
  return {
    /** Where somebody signs in in their browser. */
    async authorizationUrl({ state, verifier, redirectUri }: SignInRequest): Promise<string> {
      const request = {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return call(async (config) => oauth.buildAuthorizationUrl(config, request).href);
    },

    /** `query`: with which the authorization server has sent the browser back. Its code is spent by this. */
    async exchange({
      query,
      state,
      verifier,
      redirectUri,
    }: SignInRequest & { readonly query: URLSearchParams }): Promise<SentToken> {
      const returned = new URL(redirectUri);
      returned.search = query.toString();
      const checks = { pkceCodeVerifier: verifier, expectedState: state };
      const given = await call((config) => oauth.authorizationCodeGrant(config, returned, checks));
      return toSent(given, now());
    },
  };
}

type Call = <T>(work: (config: oauth.Configuration) => Promise<T>) => Promise<T>;

async function discover(options: OAuthOptions): Promise<oauth.Configuration> {
  const { issuer, clientId, clientSecret } = options;
  const server = new URL(issuer);
  const authentication =
    clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret);
  const find = (algorithm: 'oidc' | 'oauth2') =>
    oauth.discovery(server, clientId, undefined, authentication, {
      algorithm,
      timeout: TIMEOUT_S,
      execute: server.protocol === 'http:' ? [oauth.allowInsecureRequests] : [],
    });
  try {
    return await find('oidc');
  } catch (error) {
    return find('oauth2').catch(() => {
      throw error;
    });
  }
}

function toSent(given: oauth.TokenEndpointResponse, now: number): SentToken {
  const { access_token: value, refresh_token: refreshToken, expires_in: seconds } = given;
  return {
    token: { scheme: 'Bearer', value },
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(seconds === undefined ? {} : { expiresAt: now + seconds * 1000 }),
  };
}

function toOurs(error: unknown): OAuthRefused | OAuthUnavailable {
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
    return new OAuthRefused(`the authorization server refused: ${said(error)}`);
  }
  const isAnswered = status === 429 || (status !== undefined && status >= 500);
  const maybeTookEffect = !isAnswered && !isUnsent(error);
  return new OAuthUnavailable(`the authorization server failed: ${said(error)}`, maybeTookEffect);
}

/** Of its reply, where there was one. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof oauth.ResponseBodyError) return error.status;
  if (error instanceof oauth.WWWAuthenticateChallengeError) return error.status;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response && !cause.ok ? cause.status : undefined;
}

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return UNSENT.has(code);
}

/** The kind of failure only: a reply may quote what was sent. */
function said(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError) return `${error.status} ${error.error}`;
  return error instanceof Error ? error.message : 'unknown';
}
