import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for user programs, on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** CPU time of a process since its start, all threads, ms; undefined where there is no `/proc`. */
export function cpuMs(pid: number): number | undefined {
  // The name, in brackets, may contain spaces: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The most memory that a process has had resident so far, MB; undefined where there is no `/proc`. */
export function peakMemoryMb(pid: number): number | undefined {
  const found = read(`/proc/${pid}/status`)?.match(/^VmHWM:\s+(\d+) kB$/m)?.[1];
  return found === undefined ? undefined : (Number(found) * 1024) / 1e6;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
