import { keys } from '../../src/store/keys.js';

/** A client of the bot's Redis. */
interface KeyRemover {
  del(keys: string[]): Promise<unknown>;
}

const REFILL_MS = 200;

/**
 * Keeps the bot's own budgets for posts and updates full, so that they never delay a message. Lasts
 * until the returned function is called.
 */
export function liftBudgets(
  redis: KeyRemover,
  team: string,
  channels: readonly string[],
): () => void {
  const methods = ['update', 'post', 'status', 'chat.delete', 'reactions.get'];
  const names = [
    ...methods.map((method) => `${method}:${team}`),
    ...channels.map((channel) => `post:${team}:${channel}`),
  ];
  const buckets = names.map(keys.bucket);
  const refill = setInterval(() => {
    redis.del(buckets).catch(() => undefined);
  }, REFILL_MS);
  return () => clearInterval(refill);
}
