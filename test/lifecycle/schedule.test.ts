import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pollIntervalUnderLoad, serviceRetryDelay } from '../../src/lifecycle/schedule.js';

describe('the poll interval', () => {
  const interval = { minMs: 1_000, maxMs: 5_000 };

  it.each([
    [1, 1_000],
    [100, 1_000],
    [250, 2_500],
    [10_000, 5_000],
  ])('with %i open questions, the shortest delay is %i ms', (open, minMs) => {
    expect(pollIntervalUnderLoad(interval, open)).toEqual({ minMs, maxMs: 5_000 });
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
