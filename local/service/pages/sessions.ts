import { randomBytes } from 'node:crypto';

/** The browsers that are signed in to the pages, in memory: a restart signs them out. */
export interface Sessions {
  /** Returns the value of the new session's cookie. */
  open(userId: number): string;
  /** The user of a cookie's value; `undefined` if there is no such session or it has expired. */
  userId(value: string): number | undefined;
  close(value: string): void;
}

export const SESSION_SECONDS = 30 * 86_400;
const MAX_SESSIONS = 1_000;

export function createSessions(): Sessions {
  // Oldest first.
  const sessions = new Map<string, { readonly userId: number; readonly expiresAt: number }>();
  return {
    open(userId) {
      const value = randomBytes(32).toString('base64url');
      sessions.set(value, { userId, expiresAt: Date.now() + SESSION_SECONDS * 1000 });
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      return value;
    },
    userId(value) {
      const session = sessions.get(value);
      return session && session.expiresAt > Date.now() ? session.userId : undefined;
    },
    close: (value) => void sessions.delete(value),
  };
}
