import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grepWords } from '../../../../local/service/eval/baseline.js';
import {
  bootstrapInterval,
  computeMetrics,
  median,
  ndcg10,
  rankOf,
  wilsonInterval,
} from '../../../../local/service/eval/metrics.js';
import { filesInSources } from '../../../../local/service/eval/service-client.js';

const ranked = (ranks: readonly (number | undefined)[]) =>
  ranks.map((rank) => ({ rank, ndcg: rank === undefined ? 0 : 1 / rank }));

describe('figures', () => {
  it('metrics count hits and reciprocal ranks', () => {
    const { hit1, hit5, hit10, mrr } = computeMetrics(ranked([1, 2, 6, undefined]));
    expect([hit1.value, hit5.value, hit10.value]).toEqual([0.25, 0.5, 0.75]);
    expect(mrr.value).toBeCloseTo((1 + 1 / 2 + 1 / 6) / 4);
  });

  it('NDCG has every target once, by its first file, of the first ten', () => {
    const gains = [1, 1 / Math.log2(3), 1 / Math.log2(4)] as const;
    expect(ndcg10(['a', 'b', 'c'], [['a']])).toBe(1);
    expect(ndcg10(['x', 'b', 'a'], [['a', 'b']])).toBeCloseTo(gains[1]);
    expect(ndcg10(['a', 'x', 'b'], [['a'], ['b']])).toBeCloseTo(
      (gains[0] + gains[2]) / (gains[0] + gains[1]),
    );
    expect(ndcg10([...'0123456789a'], [['a']])).toBe(0);
    expect(ndcg10([], [['a']])).toBe(0);
  });

  it('Wilson intervals match published values', () => {
    expect(wilsonInterval(42, 47).low).toBeCloseTo(0.774, 3);
    expect(wilsonInterval(42, 47).high).toBeCloseTo(0.954, 3);
    expect(wilsonInterval(0, 10)).toMatchObject({ low: 0, high: expect.closeTo(0.278, 3) });
  });

  it('metrics lie in their intervals and are deterministic', () => {
    const place = fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 40 }), (places) => {
        const figures = computeMetrics(ranked(places));
        for (const { value, low, high } of [figures.hit1, figures.hit5, figures.hit10]) {
          expect(low).toBeLessThanOrEqual(value + 1e-9);
          expect(high).toBeGreaterThanOrEqual(value - 1e-9);
        }
        expect(figures.hit1.value).toBeLessThanOrEqual(figures.mrr.value + 1e-9);
        expect(figures.mrr.value).toBeLessThanOrEqual(figures.hit10.value + 1e-9);
        expect(computeMetrics(ranked(places))).toEqual(figures);
      }),
      { numRuns: 20 },
    );
  });

  it('the interval of constant values has no width', () => {
    expect(bootstrapInterval([1, 1, 1])).toEqual({ value: 1, low: 1, high: 1 });
    expect(median([3, 1, 2])).toBe(2);
  });
});

describe('a ranking', () => {
  it('a ranking is the order of the files that sources link to', () => {
    const links = ['/r/-/blob/a%20b.ts?L1-2', '/r', '/r/-/blob/c.ts', '/r/-/blob/a%20b.ts'];
    const ranking = filesInSources(links.map((link) => ({ link })));
    expect(ranking).toEqual(['a b.ts', 'c.ts']);
    expect(rankOf(ranking, ['x', 'c.ts'])).toBe(2);
    expect(rankOf(ranking, ['x'])).toBeUndefined();
  });

  it('the baseline searches for the words of the question', () => {
    expect(grepWords('How does the `no_proxy` argument override it?')).toEqual([
      'no_proxy',
      'argument',
      'override',
    ]);
  });
});
