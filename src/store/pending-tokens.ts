import { SentToken } from '../model/account.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import type { Sealer } from './installations.js';
import { keys } from './keys.js';

/** A form is checked within seconds; after a restart, within minutes. */
const PENDING_MS = 10 * 60_000;

/** Who sent a token, and with which request. */
export interface PendingToken extends WorkspaceUser {
  /** Of the request that checks it. */
  readonly id: string;
}

export type PendingTokenStore = ReturnType<typeof createPendingTokenStore>;

/** Tokens that people have sent and that are not checked yet, sealed: their jobs hold only the request's id. */
export function createPendingTokenStore({ redis, seal, open }: Sealer & { redis: Connection }) {
  const keyOf = ({ workspace, user, id }: PendingToken) => keys.pendingToken(workspace, user, id);
  return {
    async keep(pending: PendingToken, sent: SentToken): Promise<void> {
      const key = keyOf(pending);
      await redis.set(key, seal(JSON.stringify(sent), key), 'PX', PENDING_MS);
    },

    /** Undefined if it was checked, or is too old. Throws as `open` does. */
    async load(pending: PendingToken): Promise<SentToken | undefined> {
      const key = keyOf(pending);
      const sealed = await redis.get(key);
      return sealed === null ? undefined : SentToken.parse(JSON.parse(open(sealed, key)));
    },

    async remove(pending: PendingToken): Promise<void> {
      await redis.del(keyOf(pending));
    },
  };
}
