import type { Logger } from '../log.js';
import type { RecordAudit } from '../model/audit.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { AccountStore } from '../store/accounts.js';
import type { Revoke } from './revoke.js';

export interface DisconnectOptions {
  readonly accounts: Pick<AccountStore, 'load' | 'remove'>;
  readonly revoke: Revoke;
  readonly audit: RecordAudit;
  readonly logger: Logger;
}

/** `deleted`: the token may still be valid on the service. */
export type Disconnected = 'none' | 'deleted' | 'revoked';

/** `requestId`: what asked for it. */
export type Disconnect = (person: WorkspaceUser, requestId: string) => Promise<Disconnected>;

/** Revokes a token of OAuth on the service, if that can be done, and deletes it here in any case. */
export function createDisconnect({
  accounts,
  revoke,
  audit,
  logger,
}: DisconnectOptions): Disconnect {
  return async (person, requestId) => {
    const account = await accounts.load(person);
    const outcome = (await revoke(account)) ? 'revoked' : 'deleted';
    const record = () =>
      audit({ action: 'account.disconnected', id: requestId, ...person, outcome });
    // Before it is removed: a job that is cut off in between finds none any more.
    if (account !== undefined) await record();
    if (!(await accounts.remove(person))) return 'none';
    // Nobody can read it.
    if (account === undefined) await record();
    logger.info({ ...person }, 'account disconnected');
    return outcome;
  };
}
