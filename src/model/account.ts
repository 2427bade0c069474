import { z } from 'zod';

/** What somebody signs in with, before and after it is checked. Secret. */
export const SentToken = z.object({
  token: z.object({ scheme: z.enum(['token', 'Bearer']), value: z.string() }),
  /** Of OAuth: it can be used once. */
  refreshToken: z.string().exactOptional(),
  /** ms since the epoch. */
  expiresAt: z.number().exactOptional(),
});
export type SentToken = z.infer<typeof SentToken>;

/** A person's account on the instance: the token that their own questions run with. Secret. */
export const Account = SentToken.extend({
  v: z.literal(1),
  /** ms since the epoch. */
  connectedAt: z.number(),
  /** Its refresh token may be spent: a process has begun to renew it, and has not stored what came of that. */
  renewingSince: z.number().exactOptional(),
});
export type Account = z.infer<typeof Account>;

/** How long a question waits for its asker to connect an account, ms. */
export const ACCOUNT_WAIT_MS = 24 * 3600_000;

/** How many questions of one person may wait for that. */
export const MAX_WAITING = 5;
