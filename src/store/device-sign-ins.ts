import { z } from 'zod';
import type { WorkspaceUser } from '../model/conversation-record.js';
import type { Connection } from './connection.js';
import type { Sealer } from './installations.js';
import { keys } from './keys.js';

/** Somebody signs in on the service with a code. */
export const PendingSignIn = z.object({
  /** Of the request that began it: a later one takes its place. */
  id: z.string(),
  deviceCode: z.string(),
  /** What its owner checks, and where. */
  userCode: z.string(),
  address: z.string(),
  /** ms since the epoch. */
  expiresAt: z.number(),
  intervalMs: z.number(),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

export type DeviceSignInStore = ReturnType<typeof createDeviceSignInStore>;

/** Who is signing in with a code, one of each person at a time; sealed, since the code gives a token. */
export function createDeviceSignInStore({ redis, seal, open }: Sealer & { redis: Connection }) {
  const keyOf = ({ workspace, user }: WorkspaceUser) => keys.deviceSignIn(workspace, user);
  return {
    async keep(person: WorkspaceUser, signIn: PendingSignIn): Promise<void> {
      const key = keyOf(person);
      const sealed = seal(JSON.stringify(signIn), key);
      await redis.set(key, sealed, 'PXAT', signIn.expiresAt);
    },

    /** Throws as `open` does. */
    async load(person: WorkspaceUser): Promise<PendingSignIn | undefined> {
      const key = keyOf(person);
      const sealed = await redis.get(key);
      return sealed === null ? undefined : PendingSignIn.parse(JSON.parse(open(sealed, key)));
    },

    async remove(person: WorkspaceUser): Promise<void> {
      await redis.del(keyOf(person));
    },
  };
}
