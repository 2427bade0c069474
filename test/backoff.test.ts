import { describe, expect, it } from 'vitest';
import { backoffMs } from '../src/backoff.js';

const backoff = { firstMs: 250, maxMs: 5_000, jitter: 1 };

describe('backoffMs', () => {
  it('doubles with each attempt up to its maximum', () => {
    const delays = [1, 2, 3, 4, 5, 6, 60, 5_000].map((attempt) => backoffMs(backoff, attempt, 1));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
  });

  it('is random from 0 with full jitter', () => {
    expect(backoffMs(backoff, 3, 0)).toBe(0);
    expect(backoffMs(backoff, 3, 0.5)).toBe(500);
  });

  it('is random only in the part that the jitter gives', () => {
    expect(backoffMs({ ...backoff, jitter: 0.2 }, 3, 0)).toBe(800);
    expect(backoffMs({ ...backoff, jitter: 0 }, 3, 0.7)).toBe(1000);
  });
});
