import { AsyncLocalStorage } from 'node:async_hooks';
import { DeepSearchSlackError } from '../model/error.js';

/** The process was suspended during a job, so another worker may have taken the job over. */
export class WorkerSuspended extends DeepSearchSlackError {
  readonly code = 'worker_suspended';

  constructor() {
    super('The process was suspended during this job, which another worker may have taken over');
  }
}

/** The lock of a job, ms. It is renewed after half of this. */
export const LOCK_MS = 8_000;
/** After this without a beat, locks may have expired, ms. */
const LIMIT_MS = LOCK_MS / 2;
const BEAT_MS = 500;

interface Run {
  isSuspended: boolean;
}

export type SuspensionWatch = ReturnType<typeof createSuspensionWatch>;

/**
 * Notices that the process was suspended (SIGSTOP, a paused virtual machine) or that its event loop was
 * blocked for so long that its jobs' locks may be lost. What a job was about to do then must not be done
 * any more: another worker may have done it meanwhile. `now`: ms since the epoch.
 */
export function createSuspensionWatch(now: () => number) {
  const current = new AsyncLocalStorage<Run>();
  const runs = new Set<Run>();
  let beatAt = now();

  function beat(): void {
    if (now() - beatAt > LIMIT_MS) {
      for (const run of runs) run.isSuspended = true;
    }
    beatAt = now();
  }

  return {
    /** Watches until the returned function is called. */
    start(): () => void {
      beatAt = now();
      const timer = setInterval(beat, BEAT_MS).unref();
      return () => clearInterval(timer);
    },

    /** Runs the work of a job. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const run: Run = { isSuspended: false };
      runs.add(run);
      try {
        return await current.run(run, work);
      } finally {
        runs.delete(run);
      }
    },

    /** Throws `WorkerSuspended` if the process was suspended since the current job began; call it before each effect. */
    check(): void {
      const run = current.getStore();
      if (run === undefined) return;
      // After a suspension, replies may be handled before timers.
      beat();
      if (run.isSuspended) throw new WorkerSuspended();
    },
  };
}
