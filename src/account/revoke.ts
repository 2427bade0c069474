import type { Logger } from '../log.js';
import type { SentToken } from '../model/account.js';
import type { OAuthClient } from './oauth/client.js';

export interface RevokeOptions {
  /** Undefined where people connect with access tokens only. */
  readonly oauth: Pick<OAuthClient, 'revoke'> | undefined;
  readonly logger: Logger;
}

/** Revokes a token on the service, such as that of an account. False: it may still be valid there. */
export type Revoke = (account: SentToken | undefined) => Promise<boolean>;

/** Only tokens of OAuth can be revoked by us. Never throws. */
export function createRevoke({ oauth, logger }: RevokeOptions): Revoke {
  return async (account) => {
    if (oauth === undefined || account?.token.scheme !== 'Bearer') return false;
    try {
      // With its refresh token, the access token ends too: RFC 7009, section 2.1.
      return await oauth.revoke(account.refreshToken ?? account.token.value);
    } catch (error) {
      logger.warn({ err: error }, 'token not revoked on the service: deleted here only');
      return false;
    }
  };
}
