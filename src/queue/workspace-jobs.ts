import type { Job, Queue } from 'bullmq';

const JOB_STATES = ['waiting', 'delayed', 'completed', 'failed'] as const;
const JOBS_PAGE = 500;

/**
 * Removes the jobs of a workspace's questions and intents. One that is active stays: it ends when it
 * finds its record gone.
 */
export async function removeWorkspaceJobs(
  queues: readonly Queue[],
  workspace: string,
): Promise<void> {
  for (const queue of queues) {
    const ids = await jobsOf(queue, workspace);
    for (const id of ids) await queue.remove(id);
  }
}

/** The IDs of a workspace's jobs in all states but active. */
async function jobsOf(queue: Queue, workspace: string): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; ; from += JOBS_PAGE) {
    const page: Job[] = await queue.getJobs([...JOB_STATES], from, from + JOBS_PAGE - 1);
    for (const { id, data } of page) {
      const { workspace: own, place } = data as {
        workspace?: string;
        place?: { workspace: string };
      };
      const isOwn = own === workspace || place?.workspace === workspace;
      if (id !== undefined && (isOwn || id.startsWith(`${workspace}-`))) ids.push(id);
    }
    if (page.length === 0) return ids;
  }
}
