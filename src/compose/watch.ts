import { NO_WATCH } from '../lifecycle/watch/no-watch.js';
import { createWatch, type Watch } from '../lifecycle/watch/watch.js';
import type { WorkerParts } from './worker-parts.js';

/** What tells questions' jobs of outcomes, by reading the list of conversations for all of the shared account. */
export function composeWatch({ shared, clients, answerTimes }: WorkerParts): Watch {
  const { config, logger, now, producer, stores } = shared;
  const { token } = clients;
  if (token === undefined) return NO_WATCH;
  const { pollMinMs, pollMaxMs } = config.tuning;
  return createWatch({
    watched: stores.watched,
    list: clients.list,
    token,
    wake: producer.wake,
    typicalMs: async () => (await answerTimes.read()).typicalMs,
    pollInterval: { minMs: pollMinMs, maxMs: pollMaxMs },
    now,
    random: Math.random,
    logger,
  });
}
