import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobType, Queue } from 'bullmq';

const INACTIVE: readonly JobType[] = ['waiting', 'delayed', 'completed', 'failed'];
const JOBS_PAGE = 500;

/** How often active jobs are looked at again: until the slowest call of one has failed. */
const ACTIVE_CHECKS = { times: 60, everyMs: 250 } as const;

/**
 * Removes the jobs of a workspace's questions and intents. One that is active stays: it ends when it
 * finds its record gone.
 */
export async function removeWorkspaceJobs(
  queues: readonly Queue[],
  workspace: string,
): Promise<void> {
  for (const queue of queues) {
    const ids = await jobsOf(queue, workspace, INACTIVE);
    for (const id of ids) await queue.remove(id);
  }
}

/**
 * The same for intents, which have no record: one that is active is removed once it is put back to wait,
 * as it is while Slack refuses the token.
 */
export async function removeWorkspaceIntents(queue: Queue, workspace: string): Promise<void> {
  for (let checks = 0; checks < ACTIVE_CHECKS.times; checks++) {
    const before = await jobsOf(queue, workspace, ['active']);
    await removeWorkspaceJobs([queue], workspace);
    const after = await jobsOf(queue, workspace, ['active']);
    if (before.length + after.length === 0) return;
    await sleep(ACTIVE_CHECKS.everyMs);
  }
}

/** The IDs of a workspace's jobs in these states. */
async function jobsOf(
  queue: Queue,
  workspace: string,
  states: readonly JobType[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; ; from += JOBS_PAGE) {
    const end = from + JOBS_PAGE - 1;
    const page: (Job | undefined)[] = await queue.getJobs([...states], from, end);
    for (const job of page) {
      // One that has ended meanwhile is missing.
      if (job?.id !== undefined && isOf(workspace, job)) ids.push(job.id);
    }
    if (page.length === 0) return ids;
  }
}

function isOf(workspace: string, { id, data }: Job): boolean {
  const { workspace: own, place } = data as {
    workspace?: string;
    place?: { workspace: string };
  };
  return (
    own === workspace || place?.workspace === workspace || id?.startsWith(`${workspace}-`) === true
  );
}
