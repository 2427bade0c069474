import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { SentToken } from '../model/account.js';
import type { Connection } from './connection.js';
import type { Sealer } from './installations.js';
import { keys } from './keys.js';

/** A sign-in in the browser has to be finished within this, ms. */
export const SIGN_IN_MS = 10 * 60_000;

/** For how long it is tried to revoke the token of one that nobody has finished, ms. */
const REVOKE_WITHIN_MS = 24 * 3600_000;

/** Who signs in, and where they are told what came of it. */
const SignIn = z.object({
  workspace: z.string(),
  user: z.string(),
  /** Their name in Slack. */
  name: z.string(),
  /** Shown to them in Slack, and asked for by the page: whoever has the link alone cannot finish. */
  code: z.string(),
  /** The view to update. */
  viewId: z.string().exactOptional(),
  externalId: z.string().exactOptional(),
});
export type SignIn = z.infer<typeof SignIn>;

/** Before the authorization server is asked. */
const SignInAttempt = SignIn.extend({ verifier: z.string() });
export type SignInAttempt = z.infer<typeof SignInAttempt>;

/** After it has answered. */
const SignInResult = SignIn.extend({
  sent: SentToken,
  /** After this, the digits count no longer, ms since the epoch. Earlier versions left it to Redis. */
  until: z.number().exactOptional(),
  /** The digits were entered. */
  confirmed: z.literal(true).exactOptional(),
});
export type SignInResult = z.infer<typeof SignInResult>;

/** Names the result of a sign-in to us. Only its secret finishes it. */
export interface SignInName {
  readonly workspace: string;
  readonly name: string;
}

export type SignInStore = ReturnType<typeof createSignInStore>;

/**
 * Sign-ins in a browser, sealed. Each is found by a random secret that only its browser has: the `state` of the
 * request to the authorization server, and later a cookie. Redis knows a digest of it.
 */
export function createSignInStore({ redis, seal, open }: Sealer & { redis: Connection }) {
  async function keep(key: string, value: SignIn, ms = SIGN_IN_MS): Promise<void> {
    await redis.set(key, seal(JSON.stringify(value), key), 'PX', ms);
  }

  async function loadResult(key: string): Promise<SignInResult | undefined> {
    const sealed = await redis.get(key);
    return sealed === null ? undefined : SignInResult.parse(JSON.parse(open(sealed, key)));
  }

  return {
    /** Gives the secret. */
    async begin(attempt: SignInAttempt): Promise<string> {
      const secret = newSecret(attempt.workspace);
      await keep(keyOf('attempt', secret), attempt);
      return secret;
    },

    /** It can be taken once. */
    async take(secret: string): Promise<SignInAttempt | undefined> {
      const key = keyOf('attempt', secret);
      const sealed = await redis.getdel(key);
      return sealed === null ? undefined : SignInAttempt.parse(JSON.parse(open(sealed, key)));
    },

    /** Under a new secret. Stays after its time, until its token is revoked. */
    async keepResult(secret: string, result: SignInResult): Promise<void> {
      await keep(keyOf('result', secret), result, SIGN_IN_MS + REVOKE_WITHIN_MS);
    },

    result: (secret: string): Promise<SignInResult | undefined> =>
      loadResult(keyOf('result', secret)),

    /** Its token is somebody's account from then on. */
    async confirm(secret: string, result: SignInResult): Promise<void> {
      const confirmed: SignInResult = { ...result, confirmed: true };
      await keep(keyOf('result', secret), confirmed);
    },

    /** Undefined if somebody has finished it, or given it up. */
    async unconfirmed({ workspace, name }: SignInName): Promise<SignInResult | undefined> {
      const result = await loadResult(keys.signIn('result', workspace, name));
      return result?.confirmed ? undefined : result;
    },

    /** Counts a try of its code; gives how many there were. */
    async countTry(secret: string): Promise<number> {
      const key = keyOf('tries', secret);
      const tries = await redis.incr(key);
      if (tries === 1) await redis.pexpire(key, SIGN_IN_MS);
      return tries;
    },

    async remove({ workspace, name }: SignInName): Promise<void> {
      await redis.del(keys.signIn('result', workspace, name));
    },
  };
}

/** With the workspace in front, so that its keys can be found when the app is uninstalled. */
export function newSecret(workspace: string): string {
  return `${workspace}.${randomBytes(32).toString('base64url')}`;
}

export function signInName(secret: string): SignInName {
  const [workspace = ''] = secret.split('.');
  const name = createHash('sha256').update(secret).digest('base64url');
  return { workspace: /^[A-Z0-9]{1,30}$/.test(workspace) ? workspace : '-', name };
}

function keyOf(kind: 'attempt' | 'result' | 'tries', secret: string): string {
  const { workspace, name } = signInName(secret);
  return keys.signIn(kind, workspace, name);
}
