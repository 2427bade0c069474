import type { Logger } from '../log.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AccountStore } from '../store/accounts.js';
import type { Revoke } from './revoke.js';

export interface DisconnectOptions {
  readonly accounts: Pick<AccountStore, 'load' | 'remove'>;
  readonly revoke: Revoke;
  readonly logger: Logger;
}

/** `deleted`: the token may still be valid on the service. */
export type Disconnected = 'none' | 'deleted' | 'revoked';

export type Disconnect = (person: WorkspaceUser) => Promise<Disconnected>;

/** Revokes a token of OAuth on the service, if that can be done, and deletes it here in any case. */
export function createDisconnect({ accounts, revoke, logger }: DisconnectOptions): Disconnect {
  return async (person) => {
    const isRevoked = await revoke(await accounts.load(person));
    if (!(await accounts.remove(person))) return 'none';
    logger.info({ ...person }, 'account disconnected');
    return isRevoked ? 'revoked' : 'deleted';
  };
}
