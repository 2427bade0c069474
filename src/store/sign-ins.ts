import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { SentToken } from '../model/account.js';
import type { Connection } from './connection.js';
import type { Sealer } from './installations.js';
import { keys } from './keys.js';

/** A sign-in in the browser has to be finished within this, ms. */
export const SIGN_IN_MS = 10 * 60_000;

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
const SignInResult = SignIn.extend({ sent: SentToken });
export type SignInResult = z.infer<typeof SignInResult>;

export type SignInStore = ReturnType<typeof createSignInStore>;

/**
 * Sign-ins in a browser, sealed. Each is found by a random secret that only its browser has: the `state` of the
 * request to the authorization server, and later a cookie. Redis knows a digest of it.
 */
export function createSignInStore({ redis, seal, open }: Sealer & { redis: Connection }) {
  async function keep(key: string, value: SignIn): Promise<void> {
    await redis.set(key, seal(JSON.stringify(value), key), 'PX', SIGN_IN_MS);
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

    /** Gives the secret. */
    async keepResult(result: SignInResult): Promise<string> {
      const secret = newSecret(result.workspace);
      await keep(keyOf('result', secret), result);
      return secret;
    },

    async result(secret: string): Promise<SignInResult | undefined> {
      const key = keyOf('result', secret);
      const sealed = await redis.get(key);
      return sealed === null ? undefined : SignInResult.parse(JSON.parse(open(sealed, key)));
    },

    /** Counts a try of its code; gives how many there were. */
    async countTry(secret: string): Promise<number> {
      const key = keyOf('tries', secret);
      const tries = await redis.incr(key);
      if (tries === 1) await redis.pexpire(key, SIGN_IN_MS);
      return tries;
    },

    async removeResult(secret: string): Promise<void> {
      await redis.del(keyOf('result', secret));
    },
  };
}

/** With the workspace in front, so that its keys can be found when the app is uninstalled. */
function newSecret(workspace: string): string {
  return `${workspace}.${randomBytes(32).toString('base64url')}`;
}

function keyOf(kind: 'attempt' | 'result' | 'tries', secret: string): string {
  const [workspace = ''] = secret.split('.');
  const digest = createHash('sha256').update(secret).digest('base64url');
  return keys.signIn(kind, /^[A-Z0-9]{1,30}$/.test(workspace) ? workspace : '-', digest);
}
