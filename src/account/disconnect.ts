import type { Logger } from '../log.js';
import type { RecordAudit } from '../model/audit.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AccountStore } from '../store/accounts.js';
import type { Revoke } from './revoke.js';

export interface DisconnectOptions {
  readonly accounts: Pick<AccountStore, 'has' | 'load' | 'remove'>;
  readonly revoke: Revoke;
  readonly audit: RecordAudit;
  readonly logger: Logger;
}

/** `deleted`: the token may still be valid on the service. */
export type Disconnected = 'none' | 'deleted' | 'revoked';

export interface DisconnectRequest {
  /** Of what asked for it. */
  readonly id: string;
  /** Called before the account is deleted: a job that is cut off in between finds none any more. */
  readonly beforeDeletion?: (outcome: 'deleted' | 'revoked') => Promise<void>;
}

export type Disconnect = (
  person: WorkspaceUser,
  request: DisconnectRequest,
) => Promise<Disconnected>;

/** Revokes a token of OAuth on the service, if that can be done, and deletes it here in any case. */
export function createDisconnect({
  accounts,
  revoke,
  audit,
  logger,
}: DisconnectOptions): Disconnect {
  return async (person, { id, beforeDeletion }) => {
    if (!(await accounts.has(person))) return 'none';
    // Undefined if nobody can decrypt it.
    const account = await accounts.load(person);
    const outcome = (await revoke(account)) ? 'revoked' : 'deleted';
    await audit({ action: 'account.disconnected', id, ...person, outcome });
    await beforeDeletion?.(outcome);
    await accounts.remove(person);
    logger.info({ ...person }, 'account disconnected');
    return outcome;
  };
}
