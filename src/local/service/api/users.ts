import { createHash } from 'node:crypto';
import type { ServiceUser } from '../options.js';

/** Whose token is it? Kept as digests, so that a look-up's time tells nothing of a token. */
export interface Users {
  /** The owner of `Authorization: token …`. */
  byHeader(authorization: string | undefined): ServiceUser | undefined;
  revoke(token: string): void;
}

export function createUsers(users: readonly ServiceUser[]): Users {
  const byDigest = new Map(users.map((user) => [digest(user.token), user]));
  return {
    byHeader(authorization) {
      const [, token] = /^token +(\S+) *$/i.exec(authorization ?? '') ?? [];
      return token === undefined ? undefined : byDigest.get(digest(token));
    },
    revoke: (token) => void byDigest.delete(digest(token)),
  };
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
