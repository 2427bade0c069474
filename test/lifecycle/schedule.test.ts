import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pollDelay, serviceRetryDelay } from '../../src/lifecycle/schedule.js';
import { POLL_INTERVAL } from './decide-input.js';

describe('the pace of polling', () => {
  /** When the reads happen whose question takes `forMs`; the last one sees the end. */
  function reads(forMs: number, pace = POLL_INTERVAL): number[] {
    const at: number[] = [];
    let now = 0;
    while (now < forMs) {
      now += pollDelay(now, pace);
      at.push(now);
    }
    return at;
  }

  it('polls a 10 s question at most 12 times, and sees its end within 1.5 s', () => {
    const at = reads(10_000);
    expect(at.length).toBeLessThanOrEqual(12);
    expect(at.at(-1)).toBeLessThanOrEqual(11_500);
  });

  it('polls a 15-minute question fewer than 250 times', () => {
    expect(reads(900_000).length).toBeLessThan(250);
  });

  it('the polling interval stays between its bounds and never decreases', () => {
    const ms = fc.integer({ min: 0, max: 86_400_000 });
    const pace = fc
      .tuple(fc.integer({ min: 10, max: 600_000 }), fc.integer({ min: 10, max: 600_000 }))
      .map(([a, b]) => ({ minMs: Math.min(a, b), maxMs: Math.max(a, b) }));
    fc.assert(
      fc.property(ms, ms, pace, (a, b, bounds) => {
        const [sooner, later] = [Math.min(a, b), Math.max(a, b)];
        const delay = pollDelay(sooner, bounds);
        expect(delay).toBeGreaterThanOrEqual(bounds.minMs);
        expect(delay).toBeLessThanOrEqual(bounds.maxMs);
        expect(pollDelay(later, bounds)).toBeGreaterThanOrEqual(delay);
      }),
    );
  });
});

describe('the wait after trouble', () => {
  it('the delay after an error doubles up to 30 s', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 1_000_000].map((n) => serviceRetryDelay(n, undefined, 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('the delay after an error has at most 20 % jitter, and is at least Retry-After', () => {
    const times = fc.integer({ min: 1, max: 100 });
    const wanted = fc.option(fc.integer({ min: 0, max: 3_600_000 }), { nil: undefined });
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(times, wanted, random, (n, asked, chance) => {
        const wait = serviceRetryDelay(n, asked, chance);
        expect(wait).toBeGreaterThanOrEqual(Math.max(asked ?? 0, 800));
        expect(wait).toBeLessThanOrEqual(Math.max(asked ?? 0, 30_000));
      }),
    );
  });
});
