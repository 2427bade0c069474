import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hazardsOf,
  listDelay,
  pollDelay,
  UNKNOWN_HAZARDS,
  watchedPollDelay,
} from '../../src/lifecycle/poll-schedule.js';
import { POLL_INTERVAL } from './decide-input.js';

const FREE = { minMs: 1, maxMs: 3_600_000 };

/** When the reads happen of a question that takes `durationMs`; the last one sees its end. */
function readTimes(durationMs: number, hazards = UNKNOWN_HAZARDS, interval = POLL_INTERVAL) {
  const times: number[] = [];
  let at = 0;
  while (at < durationMs) {
    at += pollDelay(at, { hazards, interval });
    times.push(at);
  }
  return times;
}

describe('without any data', () => {
  it('reads a 10 s question at most 12 times, and sees its end within 1.5 s', () => {
    const times = readTimes(10_000);
    expect(times.length).toBeLessThanOrEqual(12);
    expect(times.at(-1)).toBeLessThanOrEqual(11_500);
  });

  it('reads a 15-minute question fewer than 250 times', () => {
    expect(readTimes(900_000).length).toBeLessThan(250);
  });

  it('never reads more often the longer a question runs', () => {
    const gaps = readTimes(600_000, UNKNOWN_HAZARDS, FREE).map(
      (at, index, all) => at - (all[index - 1] ?? 0),
    );
    for (const [index, gap] of gaps.slice(1).entries()) {
      expect(gap).toBeGreaterThanOrEqual((gaps[index] ?? 0) * 0.99);
    }
  });
});

describe('after recent answers', () => {
  const aboutAMinute = hazardsOf(Array.from({ length: 200 }, (_, index) => 55_000 + index * 50));

  it('reads rarely before questions usually end, and often around that time', () => {
    const times = readTimes(60_000, aboutAMinute, FREE);
    expect(times.filter((at) => at < 40_000).length).toBeLessThan(15);
    expect(times.filter((at) => at >= 50_000).length).toBeGreaterThan(5);
    expect(times.at(-1)).toBeLessThan(61_500);
  });

  it('still sees an answer that comes much sooner or later than usual', () => {
    expect(readTimes(1_000, aboutAMinute, POLL_INTERVAL).at(-1)).toBeLessThanOrEqual(6_000);
    expect(readTimes(600_000, aboutAMinute, POLL_INTERVAL).at(-1)).toBeLessThanOrEqual(605_000);
  });
});

it('the delay stays within its bounds, whatever was recorded', () => {
  const ms = fc.double({ min: 0, max: 1e9, noNaN: true });
  const bounds = fc
    .tuple(fc.integer({ min: 10, max: 600_000 }), fc.integer({ min: 10, max: 600_000 }))
    .map(([a, b]) => ({ minMs: Math.min(a, b), maxMs: Math.max(a, b) }));
  fc.assert(
    fc.property(ms, fc.array(ms, { maxLength: 50 }), bounds, (worked, durations, interval) => {
      const delay = pollDelay(worked, { hazards: hazardsOf(durations), interval });
      expect(delay).toBeGreaterThanOrEqual(interval.minMs);
      expect(delay).toBeLessThanOrEqual(interval.maxMs);
    }),
  );
});

describe('a list for many questions', () => {
  it('is read more often the more questions are open, by the square root of their number', () => {
    expect(listDelay(24)).toBe(500);
    expect(listDelay(6)).toBe(1_000);
    expect([1, 10_000].map((count) => listDelay(count))).toEqual([2_000, 250]);
  });

  it('is read more rarely where questions take longer', () => {
    expect(listDelay(24, 120_000)).toBe(1_000);
  });

  it('leaves reads of the questions themselves: as many as for five questions, at least every 30 s', () => {
    const delay = (count: number, isProven = true) =>
      watchedPollDelay(count, POLL_INTERVAL, isProven);
    expect([1, 5, 10, 30, 1_000].map((count) => delay(count))).toEqual([
      5_000, 5_000, 10_000, 30_000, 30_000,
    ]);
    expect(delay(1_000, false)).toBe(15_000);
  });
});
