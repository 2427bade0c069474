import { z } from 'zod';

/** A person's account on the instance: the token that their own questions run with. Secret. */
export const Account = z.object({
  v: z.literal(1),
  token: z.object({ scheme: z.enum(['token', 'Bearer']), value: z.string() }),
  /** ms since the epoch. */
  connectedAt: z.number(),
});
export type Account = z.infer<typeof Account>;

/** How long a question waits for its asker to connect an account, ms. */
export const ACCOUNT_WAIT_MS = 24 * 3600_000;

/** How many questions of one person may wait for that. */
export const MAX_WAITING = 5;
