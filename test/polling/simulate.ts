import { hazardsOf, pollDelay } from '../../src/lifecycle/poll-schedule.js';
import type { PollInterval } from '../../src/lifecycle/schedule.js';

/** The delay until the next read, ms, of a question that has run for `workedMs`. */
export type Schedule = (workedMs: number) => number;

/** What a schedule costs for each question; waits in ms from the end of a question to the read that sees it. */
export interface Cost {
  readonly meanWaitMs: number;
  readonly p95WaitMs: number;
  readonly reads: number;
}

/** As many recent durations as the app remembers. */
const REMEMBERED = 500;
/** Answers between two estimates; the app estimates anew every 30 s. */
const ESTIMATE_EVERY = 20;

/** Reads each question until it has ended. `scheduleFor` gets what the app has seen so far, latest first. */
export function simulate(
  durations: readonly number[],
  scheduleFor: (seen: readonly number[]) => Schedule,
): Cost {
  const waits: number[] = [];
  const seen: number[] = [];
  let reads = 0;
  for (const duration of durations) {
    const delayAfter = scheduleFor(seen);
    let at = 0;
    do {
      at += delayAfter(at);
      reads++;
    } while (at < duration);
    waits.push(at - duration);
    seen.unshift(at);
    seen.splice(REMEMBERED);
  }
  waits.sort((a, b) => a - b);
  return {
    meanWaitMs: sum(waits) / waits.length,
    p95WaitMs: waits[Math.floor(0.95 * waits.length)] ?? 0,
    reads: reads / durations.length,
  };
}

export function everySoOften(delayMs: number) {
  return (): Schedule => () => delayMs;
}

/** The delay is a share of the time that the question has run. */
export function inProportion(share: number, { minMs, maxMs }: PollInterval) {
  return (): Schedule => (workedMs) => Math.min(maxMs, Math.max(minMs, share * workedMs));
}

/** The app's own schedule, which learns from what it has seen. */
export function learning(interval: PollInterval, readPriceMs?: number) {
  let known = { count: -1, hazards: hazardsOf([]) };
  let answers = 0;
  return (seen: readonly number[]): Schedule => {
    if (answers++ % ESTIMATE_EVERY === 0) known = { count: seen.length, hazards: hazardsOf(seen) };
    const price = readPriceMs === undefined ? {} : { readPriceMs };
    return (workedMs) => pollDelay(workedMs, { hazards: known.hazards, interval, ...price });
  };
}

/** Candidate read times: each is a hundredth later than the one before. */
const CANDIDATES = Array.from({ length: 900 }, (_, index) => 100 * 1.0135 ** index);

/**
 * The cheapest schedule for questions whose distribution is known, from a large `sample`, ms: by
 * dynamic programming over the candidates. No schedule that has to learn can do better.
 */
export function optimalFor(sample: readonly number[], readPriceMs: number) {
  const readTimes = optimalReadTimes(sample, readPriceMs);
  return (): Schedule => (workedMs) =>
    (readTimes.find((at) => at > workedMs) ?? workedMs * 2) - workedMs;
}

function optimalReadTimes(sample: readonly number[], readPriceMs: number): number[] {
  const { count, total } = upToCandidates(sample);
  const all = sample.length;
  const costFrom = new Array<number>(CANDIDATES.length + 1).fill(0);
  const nextRead: number[] = [];
  for (let from = CANDIDATES.length - 1; from >= 0; from--) {
    costFrom[from] = Number.POSITIVE_INFINITY;
    const before = { count: count[from - 1] ?? 0, total: total[from - 1] ?? 0 };
    for (let to = from; to < CANDIDATES.length; to++) {
      const ended = (count[to] ?? 0) - before.count;
      const waited = (CANDIDATES[to] ?? 0) * ended - ((total[to] ?? 0) - before.total);
      const cost = waited + readPriceMs * (all - before.count) + (costFrom[to + 1] ?? 0);
      if (cost >= (costFrom[from] ?? 0)) continue;
      costFrom[from] = cost;
      nextRead[from] = to;
    }
  }
  const times: number[] = [];
  for (let from = 0; from < CANDIDATES.length; from = (nextRead[from] ?? from) + 1) {
    times.push(CANDIDATES[nextRead[from] ?? from] ?? 0);
  }
  return times;
}

/** For each candidate, how many of the sample have ended by then, and the sum of their durations. */
function upToCandidates(sample: readonly number[]) {
  const sorted = [...sample].sort((a, b) => a - b);
  let ended = 0;
  let sumMs = 0;
  const count: number[] = [];
  const total: number[] = [];
  for (const candidate of CANDIDATES) {
    while (ended < sorted.length && (sorted[ended] ?? 0) <= candidate)
      sumMs += sorted[ended++] ?? 0;
    count.push(ended);
    total.push(sumMs);
  }
  return { count, total };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
