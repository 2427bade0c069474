import { Account } from '../model/account.js';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import type { Sealer } from './installations.js';
import { keys } from './keys.js';
import { scanKeys } from './scan.js';
import { runScript } from './script.js';

export interface AccountStoreOptions extends Sealer {
  readonly redis: Connection;
  /** Called with what cannot be decrypted: its owner counts as not connected. */
  readonly unreadable: (error: unknown) => void;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

const REPLACE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end`;

/** The accounts that people have connected, sealed: nobody can open one that was copied to somebody else's key. */
export function createAccountStore({ redis, seal, open, unreadable }: AccountStoreOptions) {
  return {
    /** Undefined if the person has connected none, or if the key that sealed it is gone. */
    async load({ workspace, user }: WorkspaceUser): Promise<Account | undefined> {
      const key = keys.account(workspace, user);
      const sealed = await redis.get(key);
      if (sealed === null) return undefined;
      try {
        return Account.parse(JSON.parse(open(sealed, key)));
      } catch (error) {
        unreadable(error);
        return undefined;
      }
    },

    /** Replaces one that was connected before. */
    async save({ workspace, user }: WorkspaceUser, account: Account): Promise<void> {
      const key = keys.account(workspace, user);
      await redis.set(key, seal(JSON.stringify(account), key));
    },

    /** Whether there was one. */
    async remove({ workspace, user }: WorkspaceUser): Promise<boolean> {
      return (await redis.del(keys.account(workspace, user))) === 1;
    },

    /** All of them as they are stored, for sealing them anew. */
    async *sealed() {
      for await (const page of scanKeys(redis, keys.account('*', '*'))) {
        for (const key of page) {
          const sealed = await redis.get(key);
          if (sealed === null) continue;
          const replace = async (other: string) => {
            await runScript(redis, REPLACE, { named: [key], args: [sealed, other] });
          };
          yield { sealed, context: key, replace };
        }
      }
    },
  };
}
