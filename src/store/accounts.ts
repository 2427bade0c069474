import { Account } from '../model/account.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import type { Sealer } from './installations.js';
import { keys } from './keys.js';
import { releaseLock } from './release-lock.js';
import { replaceSealed, sealedValues } from './sealed-values.js';

export interface AccountStoreOptions extends Sealer {
  readonly redis: Connection;
  /** Called with what cannot be decrypted: its owner counts as not connected. */
  readonly unreadable: (error: unknown) => void;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

/** An account, and how it is stored: `replace` compares that. */
interface StoredAccount {
  readonly account: Account;
  readonly sealed: string;
}

/** The accounts that people have connected, sealed: nobody can open one that was copied to somebody else's key. */
export function createAccountStore({ redis, seal, open, unreadable }: AccountStoreOptions) {
  async function loadSealed({
    workspace,
    user,
  }: WorkspaceUser): Promise<StoredAccount | undefined> {
    const key = keys.account(workspace, user);
    const sealed = await redis.get(key);
    if (sealed === null) return undefined;
    try {
      return { account: Account.parse(JSON.parse(open(sealed, key))), sealed };
    } catch (error) {
      unreadable(error);
      return undefined;
    }
  }

  return {
    loadSealed,

    /** Undefined if the person has connected none, or if the key that sealed it is gone. */
    async load(person: WorkspaceUser): Promise<Account | undefined> {
      return (await loadSealed(person))?.account;
    },

    /** Replaces one that was connected before. */
    async save({ workspace, user }: WorkspaceUser, account: Account): Promise<void> {
      const key = keys.account(workspace, user);
      await redis.set(key, seal(JSON.stringify(account), key));
    },

    /** Gives how it is stored now; undefined if it was removed or replaced since `before` was read. */
    async replace(
      { workspace, user }: WorkspaceUser,
      before: string,
      account: Account,
    ): Promise<string | undefined> {
      const key = keys.account(workspace, user);
      const sealed = seal(JSON.stringify(account), key);
      return (await replaceSealed(redis, key, { before, after: sealed })) ? sealed : undefined;
    },

    /** One process at a time renews a person's token; the lock expires after `ms`. */
    async lock({ workspace, user }: WorkspaceUser, holder: string, ms: number): Promise<boolean> {
      const key = keys.accountLock(workspace, user);
      return (await redis.set(key, holder, 'PX', ms, 'NX')) === 'OK';
    },

    async unlock({ workspace, user }: WorkspaceUser, holder: string): Promise<void> {
      await releaseLock(redis, keys.accountLock(workspace, user), holder);
    },

    /** Also if it cannot be decrypted. */
    async has({ workspace, user }: WorkspaceUser): Promise<boolean> {
      return (await redis.exists(keys.account(workspace, user))) === 1;
    },

    async remove({ workspace, user }: WorkspaceUser): Promise<void> {
      await redis.del(keys.account(workspace, user));
    },

    /** All of them as they are stored, for sealing them anew. */
    async *sealed() {
      for await (const { key, ...value } of sealedValues(redis, keys.account('*', '*'))) {
        yield { ...value, context: key };
      }
    },
  };
}
