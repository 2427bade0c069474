import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { BULL_PREFIX, QUEUES } from '../../src/queue/names.js';

/** Without reconcile, which runs every minute anyway. */
const NAMES = [QUEUES.intake, QUEUES.questions, QUEUES.actions, QUEUES.requests];

/** As if the time had passed for which jobs are delayed, such as those that are tried again. */
export async function skipJobDelays(store: Redis): Promise<void> {
  for (const name of NAMES) {
    const queue = new Queue(name, { connection: store, prefix: BULL_PREFIX });
    await queue.promoteJobs().finally(() => queue.close());
  }
}

/**
 * As if the time had passed for which the jobs of killed workers are locked: the next worker takes
 * them over as it starts. No worker may be running.
 */
export async function expireJobLocks(store: Redis): Promise<void> {
  for (const name of NAMES) {
    const key = (suffix: string) => `${BULL_PREFIX}:${name}:${suffix}`;
    await store.del(key('stalled-check'));
    const active = await store.lrange(key('active'), 0, -1);
    if (active.length === 0) continue;
    await store.del(...active.map((id) => key(`${id}:lock`)));
    await store.sadd(key('stalled'), ...active);
  }
}
