import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  budgetLimits,
  budgetUse,
  countableCredits,
  isBudget,
  isNearlyUsed,
  reachedBudget,
} from '../../src/model/budget.js';
import { periodAt } from '../../src/model/period.js';

const NOON = Date.UTC(2026, 10, 23, 12);

describe('days and months', () => {
  it.each([
    ['day', NOON, { name: '2026-11-23', endsAt: Date.UTC(2026, 10, 24) }],
    ['day', Date.UTC(2026, 10, 30, 23, 59), { name: '2026-11-30', endsAt: Date.UTC(2026, 11, 1) }],
    ['month', NOON, { name: '2026-11', endsAt: Date.UTC(2026, 11, 1) }],
    ['month', Date.UTC(2026, 11, 31, 23), { name: '2026-12', endsAt: Date.UTC(2027, 0, 1) }],
    ['month', Date.UTC(2028, 1, 29), { name: '2028-02', endsAt: Date.UTC(2028, 2, 1) }],
  ] as const)('the %s of %i', (period, at, span) => {
    expect(periodAt(period, at)).toEqual(span);
  });

  it('each moment is in one of them, and the next begins where it ends', () => {
    const at = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(at, fc.constantFrom('day' as const, 'month' as const), (moment, period) => {
        const { name, endsAt } = periodAt(period, moment);
        expect(endsAt).toBeGreaterThan(moment);
        expect(periodAt(period, endsAt - 1).name).toBe(name);
        expect(periodAt(period, endsAt).name > name).toBe(true);
      }),
    );
  });
});

describe('which budget is used up', () => {
  const budgets = {
    person: { day: { questions: 20 }, month: { credits: 100 } },
    workspace: { month: { questions: 500, credits: 1000 } },
  };
  const limits = budgetLimits(budgets);
  const uses = (...used: number[]) => budgetUse(limits, used, NOON);

  it('each amount that is set is one limit', () => {
    expect(limits).toEqual([
      { scope: 'person', period: 'day', measure: 'questions', max: 20 },
      { scope: 'person', period: 'month', measure: 'credits', max: 100 },
      { scope: 'workspace', period: 'month', measure: 'questions', max: 500 },
      { scope: 'workspace', period: 'month', measure: 'credits', max: 1000 },
    ]);
    expect(budgetLimits({})).toEqual([]);
    expect(budgetLimits({ channel: {}, person: { day: {} } })).toEqual([]);
  });

  it('none below all of them', () => {
    expect(reachedBudget(uses(19, 99.9, 499, 999))).toBeUndefined();
  });

  it('one that is reached, or was lowered below what is used', () => {
    const reached = { scope: 'person', period: 'day', measure: 'questions', max: 20 };
    for (const used of [20, 35]) {
      expect(reachedBudget(uses(used, 0, 0, 0))).toEqual({
        ...reached,
        againAt: Date.UTC(2026, 10, 24),
      });
    }
  });

  it('of several, the one that lasts longest', () => {
    expect(reachedBudget(uses(20, 0, 500, 0))).toMatchObject({ scope: 'workspace' });
  });

  it('0 lets nobody ask', () => {
    const none = budgetLimits({ channel: { day: { questions: 0 } } });
    expect(reachedBudget(budgetUse(none, [0], NOON))).toMatchObject({ scope: 'channel', max: 0 });
  });

  it('most of it is used from 80 % on', () => {
    expect(uses(15, 80, 399, 1200).map(isNearlyUsed)).toEqual([false, true, false, true]);
  });

  it('is told apart from a limit', () => {
    expect(isBudget({ scope: 'person', max: 5, againAt: 1 })).toBe(false);
    const reached = reachedBudget(uses(20, 0, 0, 0));
    expect(reached && isBudget(reached)).toBe(true);
  });
});

it('credits that cannot be counted are not', () => {
  fc.assert(
    fc.property(fc.double(), (reported) => {
      const counted = countableCredits(reported);
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(1_000_000);
    }),
  );
  expect(countableCredits(0.3)).toBe(0.3);
});
