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

/** OAuth 2.0: the authorization code flow with PKCE, and the device flow. */
export interface OAuth {
  /** The user of an access token that was issued here: `Authorization: Bearer …` or `token …`. */
  byAuthorization(authorization: string | undefined): Promise<ServiceUser | undefined>;
  /** The `WWW-Authenticate` header for a missing or invalid token. */
  wwwAuthenticate(authorization: string | undefined): string;
  addRoutes(app: FastifyInstance): void;
}

interface OAuthDependencies {
  readonly options: OAuthOptions;
  readonly users: Users;
  /** Known once the server listens. */
  readonly url: () => string;
  readonly hosts: Pick<Hosts, 'checkHost'>;
  readonly failedAttempts: FailedAttempts;
}

export function createOAuth(dependencies: OAuthDependencies): OAuth {
  const { options, users, url, hosts, failedAttempts } = dependencies;
  let providerPromise: Promise<Provider> | undefined;
  const loadProvider = async () => {
    const { createProvider } = await import('./provider.js');
    return createProvider({
      url: url(),
      redirects: options.redirects ?? [],
      isUser: (id) => users.byId(Number(id)) !== undefined,
      onUnknownUserCode: ({ req }) => failedAttempts.record(req.socket.remoteAddress ?? ''),
    });
  };
  const provider = () => {
    providerPromise ??= loadProvider();
    return providerPromise;
  };
  return {
    async byAuthorization(authorization) {
      const [, value] = /^(?:bearer|token) +(\S+) *$/i.exec(authorization ?? '') ?? [];
      if (value === undefined) return undefined;
      const { AccessToken, Grant } = await provider();
      const token = await AccessToken.find(value);
      // The token may have been issued while its grant was being revoked.
      if (!token?.grantId || !(await Grant.find(token.grantId))) return undefined;
      return token.scopes.has(OAUTH_SCOPE) ? users.byId(Number(token.accountId)) : undefined;
    },
    wwwAuthenticate: (authorization) => wwwAuthenticate(url(), authorization),
    addRoutes: (app) =>
      addOAuthRoutes(app, {
        provider,
        users,
        failedAttempts,
        url,
        hosts,
      }),
  };
}
