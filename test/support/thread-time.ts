import { readFileSync } from 'node:fs';

/** The kernel counts the CPU time of each thread, in ns. See proc_pid_schedstat(5). */
const SCHEDSTAT = '/proc/thread-self/schedstat';

/**
 * The CPU time of this thread in ms, since the time on a clock includes waiting for a core. Where the
 * kernel does not say it, the time on the clock.
 */
export function threadTimeMs(): number {
  try {
    return Number(readFileSync(SCHEDSTAT, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** The longest CPU time in ms that this thread's event loop spent between two ticks during `run`. */
export async function longestTickMs(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadTimeMs();
  const tick = () => {
    const now = threadTimeMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const ticks = setInterval(tick, 1);
  try {
    await run();
    // What ran last before `run` ended counts as well.
    await new Promise((resolve) => setTimeout(resolve, 2));
    tick();
  } finally {
    clearInterval(ticks);
  }
  return longest;
}
