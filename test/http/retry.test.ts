import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterMs, retryDelayMs } from '../../src/http/retry.js';

const NOW = Date.parse('2025-09-24T08:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['5', 5000],
    [' 1.5 ', 1500],
    ['86400', 3_600_000],
    ['9'.repeat(400), 3_600_000],
    ['Wed, 24 Sep 2025 08:00:30 GMT', 30_000],
    ['Wed, 24 Sep 2025 07:00:00 GMT', 0],
    ['-5', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it('is at most an hour, whatever the header', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (header, now) => {
        const ms = retryAfterMs(header, now) ?? 0;
        expect(ms >= 0 && ms <= 3_600_000).toBe(true);
      }),
    );
  });
});

describe('retryDelayMs', () => {
  const facts = {
    attempt: 1,
    attempts: 3,
    remainingMs: 10_000,
    retryAfterMs: undefined,
    random: () => 0.5,
  };

  it('waits for the backoff in addition to Retry-After', () => {
    expect(retryDelayMs(facts)).toBe(125);
    expect(retryDelayMs({ ...facts, retryAfterMs: 2000 })).toBe(2125);
  });

  it('doubles the backoff up to 5 s', () => {
    const delays = [1, 2, 3, 4, 5, 6, 60].map((attempt) =>
      retryDelayMs({ ...facts, attempt, attempts: 100, random: () => 1 }),
    );
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  });

  it('gives up after the last attempt, or if the delay does not fit into the remaining time', () => {
    expect(retryDelayMs({ ...facts, attempt: 3 })).toBeUndefined();
    expect(retryDelayMs({ ...facts, retryAfterMs: 10_000 })).toBeUndefined();
    expect(retryDelayMs({ ...facts, remainingMs: 125 })).toBeUndefined();
  });
});
