import { createHash } from 'node:crypto';

export interface ServiceUser {
  readonly id: number;
  readonly name: string;
  readonly token: string;
}

/** The users by their tokens, which are kept as digests: a look-up's timing reveals nothing. */
export interface Users {
  /** The owner of `Authorization: token …`, the API document's scheme, or `Bearer …`, that of RFC 6750. */
  byAuthorization(authorization: string | undefined): ServiceUser | undefined;
  byToken(token: string): ServiceUser | undefined;
  byId(id: number): ServiceUser | undefined;
  revoke(token: string): void;
}

export function createUsers(users: readonly ServiceUser[]): Users {
  const byDigest = new Map(users.map((user) => [digest(user.token), user]));
  const byToken = (token: string) => byDigest.get(digest(token));
  return {
    byAuthorization(authorization) {
      const [, token] = /^(?:token|bearer) +(\S+) *$/i.exec(authorization ?? '') ?? [];
      return token === undefined ? undefined : byToken(token);
    },
    byToken,
    byId: (id) => [...byDigest.values()].find((user) => user.id === id),
    revoke: (token) => void byDigest.delete(digest(token)),
  };
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
