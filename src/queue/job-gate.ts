import { performance } from 'node:perf_hooks';

const CHECK_MS = 50;
/** Fewer turns say nothing. */
const LEAST_TURNS = 4;
/** Where so many turns of the event loop accept a connection, more connections wait. */
const BUSY_SHARE = 0.8;
/** So many jobs run in any case. */
const LEAST_JOBS = 4;
/** A job that takes longer waits for an answer of somebody else, and hardly uses the event loop, ms. */
const COUNTED_MS = 1_000;

interface Run {
  readonly at: number;
}

interface JobGateOptions {
  /** How many jobs run at once while no connection waits. */
  readonly most: number;
  /** How many connections this process has accepted since its start. */
  readonly accepted: () => number;
  /** How many turns its event loop has made since its start. */
  readonly turns?: () => number;
  /** ms */
  readonly now?: () => number;
}

/**
 * Holds jobs back while connections wait to be accepted. Node accepts one in each turn of the event loop
 * (https://github.com/libuv/libuv/pull/3696): where many jobs at once make a turn last 50 ms, 20 connections a
 * second are accepted, and Slack, which gives up after 3 s, gets no ack in time once 60 of them wait.
 */
export function createJobGate(options: JobGateOptions) {
  const { most, accepted, turns = turnsOfLoop, now = () => performance.now() } = options;
  let limit = most;
  let last = { accepted: accepted(), turns: turns() };
  /** The jobs that count. */
  const running = new Set<Run>();
  const waiting: ((run: Run) => void)[] = [];

  function begin(): Run {
    const run = { at: now() };
    running.add(run);
    return run;
  }

  function admit(): void {
    while (running.size < limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      next(begin());
    }
  }

  /** Falls while connections wait, and rises while all of it is used: within half a second from least to most. */
  function adaptLimit(): void {
    const current = { accepted: accepted(), turns: turns() };
    const inTurns = current.turns - last.turns;
    if (inTurns < LEAST_TURNS) return;
    const share = (current.accepted - last.accepted) / inTurns;
    last = current;
    if (share >= BUSY_SHARE) {
      limit = Math.max(LEAST_JOBS, Math.floor(Math.min(limit, running.size) * 0.75));
    } else if (running.size >= limit) {
      limit = Math.min(most, Math.floor(limit * 1.5) + 1);
    }
  }

  return {
    /** To be called every 50 ms; `start` does. */
    check(): void {
      for (const run of running) if (now() - run.at > COUNTED_MS) running.delete(run);
      adaptLimit();
      admit();
    },

    /** Adapts to the event loop until the returned function is called; from then on, no job waits. */
    start(): () => void {
      const timer = setInterval(this.check, CHECK_MS).unref();
      return () => {
        clearInterval(timer);
        limit = Number.POSITIVE_INFINITY;
        admit();
      };
    },

    /** Runs the work of a job once there is room, in the order of the calls. */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const run =
        running.size < limit ? begin() : await new Promise<Run>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        running.delete(run);
        admit();
      }
    },
  };
}

function turnsOfLoop(): number {
  return performance.nodeTiming.uvMetricsInfo.loopCount;
}
