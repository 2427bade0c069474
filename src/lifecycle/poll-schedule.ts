import { MAX_REST_MS, type PollInterval } from './schedule.js';

/**
 * For each bin of working time, how likely a question is to end within the next ms if it still runs
 * (the hazard rate).
 */
export type Hazards = readonly number[];

export interface PollSchedule {
  readonly hazards: Hazards;
  readonly interval: PollInterval;
  /** One more read is worth it if it shows the outcome this much sooner on average, ms. */
  readonly readPriceMs?: number;
}

/** The default of `readPriceMs`. */
export const READ_PRICE_MS = 100;
/** The bins grow by a quarter each, from 250 ms to three hours; the last one has no end. */
const FIRST_BIN_MS = 250;
const BIN_GROWTH = 1.25;
const BIN_COUNT = 49;
const BIN_STARTS = Array.from({ length: BIN_COUNT }, (_, bin) =>
  bin === 0 ? 0 : FIRST_BIN_MS * BIN_GROWTH ** (bin - 1),
);
/** As many observations as the assumption without data counts for, in each bin. */
const PRIOR_WEIGHT = 2;

/**
 * Estimates the hazard rates from how long recent questions took, ms. What is not known is assumed to
 * end at the rate 1 / t: the longer a question has run, the longer it goes on.
 */
export function hazardsOf(durations: readonly number[]): Hazards {
  const ended = new Array<number>(BIN_COUNT).fill(0);
  for (const ms of durations) ended[binAt(ms)] = (ended[binAt(ms)] ?? 0) + 1;
  let running = durations.length;
  return ended.map((count, bin) => {
    const start = startOf(bin);
    const width = widthOf(bin);
    // Those that ended within the bin ran for half of it.
    const observedMs = Math.max(0, running - count / 2) * width;
    running -= count;
    return (count + PRIOR_WEIGHT) / (observedMs + PRIOR_WEIGHT * (start + width / 2));
  });
}

/** The hazard rates without any data. */
export const UNKNOWN_HAZARDS = hazardsOf([]);

/**
 * When to read a question again that has run for `workedMs`: the delay, ms, within its bounds.
 *
 * Reads should be as dense as √(h / 2p), with the hazard rate h and the price p of a read (J. B. Keller,
 * "Optimum checking schedules for systems subject to random failure", 1974): rarely while questions
 * seldom end, often where most of them do.
 */
export function pollDelay(workedMs: number, schedule: PollSchedule): number {
  const { hazards, readPriceMs = READ_PRICE_MS } = schedule;
  const { minMs, maxMs } = schedule.interval;
  const limit = workedMs + maxMs;
  let needed = 1;
  let at = workedMs;
  for (let bin = binAt(workedMs); at < limit; bin++) {
    const density = Math.sqrt((hazards[bin] ?? 0) / (2 * readPriceMs));
    const end = Math.min(limit, startOf(bin + 1));
    const inBin = density * (end - at);
    if (inBin >= needed) return Math.max(minMs, Math.round(at + needed / density - workedMs));
    needed -= inBin;
    at = end;
  }
  return maxMs;
}

/** With fewer questions, a read of each now and then takes no more reads than a list for all. */
export const MIN_WATCHED = 5;
const LIST_DELAY = { minMs: 250, maxMs: 2_000 } as const;
/** Assumed while too few answers are known. */
const UNKNOWN_TYPICAL_MS = 30_000;

/**
 * The delay between two lists that tell of the outcomes of `watched` questions, ms. Open questions end at
 * the rate *n* / *t*, *t* being how long they usually take, and one list serves them all. So its density is
 * √(*n* / 2*pt*), as that of reads is in `pollDelay`, and grows with the square root of their number.
 */
export function listDelay(watched: number, typicalMs = UNKNOWN_TYPICAL_MS): number {
  const best = Math.sqrt((2 * READ_PRICE_MS * typicalMs) / Math.max(1, watched));
  return Math.min(LIST_DELAY.maxMs, Math.max(LIST_DELAY.minMs, Math.round(best)));
}

/**
 * How often a question is read while lists tell of outcomes, ms: for its progress, and in case a list
 * leaves it out. All together take as many reads as five questions at the longest interval: Slack
 * documents 50 or more updates a minute for a workspace, so hardly more progress could be shown. `isProven`: the list has
 * shown many outcomes in time.
 */
export function watchedPollDelay(
  watched: number,
  { maxMs }: PollInterval,
  isProven: boolean,
): number {
  const most = isProven ? MAX_REST_MS : MAX_REST_MS / 2;
  return Math.round(Math.max(maxMs, Math.min(most, (maxMs * watched) / MIN_WATCHED)));
}

function binAt(ms: number): number {
  if (ms < FIRST_BIN_MS) return 0;
  const bin = 1 + Math.floor(Math.log(ms / FIRST_BIN_MS) / Math.log(BIN_GROWTH));
  return Math.min(BIN_COUNT - 1, bin);
}

function startOf(bin: number): number {
  return BIN_STARTS[bin] ?? Number.POSITIVE_INFINITY;
}

function widthOf(bin: number): number {
  const start = startOf(bin);
  const end = startOf(bin + 1);
  return Number.isFinite(end) ? end - start : start * (BIN_GROWTH - 1);
}

/** What recent answers say about the next ones. */
export interface AnswerTimes {
  /** How long they usually take, ms; left out if there are too few to tell. */
  readonly typicalMs?: number;
  readonly hazards: Hazards;
}
