import { type Backoff, backoffMs } from '../backoff.js';
import type { Logger } from '../log.js';
import type { SignInExpired } from '../model/intent.js';
import { SIGN_IN_MS, type SignInName, type SignInStore } from '../store/sign-ins.js';
import { type OAuthClient, OAuthRefused, OAuthUnavailable } from './oauth/client.js';

/** Queues a request to run after a delay; its id makes a repeat harmless. */
export type AcceptLater<Request> = (request: Request, delayMs: number) => Promise<void>;

export interface ExpireSignInOptions {
  /** Undefined where people no longer sign in. */
  readonly oauth: Pick<OAuthClient, 'revoke'> | undefined;
  readonly signIns: Pick<SignInStore, 'unconfirmed' | 'remove'>;
  readonly acceptLater: AcceptLater<SignInExpired>;
  readonly random: () => number;
  readonly logger: Logger;
}

/** What is confirmed at the last moment is connected by then. */
const GRACE_MS = 60_000;

/** Between attempts while the authorization server is away, until the token is forgotten here. */
const RETRY: Backoff = { firstMs: 60_000, maxMs: 3_600_000, jitter: 0.25 };

/** Called before the token of a sign-in is stored. The request names it by what opens nothing, and holds no token. */
export function expireLater(
  acceptLater: AcceptLater<SignInExpired>,
  signIn: SignInName,
): Promise<void> {
  return acceptLater(request(signIn, 1), SIGN_IN_MS + GRACE_MS);
}

/** Revokes the token of a sign-in in the browser whose digits nobody has entered in time. May be repeated. */
export function createExpireSignIn(options: ExpireSignInOptions) {
  const { oauth, signIns, acceptLater, random, logger } = options;

  return async ({ workspace, name, attempt }: SignInExpired): Promise<void> => {
    const left = await signIns.unconfirmed({ workspace, name });
    if (left === undefined || oauth === undefined) return;
    const { token, refreshToken } = left.sent;
    try {
      await oauth.revoke(refreshToken ?? token.value);
    } catch (error) {
      if (!(error instanceof OAuthUnavailable || error instanceof OAuthRefused)) throw error;
      logger.warn({ err: error }, 'token of a sign-in that nobody finished is not revoked yet');
      const next = request({ workspace, name }, attempt + 1);
      return acceptLater(next, backoffMs(RETRY, attempt, random()));
    }
    await signIns.remove({ workspace, name });
  };
}

function request({ workspace, name }: SignInName, attempt: number): SignInExpired {
  const id = `sign-in-expired-${name}-${attempt}`;
  return { kind: 'sign-in-expired', id, workspace, name, attempt };
}
