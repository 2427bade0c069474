import { createWatch, type Watch } from '../lifecycle/watch/watch.js';
import type { WorkerParts } from './worker-parts.js';

/** What tells questions' jobs of outcomes, by reading the list of conversations for all of them. */
export function composeWatch({ shared, clients, answerTimes }: WorkerParts): Watch {
  const { config, logger, now, producer, stores } = shared;
  const { pollMinMs, pollMaxMs } = config.tuning;
  return createWatch({
    watched: stores.watched,
    list: clients.list,
    token: clients.token,
    wake: producer.wake,
    typicalMs: async () => (await answerTimes.read()).typicalMs,
    pollInterval: { minMs: pollMinMs, maxMs: pollMaxMs },
    now,
    random: Math.random,
    logger,
  });
}
