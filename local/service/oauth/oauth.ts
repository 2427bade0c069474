import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider/lib/provider.js';
import type { FailedAttempts } from '../api/failed-attempts.js';
import type { ServiceUser, Users } from '../api/users.js';
import type { Hosts } from '../http/hosts.js';
import { OAUTH_SCOPE, wwwAuthenticate } from './metadata.js';
import { addOAuthRoutes } from './routes.js';

export interface OAuthOptions {
  /** Where clients may return to, besides this machine at any port. */
  readonly redirects?: readonly string[];
}

type RequestHeaders = Pick<IncomingHttpHeaders, 'authorization' | 'host'>;

/** OAuth 2.0: the authorization code flow with PKCE, and the device flow. */
export interface OAuth {
  /** The user of an access token that was issued here: `Authorization: Bearer …` or `token …`. */
  byAuthorization(authorization: string | undefined): Promise<ServiceUser | undefined>;
  /** The `WWW-Authenticate` header for a missing or invalid token. */
  wwwAuthenticate(headers: RequestHeaders): string;
  addRoutes(app: FastifyInstance): void;
}

interface OAuthDependencies {
  readonly options: OAuthOptions;
  readonly users: Users;
  /** Known once the server listens. */
  readonly url: () => string;
  readonly hosts: Pick<Hosts, 'checkHost' | 'baseUrl'>;
  readonly failedAttempts: FailedAttempts;
}

export function createOAuth(dependencies: OAuthDependencies): OAuth {
  const { options, users, url, hosts, failedAttempts } = dependencies;
  let providersPromise: Promise<(url: string) => Provider> | undefined;
  const loadProviders = async () => {
    const { createProviders } = await import('./provider.js');
    return createProviders({
      publicUrl: url(),
      redirects: options.redirects ?? [],
      isUser: (id) => users.byId(Number(id)) !== undefined,
      onUnknownUserCode: ({ req }) => failedAttempts.record(req.socket.remoteAddress ?? ''),
    });
  };
  const providerAt = async (baseUrl: string) => {
    providersPromise ??= loadProviders();
    return (await providersPromise)(baseUrl);
  };
  const baseUrl = (host: string | undefined) => hosts.baseUrl(host);
  return {
    async byAuthorization(authorization) {
      const [, value] = /^(?:bearer|token) +(\S+) *$/i.exec(authorization ?? '') ?? [];
      if (value === undefined) return undefined;
      const { AccessToken, Grant } = await providerAt(url());
      const token = await AccessToken.find(value);
      // The token may have been issued while its grant was being revoked.
      if (!token?.grantId || !(await Grant.find(token.grantId))) return undefined;
      return token.scopes.has(OAUTH_SCOPE) ? users.byId(Number(token.accountId)) : undefined;
    },
    wwwAuthenticate: ({ host, authorization }) => wwwAuthenticate(baseUrl(host), authorization),
    addRoutes: (app) =>
      addOAuthRoutes(app, {
        provider: ({ headers }) => providerAt(baseUrl(headers.host)),
        users,
        failedAttempts,
        hosts,
      }),
  };
}
