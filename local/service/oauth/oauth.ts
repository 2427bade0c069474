import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider/lib/provider.js';
import type { Users } from '../api/users.js';
import type { OAuthOptions, ServiceUser } from '../settings/service-options.js';
import { createGuesses } from './failed-attempts.js';
import { challenge, SCOPE } from './metadata.js';
import { addOAuth, type OAuthParts } from './routes.js';

/** Signing in by OAuth 2.0: the authorization code with PKCE, and the device flow. */
export interface OAuth {
  /** The user of `Authorization: Bearer …` or `token …` with an access token that was given out here. */
  byHeader(authorization: string | undefined): Promise<ServiceUser | undefined>;
  /** `WWW-Authenticate` for who has no token, or a wrong one. */
  challenge(authorization: string | undefined): string;
  addTo(app: FastifyInstance): void;
}

interface OAuthNeeds {
  readonly options: OAuthOptions;
  readonly users: Users;
  /** Known once we listen. */
  readonly url: () => string;
  readonly hostTrouble: OAuthParts['hostTrouble'];
}

export function createOAuth({ options, users, url, hostTrouble }: OAuthNeeds): OAuth {
  const guesses = createGuesses();
  let made: Promise<Provider> | undefined;
  const make = async () => {
    const { createProvider } = await import('./provider.js');
    return createProvider({
      url: url(),
      redirects: options.redirects ?? [],
      isUser: (id) => users.byId(Number(id)) !== undefined,
      wrongCode: ({ req }) => guesses.wrong(req.socket.remoteAddress ?? ''),
    });
  };
  const provider = () => {
    made ??= make();
    return made;
  };
  return {
    async byHeader(authorization) {
      const [, value] = /^(?:bearer|token) +(\S+) *$/i.exec(authorization ?? '') ?? [];
      if (value === undefined) return undefined;
      const { AccessToken, Grant } = await provider();
      const token = await AccessToken.find(value);
      // It may have been made while all that the person agreed to was taken back.
      if (!token?.grantId || !(await Grant.find(token.grantId))) return undefined;
      return token.scopes.has(SCOPE) ? users.byId(Number(token.accountId)) : undefined;
    },
    challenge: (authorization) => challenge(url(), authorization),
    addTo: (app) => addOAuth(app, { provider, users, guesses, url, hostTrouble }),
  };
}
