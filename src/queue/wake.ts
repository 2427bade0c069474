import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue } from 'bullmq';

const MAX_ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Runs a delayed job now. An active job cannot be promoted, so this waits until it is delayed again,
 * for at most two seconds: it runs again by itself later anyway.
 */
export async function wakeJob(queue: Queue, id: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const job: Job | undefined = await queue.getJob(id);
    if (job === undefined || (await promoted(job))) return;
    const state = await job.getState();
    // It was delayed since the attempt: try again at once.
    if (state === 'delayed') continue;
    if (state !== 'active') return;
    await sleep(PAUSE_MS);
  }
}

async function promoted(job: Job): Promise<boolean> {
  try {
    await job.promote();
    return true;
  } catch {
    return false; // Not delayed: it is active, waiting, or gone.
  }
}
