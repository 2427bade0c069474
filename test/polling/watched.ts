import { listDelay, watchedPollDelay } from '../../src/lifecycle/poll-schedule.js';
import type { PollInterval } from '../../src/lifecycle/schedule.js';
import { durationSets } from './durations.js';
import { type Cost, learning, simulate } from './simulate.js';

/** The defaults of POLL_MIN_MS and POLL_MAX_MS. */
const DEFAULT_INTERVAL: PollInterval = { minMs: 1_000, maxMs: 5_000 };
const COUNTS = [5, 10, 50, 200, 1_000];
const NAME = 'anything from 5 to 60 s';

/** What reading costs while that many questions are open at once. */
export interface WatchedComparison {
  readonly count: number;
  /** Each is read by its own schedule. */
  readonly polled: Cost;
  /** A list tells of outcomes; `reads` include its share of the lists. */
  readonly watched: Cost;
}

export function compareWatched(): WatchedComparison[] {
  const { durations = [] } = durationSets().find(({ name }) => name === NAME) ?? {};
  const polled = simulate(durations, learning(DEFAULT_INTERVAL));
  return COUNTS.map((count) => ({ count, polled, watched: simulateWatched(durations, count) }));
}

interface Running {
  readonly endsAt: number;
  pollAt: number;
}

/** A question begins whenever the outcome of another was read, so that `count` are open at any time. */
function simulateWatched(durations: readonly number[], count: number): Cost {
  const typicalMs = medianOf(durations);
  const pollMs = watchedPollDelay(count, DEFAULT_INTERVAL, true);
  const waits: number[] = [];
  let [now, reads, begun] = [0, 0, 0];
  const begin = (at: number): Running => {
    const endsAt = at + (durations[begun++] ?? Number.POSITIVE_INFINITY);
    return { endsAt, pollAt: at + pollMs };
  };
  let running = Array.from({ length: count }, (_, i) => begin((i * typicalMs) / count));
  while (waits.length < durations.length - count) {
    now += listDelay(count, typicalMs);
    reads++;
    running = running.map((question) => {
      for (; question.pollAt <= now && question.pollAt < question.endsAt; reads++)
        question.pollAt += pollMs;
      if (question.endsAt > now) return question;
      reads++;
      const seenAt = Math.min(now, question.pollAt);
      waits.push(seenAt - question.endsAt);
      return begin(seenAt);
    });
  }
  waits.sort((a, b) => a - b);
  return {
    meanWaitMs: waits.reduce((total, wait) => total + wait, 0) / waits.length,
    p95WaitMs: waits[Math.floor(0.95 * waits.length)] ?? 0,
    reads: reads / waits.length,
  };
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The second table of `docs/polling.md`, in Markdown. */
export function watchedTable(rows: readonly WatchedComparison[]): string {
  const head = [
    '| open at once | each polled | with a list | 95 % seen within |',
    '|---|---|---|---|',
  ];
  const cells = rows.map(
    ({ count, polled, watched }) =>
      `| ${count.toLocaleString('en')} | ${cellOf(polled)} | ${cellOf(watched)} | ${seconds(watched.p95WaitMs)} |`,
  );
  return [...head, ...cells].join('\n');
}

function cellOf({ meanWaitMs, reads }: Cost): string {
  return `${seconds(meanWaitMs)}, ${reads.toFixed(1)} reads`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
