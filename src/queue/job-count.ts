/** More jobs are not remembered: the one that was counted longest ago starts again. */
const MAX_JOBS = 10_000;

/** Counts each job by its ID, from 1, in this process only. */
export function createJobCount(maxJobs = MAX_JOBS): (job: string) => number {
  const counts = new Map<string, number>();
  return (job) => {
    const count = (counts.get(job) ?? 0) + 1;
    // Again, so that it is the newest.
    counts.delete(job);
    counts.set(job, count);
    const [oldest] = counts.keys();
    if (counts.size > maxJobs && oldest !== undefined) counts.delete(oldest);
    return count;
  };
}
