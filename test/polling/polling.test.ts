import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { READ_PRICE_MS } from '../../src/lifecycle/poll-schedule.js';
import { compareSchedules, comparisonTable, withTable } from './compare.js';

const comparisons = compareSchedules();

describe.each(comparisons)('$name', ({ learnt, share, optimal }) => {
  const cost = ({ meanWaitMs, reads }: typeof learnt) => meanWaitMs + READ_PRICE_MS * reads;

  it('the learnt schedule costs at most three fifths more than the optimum', () => {
    expect(cost(learnt) / cost(optimal)).toBeLessThan(1.6);
  });

  it('the learnt schedule takes fewer reads than a tenth of the time so far', () => {
    expect(learnt.reads).toBeLessThan(share.reads);
  });
});

it('docs/polling.md shows these figures', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'polling.md'), 'utf8');
  expect(page).toBe(withTable(page, comparisonTable(comparisons)));
});
