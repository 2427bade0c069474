import type { Logger } from '../log.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AccountStore } from '../store/accounts.js';
import type { OAuthClient } from './oauth/client.js';

export interface DisconnectOptions {
  readonly accounts: Pick<AccountStore, 'load' | 'remove'>;
  /** Undefined where people connect with access tokens only. */
  readonly oauth: Pick<OAuthClient, 'revoke'> | undefined;
  readonly logger: Logger;
}

/** `deleted`: the token may still be valid on the service. */
export type Disconnected = 'none' | 'deleted' | 'revoked';

export type Disconnect = (person: WorkspaceUser) => Promise<Disconnected>;

/** Revokes a token of OAuth on the service, if that can be done, and deletes it here in any case. */
export function createDisconnect({ accounts, oauth, logger }: DisconnectOptions): Disconnect {
  async function revoke(person: WorkspaceUser): Promise<boolean> {
    const account = await accounts.load(person);
    if (oauth === undefined || account?.token.scheme !== 'Bearer') return false;
    try {
      // With its refresh token, the access token ends too: RFC 7009, section 2.1.
      return await oauth.revoke(account.refreshToken ?? account.token.value);
    } catch (error) {
      logger.warn({ err: error, ...person }, 'token not revoked on the service: deleted here only');
      return false;
    }
  }

  return async (person) => {
    const isRevoked = await revoke(person);
    if (!(await accounts.remove(person))) return 'none';
    logger.info({ ...person }, 'account disconnected');
    return isRevoked ? 'revoked' : 'deleted';
  };
}
